"""The main window: menus, messages, status bar."""
