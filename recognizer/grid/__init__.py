"""Find the grid: from a picture to the crossings of its printed lines."""
