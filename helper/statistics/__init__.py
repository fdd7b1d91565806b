"""The player's solves in numbers and charts.

``figures`` computes the numbers (streaks, times), ``window`` shows them, ``csv_export`` writes a
CSV file.
"""
