"""Reports of problems, which players copy and send: public text only.

* ``public`` takes from errors, stacks and log entries what is the program's own;
* ``system`` says which versions run on which system, also for About;
* ``report`` is the text of a report.

No Qt: commands and child processes use this, too.
"""
