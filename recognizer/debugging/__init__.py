"""Draw what each stage of a reading saw."""
