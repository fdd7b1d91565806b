"""Draw the results of each stage of a reading."""
