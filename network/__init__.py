"""What is meant for browsers and other machines. No Qt.

:mod:`network.playable` makes a web page on which puzzles are played. :mod:`network.service` is
``nonogram serve``. :mod:`network.guard` and :mod:`network.connections` are for everything that
listens: they refuse requests and end connections that must not be.
"""
