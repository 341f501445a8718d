"""Test questions in the window: what the library must answer, whether it does, and how that went over time."""
