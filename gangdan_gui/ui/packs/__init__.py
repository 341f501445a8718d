"""Knowledge packs in the window: sharing a source, and taking one in."""
