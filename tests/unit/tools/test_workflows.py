"""The hosted workflows: what they name is there, and they may do no more than they need."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT

yaml = pytest.importorskip("yaml", reason="comes with the extra cluster")

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = sorted(FOLDER.glob("*.yml"))
PLATFORMS = {"linux-x86_64", "linux-aarch64", "macos-arm64", "macos-x86_64", "windows-amd64"}
MADE = {"build/package", "tools/package/use.sh", "tools/package/nonogram.spec"}
"""Beginnings of paths that a workflow makes, or that are not kept beside these files."""
each_workflow = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)


def loaded(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = loaded(path)["jobs"]
    return found


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in jobs(path).values() for step in job["steps"]]


def commands(path: Path) -> str:
    return "\n".join(step.get("run", "") for step in steps(path))


@each_workflow
def test_a_workflow_may_only_read_and_does_not_run_for_ever(path: Path) -> None:
    assert loaded(path)["permissions"] == {"contents": "read"}
    for name, job in jobs(path).items():
        assert "permissions" not in job, name
        assert 0 < job["timeout-minutes"] <= 60, name


@each_workflow
def test_each_action_is_pinned_to_a_commit_and_the_same_everywhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)(.*)", text)
    assert used
    everywhere = "\n".join(each.read_text(encoding="utf-8") for each in WORKFLOWS)
    for action, comment in used:
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), "the comment says the version"
        name = action.partition("@")[0]
        assert set(re.findall(rf"{name}@\S+", everywhere)) == {action}


@each_workflow
def test_the_code_that_is_checked_out_keeps_no_password(path: Path) -> None:
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"]["persist-credentials"] is False


@each_workflow
def test_no_text_from_outside_gets_into_a_command(path: Path) -> None:
    assert "${{" not in commands(path)


@each_workflow
def test_the_files_that_commands_name_are_there(path: Path) -> None:
    text = commands(path).replace("\\", "/")
    named = set(re.findall(r"(?<![\w/])((?:tools|tests|build)/[\w./-]*\w)", text))
    assert named or path.stem == "wheels"
    for each in named:
        if not each.startswith(tuple(MADE)):
            assert (ROOT / each).exists(), each
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake (\w+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize(("name", "job"), [("ci", "use"), ("wheels", "wheels")])
def test_five_platforms_are_used(name: str, job: str) -> None:
    rows = jobs(FOLDER / f"{name}.yml")[job]["strategy"]["matrix"]["include"]
    assert {row["platform"] for row in rows} == PLATFORMS
    assert len({row["runner"] for row in rows}) == len(PLATFORMS)


def test_a_platform_has_the_same_runner_in_each_workflow() -> None:
    runners: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for job in jobs(path).values():
            for row in job.get("strategy", {}).get("matrix", {}).get("include", []):
                runners.setdefault(row["platform"], set()).add(row["runner"])
    assert {platform: len(found) for platform, found in runners.items()} == dict.fromkeys(
        PLATFORMS, 1
    )


def test_each_platform_installs_solves_scans_and_opens_a_window() -> None:
    job = jobs(FOLDER / "ci.yml")["use"]
    unconditional = "\n".join(step.get("run", "") for step in job["steps"] if "if" not in step)
    assert "pip install --constraint constraints.txt ." in unconditional
    assert 'tools/package/use.sh "$COMMANDS"' in unconditional
    assert "xvfb-run" in commands(FOLDER / "ci.yml")
    assert "make test" in commands(FOLDER / "ci.yml")
