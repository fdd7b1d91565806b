"""The program of a :class:`~puzzles.child.process.ChildProcess`."""

from puzzles.child.serving import main

if __name__ == "__main__":
    main()
