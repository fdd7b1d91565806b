"""What features and window agree on: commands as rows of a table, and what a feature is."""
