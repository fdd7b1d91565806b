"""The pictures of the puzzle sets for studies: drawn as text, by code, or at random."""
