"""The application: settings, theme, crash handling, the display, memory."""
