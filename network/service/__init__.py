"""``nonogram serve``: the commands of the command line for other programs, over HTTP.

A request goes this way:

1. :mod:`network.guard` and :mod:`network.connections` refuse what must not come in.
2. :mod:`~network.service.tasks` checks the body against the table of
   :mod:`~network.service.actions`, and makes the words of a command of it.
3. :mod:`~network.service.jobs` has the queue and the answers; :mod:`~network.service.lanes` lets
   long work not delay short work.
4. :mod:`~network.service.workers` are child processes with limits, in which
   :mod:`~network.service.commands` runs the program's own commands: their JSON is the answer.

:mod:`~network.service.service_app` has the routes, :mod:`~network.service.interface_pages` the
description of the interface, :mod:`~network.service.observing` logs and metrics, and
:mod:`~network.service.server` starts and stops.
"""
