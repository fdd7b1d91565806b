"""Read the marks: shaded cells, crosses and dots.

``mark_reading`` runs ``cell_features`` (brightness), then ``shading`` and ``crosses``.
"""
