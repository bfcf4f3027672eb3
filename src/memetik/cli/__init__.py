"""The command line. A command imports its modules when it runs, so that ``--help`` is fast."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ..errors import MemetikError, PluginError
from .convert import convert
from .docstring_text import paragraphs
from .doctor import doctor
from .exit_codes import ERROR, INTERRUPTED
from .exit_codes import HELP as EXIT_CODES
from .fk import fk
from .goals import goals
from .methods import methods
from .plugins import Plugin, find_plugins
from .robots import robots
from .solve import solve
from .vector_options import VectorCommand
from .warning_lines import warnings_as_lines

_HELP = (
    "Inverse kinematics for any robot or character.\n\n"
    "[bold]memetik solve panda --position 0.5,0.1,0.4[/] finds joint values, "
    "[bold]memetik fk panda --q panda_joint4=-2[/] says where the hand is; "
    "[bold]memetik robots[/] lists the bundled robots, [bold]memetik robots panda[/] shows one in detail; "
    "[bold]memetik goals[/] lists the goals, [bold]memetik methods[/] the search methods; "
    "[bold]memetik doctor[/] checks the installation, [bold]memetik doctor robot.urdf[/] your own robot. "
    "[bold]memetik convert walk.bvh walk_m.bvh --unit cm[/] converts files. "
    "In Python, begin with [bold]memetik.Robot.load('panda')[/].\n\n"
    f"Exit codes: {EXIT_CODES}"
)


class _Commands(TyperGroup):
    """memetik's commands, followed by those of plugins.

    A MemetikError is printed as one line, a warning as a line for each of its own; an interruption ends the
    program without output.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        own = super().list_commands(ctx)
        return [*own, *(name for name in find_plugins() if name not in own)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return super().get_command(ctx, cmd_name) or find_plugins().get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] == "bench" and self.get_command(ctx, "bench") is None:
            raise PluginError(
                "memetik bench is a package of its own: in a clone of memetik, run pip install ./bench"
            )
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, Plugin) else command, rest

    def invoke(self, ctx: Any) -> Any:
        try:
            with warnings_as_lines():
                return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (MemetikError, OSError) as error:
            typer.secho(f"error: {_sentence(error)}", fg="red", err=True)
            raise typer.Exit(ERROR) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    cls=_Commands,
    help=_HELP,
    rich_markup_mode="rich",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _command in (solve, fk, robots, goals, methods, convert, doctor):
    _help = "\n\n".join(paragraphs(_command))  # typer would keep the line breaks of the docstring
    app.command(cls=VectorCommand, help=_help)(_command)


def _sentence(error: Exception) -> str:
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return f"no such file: {str(error.filename)!r}"
    return " ".join(str(error).splitlines())


def _print_version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        typer.echo(f"memetik {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Entry point of the ``memetik`` command."""
    try:
        app(prog_name="memetik")  # also for python -m memetik
    except KeyboardInterrupt:  # interrupted before or after a command
        sys.exit(INTERRUPTED)
