"""What builds would do and take, by what was measured on this machine."""
