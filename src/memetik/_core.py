"""The native core: the one extension module that fits this machine, with all its names.

``MEMETIK_SIMD=baseline`` or ``avx2`` forces one.
"""

import importlib as _importlib
import importlib.util as _importlib_util
import os as _os
from collections.abc import Collection as _Collection

from . import _cpu
from .errors import MemetikError as _MemetikError

_LEVELS = ("baseline", "avx2")


def _choose(wanted: str, best: str, built: _Collection[str]) -> str:
    """The SIMD level to import: the ``wanted`` one, or the widest of those built that the processor runs."""
    rebuild = "pip install . -C cmake.define.MEMETIK_SIMD_LEVELS"
    if wanted and wanted not in _LEVELS:
        raise _MemetikError(f"MEMETIK_SIMD={wanted!r}: the levels are 'baseline' and 'avx2'")
    if wanted == "avx2" and best != "avx2":
        raise _MemetikError("MEMETIK_SIMD=avx2: this processor has no AVX2 and FMA; use 'baseline'")
    if wanted and wanted not in built:
        raise _MemetikError(
            f"MEMETIK_SIMD={wanted}: this build of memetik has level {', '.join(built)} only; "
            f"in a clone, '{rebuild}=all' builds all levels"
        )
    usable = [level for level in _LEVELS[: _LEVELS.index(best) + 1] if level in built]
    if not usable:
        raise _MemetikError(
            f"this build of memetik is for processors with {', '.join(built)}, and this one supports {best} "
            f"only; in a clone on this machine, '{rebuild}=native' builds one that runs here"
        )
    return wanted or usable[-1]


def _built() -> list[str]:
    names = ((level, f"{__package__}._core_{level}") for level in _LEVELS)
    return [level for level, name in names if _importlib_util.find_spec(name) is not None]


_level = _choose(
    _os.environ.get("MEMETIK_SIMD", ""), "avx2" if _cpu.supports_avx2() else "baseline", _built()
)
_native = _importlib.import_module(f"._core_{_level}", __package__)
globals().update({name: value for name, value in vars(_native).items() if not name.startswith("_")})
