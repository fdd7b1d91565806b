"""Live video: track a puzzle in front of a camera, read it, solve it, paint the solution."""
