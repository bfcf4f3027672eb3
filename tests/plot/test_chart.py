"""Charts: file formats, reproducible files, errors for missing packages."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl
import pytest

import memetik as mk
from tests.plot.toy_evolution import toy_evolution

EVOLUTION = toy_evolution()
BARS = {"ur5": {"exploitation": 0.6, "wipe-outs": 0.1}}


@pytest.mark.parametrize(
    ("suffix", "signature"), [("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml"), ("pdf", b"%PDF-")]
)
def test_files_have_the_format_of_their_name(suffix: str, signature: bytes, tmp_path: Path) -> None:
    chart = mk.plot.ablation(BARS)
    for name in (f"new/chart.{suffix}", f"again.{suffix.upper()}"):
        chart.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(signature)
    assert (tmp_path / f"new/chart.{suffix}").read_bytes() == (
        tmp_path / f"again.{suffix.upper()}"
    ).read_bytes()


@pytest.mark.parametrize(
    "chart",
    [
        mk.plot.landscape(EVOLUTION),
        mk.plot.fitness(EVOLUTION),
        mk.plot.efficiency_map([10, 20], [1], [[1], [2]]),
    ],
    ids=["landscape", "fitness", "efficiency_map"],
)
def test_pages_need_no_network(chart: mk.plot.Chart, tmp_path: Path) -> None:
    chart.save(tmp_path / "chart.html")
    page = (tmp_path / "chart.html").read_text()
    assert "<html>" in page[:100]
    assert "Plotly.newPlot" in page
    assert 'src="http' not in page


def test_what_is_not_interactive_says_so(tmp_path: Path) -> None:
    chart = mk.plot.ablation(BARS)
    with pytest.raises(
        mk.MemetikError,
        match=r"chart\.html: unknown suffix .\.html.; this chart is saved as \.png, \.svg, \.pdf$",
    ):
        chart.save(tmp_path / "chart.html")
    with pytest.raises(mk.MemetikError, match="landscape, fitness and efficiency_map have one"):
        _ = chart.interactive
    with pytest.raises(mk.MemetikError, match=r"saved as \.png, \.svg, \.pdf, \.html"):
        mk.plot.fitness(EVOLUTION).save(tmp_path / "chart.gif")
    assert list(tmp_path.iterdir()) == []


def test_notebooks_show_a_png_of_1600_pixels() -> None:
    chart = mk.plot.fitness(EVOLUTION)
    data = chart._repr_png_()
    assert int.from_bytes(data[16:20], "big") == 1600
    assert repr(chart).startswith("Chart(1600 x ")


def test_the_settings_of_the_user_neither_matter_nor_change() -> None:
    plain = mk.plot.ablation(BARS)._repr_png_()
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "savefig.dpi": 20}):
        before = dict(mpl.rcParams)
        assert mk.plot.ablation(BARS)._repr_png_() == plain
        assert dict(mpl.rcParams) == before


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for draw in (
        lambda: mk.plot.landscape(EVOLUTION),
        lambda: mk.plot.fitness(EVOLUTION),
        lambda: mk.plot.ablation(BARS),
        lambda: mk.plot.success_by_generation([1, 2]),
        lambda: mk.plot.success_map([[0, 0, 0]], [True]),
        lambda: mk.plot.efficiency_map([10], [1], [[1]]),
    ):
        with pytest.raises(mk.MissingDependencyError, match=r"drawing a chart needs .* 'matplotlib"):
            draw()


def test_without_plotly_there_are_still_pictures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "plotly"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "plotly", None)
    chart = mk.plot.fitness(EVOLUTION)
    chart.save(tmp_path / "chart.png")
    with pytest.raises(mk.MissingDependencyError, match=r"an interactive chart needs .* 'plotly"):
        chart.save(tmp_path / "chart.html")
