"""Questions, answers and the cards of their passages."""
