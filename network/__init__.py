"""What is meant for browsers and other machines. No Qt.

:mod:`network.playable` makes a web page on which puzzles are played. :mod:`network.phone` is the
page on which a phone sends pictures, :mod:`network.service` the solving service. Both have
:mod:`network.guard` and :mod:`network.connections` before them.
"""
