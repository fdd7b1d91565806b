"""The command ``nonogram serve``.

Importing this module is fast: the server is imported when it starts.
"""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

import click

from puzzles.command_line import ANY_PATH, ending, services_of
from puzzles.errors import LibraryError
from puzzles.exit_codes import INTERRUPTED
from puzzles.shared_options import cluster_option, jobs_option
from puzzles.words import _, help_text, worded

MAX_WORKERS = 64
MIN_TOKEN = 16
"""Characters; a random token of that length cannot be guessed over a network."""
_ALL_ADDRESSES = ("0.0.0.0", "::")

HELP = help_text("""Solve, rate, print and scan for other programs, over HTTP.

POST /v1/solve with {"rows": [[3]], "columns": [[1], [1], [1]]} gives the JSON of `nonogram solve
--json`; so do rate, explain, check, repair, generate, convert, print and scan. The page /docs of
the service lists them with their options.

Only programs of this machine can reach it, unless --host names another address. Then a token is
needed, which each request sends as `Authorization: Bearer TOKEN`. Nothing is encrypted: put a
server that speaks HTTPS in front of it before the token crosses a network that you do not trust.

Work is done in other processes with limits on time and memory; with --cluster, what takes longer
than a moment is done on other machines. The log is on stderr, one JSON
object a line, without the puzzles. SIGTERM or Ctrl+C stops the service: jobs that are under way
have 10 s to end.

\b
Examples:
  nonogram serve
  nonogram serve --port 9000 -j 4
  nonogram serve --host 192.168.0.5 --token-file token.txt
  curl -H 'Content-Type: application/json' http://127.0.0.1:8765/v1/solve \\
       -d '{"rows": [[3]], "columns": [[1], [1], [1]]}'

\b
Exit codes:
  0  stopped by SIGTERM
  2  wrong options, the address is taken, or there is no such cluster
  130  stopped by Ctrl+C
""")


@click.command(
    "serve",
    help=HELP,
    short_help=_("Do the work of the commands for other programs, over HTTP."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help=_("The address to listen on; another one than this machine's own needs a token."),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    metavar="N",
    help=_("The port; 0 for a free one, which the log names."),
)
@click.option(
    "--token",
    metavar="TEXT",
    help=_(
        "What requests must know. Other users of this machine can see it; --token-file is safer."
    ),
)
@click.option("--token-file", type=ANY_PATH, metavar="FILE", help=_("The file that has the token."))
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help=_("A further name under which the service is addressed. May be repeated."),
)
@jobs_option.saying(
    _("That is short jobs, and as many long ones; by default as many as there are cores."),
    type=click.IntRange(1, MAX_WORKERS),
)
@click.option(
    "--queue",
    type=click.IntRange(1, 10_000),
    default=256,
    show_default=True,
    metavar="N",
    help=_("Jobs that wait or are under way, at most; further ones get the status 429."),
)
@cluster_option.saying(_("Only long jobs."))
@click.pass_context
@ending
def serve(
    context: click.Context,
    host: str,
    port: int,
    token: str | None,
    token_file: str | None,
    names: tuple[str, ...],
    jobs: int | None,
    queue: int,
    cluster: str | None,
) -> int:
    """The command; its help text is :data:`HELP`."""
    if token is not None and token_file is not None:
        raise click.UsageError(_("--token and --token-file exclude each other."))
    program = services_of(context).run_program
    secret = _checked_token(_token_in(token_file) if token_file is not None else token)
    if secret is None and not _is_local(host):
        raise click.UsageError(
            worded(
                "--host {host} lets other machines in, so it needs --token-file or --token.",
                host=host,
            )
        )
    try:
        from network.guard import LOCAL_HOSTS
        from network.service.server import Capacity, listening_socket, serve_until_stopped
        from network.service.service_app import Access
        from puzzles.many import cores

        hosts = {*LOCAL_HOSTS, host, *names} - {*_ALL_ADDRESSES}
        access = Access(hosts, secret, host in _ALL_ADDRESSES)
        capacity = Capacity(jobs or cores(), queue, cluster)
        with listening_socket(host, port) as listener:
            return serve_until_stopped(listener, program, access, capacity)
    except KeyboardInterrupt:  # before it has started
        return INTERRUPTED


commands: list[click.Command] = [serve]
"""The commands of this package."""


def _token_in(path: str) -> str:
    """The token in a file, without the end of the line.

    Raises:
        LibraryError: The file cannot be read.
    """
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or _("it is not text")
        raise LibraryError(
            worded("{path}: the token cannot be read: {reason}", path=path, reason=reason)
        ) from error


def _checked_token(token: str | None) -> str | None:
    """The token, if it can be one.

    Raises:
        UsageError: It is too short, or a header cannot have it.
    """
    if token is not None and (
        len(token) < MIN_TOKEN or not token.isascii() or not token.isprintable() or " " in token
    ):
        raise click.UsageError(
            worded(
                "The token needs {least} characters or more, letters, digits and signs without"
                " spaces; `openssl rand -hex 16` makes one.",
                least=MIN_TOKEN,
            )
        )
    return token


def _is_local(host: str) -> bool:
    """Whether only programs of this machine reach an address.

    >>> _is_local("localhost"), _is_local("127.0.0.2"), _is_local("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
