"""Read the marks: shaded cells, crosses and dots."""
