"""View > Camera: what a camera sees, with the solution of the puzzle painted on the page."""
