"""How passages were found, and why others were not: a list of candidates and a list of steps, each in a dialog."""
