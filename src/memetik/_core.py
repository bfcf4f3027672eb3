"""The native core: the one extension module that fits this machine, with all its names.

``MEMETIK_SIMD=baseline`` or ``avx2`` forces one.
"""

import importlib as _importlib
import os as _os

from . import _cpu
from .errors import MemetikError as _MemetikError


def _level() -> str:
    best = "avx2" if _cpu.supports_avx2() else "baseline"
    wanted = _os.environ.get("MEMETIK_SIMD", "") or best
    if wanted not in ("baseline", "avx2"):
        raise _MemetikError(f"MEMETIK_SIMD={wanted!r}: the levels are 'baseline' and 'avx2'")
    if wanted == "avx2" and best != "avx2":
        raise _MemetikError("MEMETIK_SIMD=avx2: this processor has no AVX2 and FMA; use 'baseline'")
    return wanted


_native = _importlib.import_module(f"._core_{_level()}", __package__)
globals().update({name: value for name, value in vars(_native).items() if not name.startswith("_")})
