"""The colours of the open puzzle beside the board."""
