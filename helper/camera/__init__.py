"""File > Scan > Camera: the picture of a camera, with the solution painted on the page."""
