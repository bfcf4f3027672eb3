"""Experiments that are tables of arms and solvers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..engine.case import Measurement
from .cells import cell
from .experiment import Comparison, Experiment, Find, Scale
from .published.table import PublishedTable
from .trial import Trial, arm_measurement


def arm_table(
    name: str,
    title: str,
    source: str,
    published: PublishedTable,
    *,
    description: str,
    arms: Mapping[str, str],
    trials: Mapping[str, Trial],
) -> Experiment:
    """Return an experiment with a table of solvers on arms, laid out as in the document.

    ``arms`` maps the document's labels of arms to ours, ``trials`` its labels of solvers to trials. Trials
    that are not in the document come last.
    """
    labels = [*published.rows, *published.columns]
    assert {*labels} <= {*arms, *trials}, {*labels} - {*arms, *trials}
    shown_arms = {label: arm for label, arm in arms.items() if label in labels}
    arms_down = published.rows[0] in arms
    more = [label for label in trials if label not in labels]
    rows = [*published.rows, *([] if arms_down else more)]
    columns = [*published.columns, *(more if arms_down else [])]

    def measurements(scale: Scale) -> Iterator[Measurement]:
        for trial in trials.values():
            for arm in shown_arms.values():
                yield arm_measurement(trial, arm, scale)

    def line(row: str, find: Find) -> list[str]:
        cells = [row]
        for column in columns:
            arm, solver = (row, column) if arms_down else (column, row)
            found = find(trials[solver].key(shown_arms[arm]))
            cells.append(cell(published.cells.get((row, column)), found))
        return cells

    def compare(find: Find) -> Comparison:
        return Comparison([published.corner, *columns], [line(row, find) for row in rows])

    return Experiment(name, title, source, description, measurements, compare)
