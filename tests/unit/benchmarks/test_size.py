"""The sizes of an environment of a few bytes."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from benchmarks.size import rows, shares, site_packages_of, size


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """The program needs ``lib``, and ``Other.Lib`` for an extra; ``lib`` needs ``Other.Lib``."""
    site = tmp_path / "lib" / "python3.11" / "site-packages"
    needs = {
        "program": ["lib>=1; python_version > '3'", 'other-lib[a]; extra == "more"', "missing"],
        "lib": ["Other_Lib"],
        "Other.Lib": [],
    }
    for number, (name, requirements) in enumerate(needs.items(), 1):
        info = site / f"{name}-1.{number}.dist-info"
        info.mkdir(parents=True)
        required = "".join(f"Requires-Dist: {each}\n" for each in requirements)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.{number}\n{required}"
        )
        (site / f"{name}.py").write_bytes(bytes(number * 2**20))
        (site / f"{name}.pyc").write_bytes(bytes(2**19))
        (info / "RECORD").write_text(f"{name}.py,,\n{name}.pyc,,\n{name}.py,,\ngone.py,,\n")
    return tmp_path


def test_each_has_its_size_and_who_needs_it(environment: Path) -> None:
    found = shares(site_packages_of(environment))
    assert [(each.name, each.version, each.size >> 20) for each in found] == [
        ("other-lib", "1.3", 3), ("lib", "1.2", 2), ("program", "1.1", 1),
    ]  # fmt: skip
    assert [each.compiled for each in found] == 3 * [2**19]
    assert [sorted(each.needed_by) for each in found] == [["(program)", "lib"], ["program"], []]
    assert [*rows(found)[-1].values()] == ["sum", "6.0", "", "1.5", ""]
    freed = {each.name: each.freed >> 20 for each in found}
    assert freed == {"program": 6, "lib": 5, "other-lib": 3}, "nothing else needs the others"


def test_each_is_a_row_of_the_table(environment: Path) -> None:
    first = next(row for row in size(environment) if isinstance(row, dict))
    assert [*first.values()] == ["other-lib 1.3", "3.0", "3.0", "0.5", "(program), lib"]


def test_a_folder_that_is_no_environment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(click.ClickException, match="no virtual environment"):
        site_packages_of(tmp_path)
