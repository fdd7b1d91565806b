"""The pictures behind the puzzle sets for studies: drawn as text, drawn by code, or scattered."""
