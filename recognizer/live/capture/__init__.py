"""Capture: frames from cameras, files and streams."""
