"""What things cost, as data: prices.toml beside this file, and an operator's own file over it (PRICES_FILE)."""

import json
import tomllib
from collections.abc import Collection
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.agent.stream import parsed
from bot.config import Settings
from bot.errors import ConfigurationError
from bot.types import Mode

OURS = Path(__file__).with_name("prices.toml")
ANY = "*"
MEGABYTE = 1_000_000  # bytes

Whole = Annotated[int, Field(ge=0, le=10_000, strict=True)]
Part = Annotated[Decimal, Field(ge=0, le=10_000)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PerTurn(_Table):
    """Credits of an answer, by mode."""

    guest: Whole
    student: Whole
    pro: Whole


class InBackground(_Table):
    """Credits of long work, by mode."""

    student: Whole
    pro: Whole


class PerCall(_Table):
    """Credits of a call of one tool."""

    call: Part = Decimal(0)
    thousand_characters: Part = Decimal(0)


class Delivered(_Table):
    """Credits of what an answer takes to deliver."""

    segment: Part
    megabyte: Part


class PerMillion(_Table):
    """US dollars of a model's tokens."""

    prompt: Part
    cached: Part
    completion: Part


class Prices(_Table):
    """Every price. Methods give whole credits, rounded down."""

    turn: PerTurn
    background: InBackground
    tokens: dict[str, Part]
    tools: dict[str, PerCall]
    delivery: Delivered
    sound: dict[str, Part]
    dollars: dict[str, PerMillion]

    def of_turn(self, mode: Mode) -> int:
        """An answer's."""
        flat: int = getattr(self.turn, mode)
        return flat

    def of_background(self, mode: Mode) -> int:
        """The price of work in the background, beside that of its tools; guests have no such work."""
        return 0 if mode == Mode.GUEST else int(getattr(self.background, mode))

    def of_call(self, tool: str, arguments: str) -> int:
        """The price of one call that succeeds. `arguments`: its JSON text."""
        price = self.tools.get(tool)
        if price is None:
            return 0
        length = _length(arguments) if price.thousand_characters else 0
        return int(price.call + price.thousand_characters * length / 1_000)

    def of_tokens(self, model: str, tokens: int) -> int:
        """A model's tokens'."""
        return int(self.tokens.get(model, self.tokens.get(ANY, Decimal(0))) * tokens / 1_000)

    def of_segments(self, segments: int) -> int:
        """The price of an answer by SMS of so many segments."""
        return int(self.delivery.segment * max(0, segments - 1))

    def of_bytes(self, size: int) -> int:
        """The price of files handed over, of `size` bytes in all."""
        return int(self.delivery.megabyte * size / MEGABYTE)

    def in_dollars(self, model: str, prompt: int, completion: int, cached: int) -> float:
        """An estimate of what a provider takes for tokens; `cached` are among those of the prompt."""
        price = self.dollars.get(model, self.dollars.get(ANY))
        if price is None:
            return 0.0
        total = price.prompt * max(0, prompt - cached) + price.cached * cached + price.completion * completion
        return float(total / 1_000_000)

    def of_sound(self, model: str, seconds: float) -> float:
        """An estimate, in US dollars, of what a provider takes for speech that lasts so long."""
        return float(self.sound.get(model, self.sound.get(ANY, Decimal(0)))) * seconds / 60

    def check_tools(self, known: Collection[str]) -> None:
        """Raises ConfigurationError for a price of a tool that does not exist."""
        for name in self.tools:
            if name not in known:
                raise ConfigurationError(f"PRICES_FILE tools.{name}: there is no such tool")


def _length(arguments: str) -> int:
    """The characters of JSON text, the same for one content however a model has written it down: `\\u00e9` is one, and
    lines and indents between values are none."""
    told = parsed(arguments)
    return len(json.dumps(told, ensure_ascii=False, separators=(",", ":"))) if told is not None else len(arguments)


def prices_of(settings: Settings) -> Prices:
    """The prices of an installation. Raises ConfigurationError, one line that names the file's line."""
    return _load(settings.prices_file)


@lru_cache(maxsize=8)
def _load(own: str) -> Prices:
    merged = _read(OURS)
    if own:
        for table, lines in _read(Path(own)).items():
            known = merged.get(table)
            merged[table] = {**known, **lines} if isinstance(known, dict) and isinstance(lines, dict) else lines
    try:
        return Prices.model_validate(merged)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigurationError(f"PRICES_FILE {place}: {first['msg']}") from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)  # no binary fractions
    except OSError as error:
        raise ConfigurationError(f"PRICES_FILE {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"PRICES_FILE {path}: {error}") from None
