"""Knowledge packs: built sources as files that other machines take in."""
