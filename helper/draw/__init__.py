"""Tools for drawings: shapes, letters, regions, and commands for the whole board."""
