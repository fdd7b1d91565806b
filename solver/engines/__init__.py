"""One method of solving a module, all behind :class:`solver.api.Engine`."""
