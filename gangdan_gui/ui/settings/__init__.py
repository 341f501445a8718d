"""The settings' dialog."""
