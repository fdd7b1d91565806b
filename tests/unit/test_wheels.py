"""What an installation leaves out where there is no wheel for it."""

from __future__ import annotations

import tomllib

import pytest
from packaging.requirements import Requirement

from tests.support.paths import ROOT

LINUX = {"sys_platform": "linux", "platform_version": "#1 SMP Debian 6.1.0-13"}
DARWIN = "Darwin Kernel Version {}: root:xnu-1/RELEASE"
MACHINES = {
    "linux x86_64": {**LINUX, "platform_machine": "x86_64"},
    "linux aarch64": {**LINUX, "platform_machine": "aarch64"},
    "macOS 15 arm64": {
        "sys_platform": "darwin",
        "platform_machine": "arm64",
        "platform_version": DARWIN.format("24.1.0"),
    },
    "macOS 12 arm64": {
        "sys_platform": "darwin",
        "platform_machine": "arm64",
        "platform_version": DARWIN.format("21.6.0"),
    },
    "macOS 15 x86_64": {
        "sys_platform": "darwin",
        "platform_machine": "x86_64",
        "platform_version": DARWIN.format("24.1.0"),
    },
    "Windows AMD64": {
        "sys_platform": "win32",
        "platform_machine": "AMD64",
        "platform_version": "10.0.22631",
    },
    "Windows ARM64": {
        "sys_platform": "win32",
        "platform_machine": "ARM64",
        "platform_version": "10.0.26100",
    },
}
LEFT_OUT = {
    "macOS 12 arm64": {"python-constraint2"},
    "macOS 15 x86_64": {"python-constraint2"},
    "Windows ARM64": {"opencv-python-headless"},
}


@pytest.mark.parametrize("machine", MACHINES)
def test_what_has_no_wheel_is_left_out_and_nothing_else(machine: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [Requirement(each) for each in project["dependencies"]]
    environment = {**MACHINES[machine], "python_version": "3.13", "python_full_version": "3.13.1"}
    installed = {
        each.name for each in wanted if each.marker is None or each.marker.evaluate(environment)
    }
    missing = {each.name for each in wanted} - installed
    cameras = {"cv2-enumerate-cameras"} if "linux" in machine else set()
    assert missing == LEFT_OUT.get(machine, set()) | cameras
