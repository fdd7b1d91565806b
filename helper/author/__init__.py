"""What an author needs: how the puzzle stands, changes of the board."""
