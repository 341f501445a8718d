"""Knowledge packs: one file that holds a built source. What is in one is checked here; nothing is done with it."""
