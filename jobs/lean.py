"""What a worker leaves out of its memory: modules that libraries load for what nobody here asks of them."""

import sys
import threading
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

# As if they were not installed. The openai SDK loads the first when it can, for an asynchronous client (7 MiB);
# requests the second, to guess the encoding of a text that has none (3 MiB): what we read with it is JSON.
LEFT_OUT = ("aiohttp", "charset_normalizer")
# Loaded when a name of theirs is asked for: the openai SDK's typed answers, of which we ask for none (10 MiB).
WHEN_USED = frozenset({"openai.types", "openai.types.responses"})

_loading = threading.RLock()


def leave_out() -> None:
    """From now on they are not loaded. To be called before the libraries are; a second call changes nothing."""
    for name in LEFT_OUT:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # Python's way to refuse an import
    warnings.filterwarnings("ignore", message="Unable to find acceptable character detection dependency")
    if not any(isinstance(finder, _WhenUsed) for finder in sys.meta_path):
        sys.meta_path.insert(0, _WhenUsed())


class _WhenUsed(MetaPathFinder):
    """Finds the packages of WHEN_USED. Their own parts are found and loaded as ever."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for every other module."""
        spec = PathFinder.find_spec(fullname, path, target) if fullname in WHEN_USED else None
        if spec is not None and spec.loader is not None:
            spec.loader = _Later(spec.loader)
        return spec


class _Later(Loader):
    """Has a package there, empty, until somebody asks it for a name (PEP 562)."""

    def __init__(self, loader: Loader) -> None:
        self._loader, self._is_begun = loader, False

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty."""

        def find(name: str) -> Any:
            if name.startswith("__"):  # what the machinery of imports looks for, and does without
                raise AttributeError(name)
            with _loading:  # others wait until it is whole; what it asks of itself meanwhile must not begin anew
                if not self._is_begun:
                    self._is_begun = True
                    self._loader.exec_module(module)
            try:
                return vars(module)[name]
            except KeyError:
                raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}") from None

        vars(module)["__getattr__"] = find
