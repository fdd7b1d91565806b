"""Puzzles to order: pictures that please the eye, with one solution and a wished difficulty.

``drawing`` has the styles (letters: ``lettering``), ``climbing`` the small changes, ``judging`` and
``rating_target`` how near a picture is, ``making`` the whole.
"""
