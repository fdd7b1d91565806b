"""The tools that check and show the bundled packs; see docs/packs.md."""
