"""A lesson for each solving technique: the rule, an example that plays, and exercises."""
