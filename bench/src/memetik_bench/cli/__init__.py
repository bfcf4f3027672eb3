"""The commands ``memetik bench ...``.

Each command imports its modules when it runs, so that ``--help`` is fast.
"""

from __future__ import annotations

import os

import typer

from .clutter import clutter
from .collision import collision
from .compare import compare
from .engine import engine
from .fk import fk
from .goals import goals
from .ik import ik
from .instructions import instructions
from .methods import methods
from .report import report
from .reproduce import reproduce
from .scenarios import scenarios

_HELP = (
    "Measure memetik: compared with rival solvers, on hard problems, and against published results.\n\n"
    "Pinocchio's kinematics verify every solution. Results are stored one by one: run an interrupted command "
    "again to continue it. They are stored in benchmarks/results of the checkout, or in --results DIR; "
    "[bold]memetik bench report[/] writes them into the README and the pages of docs."
)

app = typer.Typer(
    help=_HELP,
    rich_markup_mode="rich",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _one_blas_thread(context: typer.Context) -> None:
    """Limit BLAS to one thread: for such small matrices its threads cost more than they save."""
    from threadpoolctl import threadpool_limits

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for SciPy, which loads its own BLAS later
    context.with_resource(threadpool_limits(1, user_api="blas"))  # for numpy, which is loaded already


app.command()(fk)
app.command("ik")(ik)
app.command()(engine)
app.command()(instructions)
app.command()(compare)
app.command()(collision)
app.command()(clutter)
app.command()(goals)
app.command()(methods)
app.command()(reproduce)
app.add_typer(scenarios, name="scenarios")
app.command()(report)
