"""The main window: menus, top bar, side panel, messages, status bar."""
