"""A page of this computer on which a phone sends pictures of puzzles.

:mod:`~network.phone.phone_app` is the page and what it may do, :mod:`~network.phone.inbox` keeps
what has arrived and what became of it, :mod:`~network.phone.serving` runs both in a child process.
"""
