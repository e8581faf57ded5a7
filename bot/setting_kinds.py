"""Kinds of settings that are lists, as they stand in the environment: divided by commas."""

import re
from importlib import import_module
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import NoDecode


def _split(value: Any) -> Any:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


def _countries(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value or not all(re.fullmatch("[A-Z]{2}", code) for code in value):
        raise ValueError("must be country codes of two capital letters, separated by commas")
    known = import_module("phonenumbers").SUPPORTED_REGIONS  # loaded only where the setting is given
    if unknown := [code for code in value if code not in known]:
        raise ValueError(f"has {', '.join(unknown)}, where no telephone is")
    return value


def _rising(value: tuple[float, ...]) -> tuple[float, ...]:
    if any(later <= earlier for earlier, later in zip((0.0, *value), value, strict=False)):
        raise ValueError("must be rising seconds above 0, separated by commas, as in 60,300,900")
    return value


Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]
Countries = Annotated[Names, AfterValidator(_countries)]
Moments = Annotated[tuple[float, ...], NoDecode, BeforeValidator(_split), AfterValidator(_rising)]
