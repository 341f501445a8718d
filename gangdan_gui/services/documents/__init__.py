"""Single documents: what they were, what they became, and what the user says of them."""
