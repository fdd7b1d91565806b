"""Read a puzzle from a picture, or from the frames of a video."""
