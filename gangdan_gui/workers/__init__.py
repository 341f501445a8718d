"""Child processes for work that would hold the interpreter lock: start, ask, cancel, end. Knows no step by name."""
