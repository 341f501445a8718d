"""Test questions of a library: kept, proposed, asked, and why some fail."""
