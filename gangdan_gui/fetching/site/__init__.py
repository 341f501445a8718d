"""Documentation sites: which pages there are, asked politely, one level after another."""
