"""The tables of the pages match the results, and the pages explain all experiments."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import memetik as mk
from memetik_bench.checkout import RESULTS
from memetik_bench.report.markdown import with_tables
from memetik_bench.report.pages import METHOD_FIGURES, PAGES, draw_plots, update_pages
from memetik_bench.report.reproduce_tables import IMAGES
from memetik_bench.reproduce import EXPERIMENTS

ROOT = Path(__file__).parents[3]
MADE = sorted({*(page for page, _, _ in PAGES), "docs/reproduce.md", METHOD_FIGURES})


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the pages and pictures."""
    for page in MADE:
        (tmp_path / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / page, tmp_path / page)
    shutil.copytree(ROOT / IMAGES, tmp_path / IMAGES)
    return tmp_path


def test_they_are_up_to_date(copy: Path) -> None:
    """``memetik bench report`` writes them."""
    lines = list(update_pages(ROOT / RESULTS, copy))
    assert len(lines) == len(PAGES) + 2
    for page in MADE:
        assert (copy / page).read_text() == (ROOT / page).read_text(), page


def test_what_is_not_measured_is_left_as_it_is(copy: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "nothing"
    assert all("tables unchanged" in line for line in update_pages(nowhere, copy))
    for page in MADE:
        assert (copy / page).read_text() == (ROOT / page).read_text(), page


def test_the_plot_is_up_to_date(tmp_path: Path) -> None:
    """``memetik bench report --plots`` draws it; other versions of matplotlib may draw it differently."""
    pytest.importorskip("matplotlib")
    path = Path("docs/images/ik_speed.svg")
    (tmp_path / path).parent.mkdir(parents=True)
    draw_plots(ROOT / RESULTS, tmp_path)
    labels = [re.findall(r"<!-- (.*?) -->", (root / path).read_text()) for root in (tmp_path, ROOT)]
    assert labels[0] == labels[1]


def test_a_page_without_a_place_is_refused() -> None:
    with pytest.raises(mk.MemetikError, match="no marks <!-- b -->"):
        with_tables("<!-- a -->\n<!-- /a -->", {"b": "text"})


def test_every_experiment_is_explained() -> None:
    """A heading, the table between its marks, and text after it."""
    text = (ROOT / "docs" / "reproduce.md").read_text()
    for name, experiment in EXPERIMENTS.items():
        pattern = (
            rf"### {re.escape(name)}: .*\n<!-- {re.escape(name)} -->\n.*?<!-- /{re.escape(name)} -->\n\n(.*)"
        )
        found = re.search(pattern, text, flags=re.DOTALL)
        assert found is not None, name
        assert experiment.title in found[0]
        assert re.match(r"[A-Z`\"].{15,}", found[1]), name
