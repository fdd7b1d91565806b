"""Find the grid in a picture: the crossings of its printed lines."""
