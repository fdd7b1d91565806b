"""The tools that make and check the bundled packs; see docs/packs.md."""
