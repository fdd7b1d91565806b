"""The addresses of this computer that a phone may reach."""

from __future__ import annotations

import socket
from typing import NamedTuple

from PySide6.QtNetwork import QAbstractSocket, QHostAddress, QNetworkInterface

_ELSEWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737). Nothing is sent: the system only says which of this
computer's addresses it would use."""
_HOME_KINDS = (
    QNetworkInterface.InterfaceType.Wifi,
    QNetworkInterface.InterfaceType.Ethernet,
)
_VIRTUAL = (
    "br-", "cni", "docker", "lxc", "lxd", "podman", "tailscale", "tap", "tun", "utun", "veth",
    "vethernet", "virbr", "virtualbox", "vmnet", "vmware", "vboxnet", "wg", "zt",
)  # fmt: skip
"""How the names of interfaces begin, in small letters, that reach containers, virtual machines or a
VPN: the system takes most of them for cables."""


class Network(NamedTuple):
    """An address of this computer in a network."""

    address: str
    name: str
    """The name of its interface, such as wlan0."""
    rank: int
    """The lower, the likelier a phone is there."""


def networks() -> list[Network]:
    """The addresses, the likeliest first: the network that leads outside, then Wi-Fi and cables.

    Virtual ones (VPN, containers) come last; those that reach only this computer are left out.
    """
    outside = _address_to_outside()
    found = []
    for interface in _interfaces():
        flags = interface.flags()
        kinds = QNetworkInterface.InterfaceFlag
        if not flags & kinds.IsUp or not flags & kinds.IsRunning or flags & kinds.IsLoopBack:
            continue
        for entry in interface.addressEntries():
            address = entry.ip()
            if not _is_usable(address):
                continue
            text, name = address.toString(), interface.humanReadableName()
            is_home = interface.type() in _HOME_KINDS and not flags & kinds.IsPointToPoint
            is_home = is_home and not name.lower().startswith(_VIRTUAL)
            is_private = address.isPrivateUse()
            rank = 4 * (not is_home) + 2 * (text != outside) + (not is_private)
            found.append(Network(text, name, rank))
    return sorted(found, key=lambda network: network.rank)


def _interfaces() -> list[QNetworkInterface]:
    return QNetworkInterface.allInterfaces()


def _is_usable(address: QHostAddress) -> bool:
    is_4 = address.protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
    return is_4 and not address.isLoopback() and not address.isLinkLocal()


def _address_to_outside() -> str:
    """This computer's address in the network that leads outside; empty without one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return ""
