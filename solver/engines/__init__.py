"""The methods of solving, one per module; all follow :class:`solver.api.Engine`."""
