"""What the command line does: each command asks the services and returns exit code, JSON and text for people."""
