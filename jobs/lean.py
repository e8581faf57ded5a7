"""What a worker leaves out of its memory: modules that libraries load for what nobody here asks of them."""

import sys
import threading
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from inspect import CO_OPTIMIZED
from opcode import opmap
from types import CodeType, ModuleType
from typing import Any, clear_overloads

from jobs.slim import slim

# As if they were not installed. The openai SDK loads the first when it can, for an asynchronous client (7 MiB);
# requests the second, to guess the encoding of a text that has none (3 MiB): what we read with it is JSON.
LEFT_OUT = ("aiohttp", "charset_normalizer")
# Loaded when a name of theirs is asked for: the openai SDK's typed answers, of which we ask for none (10 MiB), the
# asynchronous half of Redis's client (2 MiB), and databases and their drivers that no setting names (2 MiB).
WHEN_USED = frozenset({
    "openai.types", "openai.types.responses", "redis.asyncio", "sqlalchemy.dialects.postgresql",
    "sqlalchemy.dialects.postgresql.asyncpg", "sqlalchemy.dialects.postgresql.pg8000",
    "sqlalchemy.dialects.postgresql.psycopg2", "sqlalchemy.dialects.postgresql.psycopg2cffi",
    "sqlalchemy.dialects.sqlite.aiosqlite", "sqlalchemy.dialects.sqlite.pysqlcipher",
})  # fmt: skip
TOLD = "bot.tools."  # the model reads docstrings of these

KNOWS_CODE = sys.version_info < (3, 14)  # where docstrings stand in newer ones, nobody has looked
_FIRST_STEPS = 32  # bytes of code, in which a class has stored its docstring, and no number takes more than one byte

_loading = threading.RLock()


def leave_out() -> None:
    """From now on they are not loaded. To be called before the libraries are; a second call changes nothing."""
    for name in LEFT_OUT:
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]  # Python's way to refuse an import
    warnings.filterwarnings("ignore", message="Unable to find acceptable character detection dependency")
    if not any(isinstance(finder, _Lean) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Lean())


class _Lean(MetaPathFinder):
    """Finds modules, to be loaded without what nobody asks of them; and those of WHEN_USED, to be loaded when used."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for what is not there."""
        clear_overloads()  # typing keeps each for ever, for nobody (1 MiB): what is loaded next takes their place
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            bare = _Bare(spec.loader.name, spec.loader.path)
            spec.loader = _Later(bare) if fullname in WHEN_USED else bare
        return spec


class _Bare(SourceFileLoader):
    """Loads a module without the docstrings of its functions and classes (6 MiB in all), and makes it slim."""

    def get_code(self, fullname: str) -> CodeType | None:
        """Its code, as it is compiled and kept for everybody, less these."""
        code = super().get_code(fullname)
        return without_docstrings(code) if code and KNOWS_CODE and not fullname.startswith(TOLD) else code

    def exec_module(self, module: ModuleType) -> None:
        """Load it, as ever."""
        super().exec_module(module)
        slim(module)


def without_docstrings(code: CodeType) -> CodeType:
    """The same code with each docstring in it as short as can be. They stay true: some libraries assert that."""
    constants = [without_docstrings(each) if isinstance(each, CodeType) else each for each in code.co_consts]
    place = _docstring_of(code)
    docstring = None if place is None else constants[place]
    if place is not None and isinstance(docstring, str) and docstring.strip():
        constants[place] = "-"
    is_same = all(new is old for new, old in zip(constants, code.co_consts, strict=True))
    return code if is_same else code.replace(co_consts=tuple(constants))


def _docstring_of(code: CodeType) -> int | None:
    """Where a docstring stands among the constants of a function or class, as Python 3.11 to 3.13 compile them; it
    may be none. The first constant of a function is its docstring or None; one that begins with < is no `def`."""
    if code.co_flags & CO_OPTIMIZED:
        return 0 if code.co_consts and not code.co_name.startswith("<") else None
    beginning = code.co_code[:_FIRST_STEPS]
    for at in range(2, len(beginning), 2):
        if beginning[at] == opmap["STORE_NAME"] and code.co_names[beginning[at + 1]] == "__doc__":
            return beginning[at - 1] if beginning[at - 2] == opmap["LOAD_CONST"] else None
    return None


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
