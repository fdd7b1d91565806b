"""Pages of this computer for a phone in its network, each while a dialog is open.

:mod:`~network.phone.phone_app` takes pictures of puzzles; :mod:`~network.phone.inbox` keeps what
has arrived and what became of it. :mod:`~network.phone.play_app` lets a puzzle be played and takes
its marks back. :mod:`~network.phone.serving` runs either in a child process.
"""
