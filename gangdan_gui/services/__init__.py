"""What a user can ask for, put together from the steps. Async, without Qt, without wording."""
