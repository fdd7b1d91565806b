"""What is meant for browsers and other machines. No Qt.

:mod:`network.playable` makes a web page on which puzzles are played.
"""
