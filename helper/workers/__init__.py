"""Work in child processes.

``jobs`` runs a function once (``Job``); ``request_process`` is a child that stays and answers the
newest request. The number of the newest request is in shared memory, so work on older ones stops. A
child that does not stop within ``PATIENCE_MS`` is replaced. ``main_thread_gc`` makes threads safe.

How long a child may take to stop is said here, in ``recognizer/sandbox/process.py`` and in
``solver/study/runner.py``.
"""
