"""Which network a phone is likeliest in, on machines with several."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from PySide6.QtNetwork import QHostAddress, QNetworkInterface

from helper.phone import networks

Flags = QNetworkInterface.InterfaceFlag
Kinds = QNetworkInterface.InterfaceType
UP = Flags.IsUp | Flags.IsRunning
WIFI, HOME = "192.168.1.5", "wlan0"


class Entry(NamedTuple):
    address: str

    def ip(self) -> QHostAddress:
        return QHostAddress(self.address)


class Interface(NamedTuple):
    """What the program asks a QNetworkInterface for."""

    name: str
    address: str
    kind: Kinds = Kinds.Ethernet
    states: Flags = UP

    def flags(self) -> Flags:
        return self.states

    def type(self) -> Kinds:
        return self.kind

    def humanReadableName(self) -> str:
        return self.name

    def addressEntries(self) -> list[Entry]:
        return [Entry(self.address)]


def found(monkeypatch: pytest.MonkeyPatch, *interfaces: Interface, outside: str = "") -> list[str]:
    """The names of the networks that are offered, in their order."""
    monkeypatch.setattr(networks, "_interfaces", lambda: interfaces)
    monkeypatch.setattr(networks, "_address_to_outside", lambda: outside)
    return [network.name for network in networks.networks()]


LO = Interface("lo", "127.0.0.1", Kinds.Loopback, UP | Flags.IsLoopBack)
DOCKER = Interface("docker0", "172.17.0.1")
WSL = Interface("vEthernet (WSL)", "172.20.0.1")
VPN = Interface("tun0", "10.8.0.2", Kinds.Virtual, UP | Flags.IsPointToPoint)
WLAN = Interface(HOME, WIFI, Kinds.Wifi)
CABLE = Interface("eth0", "192.168.1.6")
PUBLIC = Interface("eth1", "203.0.113.9")


@pytest.mark.parametrize("outside", [WIFI, "", VPN.address])
def test_the_wi_fi_comes_before_containers_and_a_vpn(
    monkeypatch: pytest.MonkeyPatch, outside: str
) -> None:
    names = found(monkeypatch, LO, DOCKER, WSL, VPN, WLAN, outside=outside)
    assert names[0] == HOME
    assert set(names) == {HOME, "docker0", "vEthernet (WSL)", "tun0"}


def test_the_network_that_leads_outside_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch, CABLE, WLAN, outside=WIFI) == [HOME, "eth0"]
    assert found(monkeypatch, WLAN, CABLE, outside=CABLE.address) == ["eth0", HOME]
    assert found(monkeypatch, PUBLIC, WLAN) == [HOME, "eth1"]


@pytest.mark.parametrize(
    "interface",
    [
        LO,
        Interface("eth0", "169.254.7.7"),
        Interface("eth0", "fe80::1"),
        Interface("eth0", WIFI, states=Flags.IsUp),
        Interface("eth0", WIFI, states=Flags.IsRunning),
    ],
)
def test_what_no_phone_can_reach_is_not_offered(
    monkeypatch: pytest.MonkeyPatch, interface: Interface
) -> None:
    assert found(monkeypatch, interface) == []
