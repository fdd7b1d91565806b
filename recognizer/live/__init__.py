"""Live video: a puzzle before a camera is followed, read and solved, and the answer painted on."""
