"""CoreMethod: the base class of methods that the core implements."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from ... import _core
from ...solve.method import Method
from ...solve.method_options import engine_factory

if TYPE_CHECKING:
    from ...solve.evolution import Evolution
    from ...solve.problem import Problem


@dataclass(frozen=True, kw_only=True)
class CoreMethod(Method):
    """Base of methods that the core implements: their fields are the core's options of the same names.

    ``core/src/search/methods`` declares the range of each option.
    """

    _core_name: ClassVar[str] = ""  # the name in the core, if it differs

    def __post_init__(self) -> None:
        engine_factory(self._name_in_core, self._options)

    @property
    def _name_in_core(self) -> str:
        return self._core_name or self.name

    @property
    def _options(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def _engine_factory(self, problem: Problem, best: bool, evolution: Evolution) -> _core.EngineFactory:
        return engine_factory(self._name_in_core, self._options)
