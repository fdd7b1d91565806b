"""Untrusted pictures and drawings as files, dropped or pasted."""
