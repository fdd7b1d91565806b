"""What features and window agree on: commands as rows of a table, messages, requests."""
