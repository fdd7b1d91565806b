"""Work in child processes (:mod:`puzzles.child`), with signals in the window's thread.

``jobs`` runs a function once (``Job``); ``request_process`` is a child that stays and answers the
newest request. A child that does not stop within ``PATIENCE_MS`` is killed. ``main_thread_gc``
makes threads safe.
"""
