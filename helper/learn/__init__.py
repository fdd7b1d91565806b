"""How to Play: six interactive steps on small boards."""
