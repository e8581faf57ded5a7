"""The shape of every entry in the table of skills: one wish, one recogniser, one act."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.simulator.demo.steps import Scene, Step

Wish = TypeVar("Wish")


@dataclass(frozen=True, slots=True)
class Skill(Generic[Wish]):
    """`reads` gives the wish if the message has it, else None; `act` the next step towards it. Both are asked anew at
    every call of a turn, so what has been done already is read from the turn's results."""

    name: str
    reads: Callable[[Scene], Wish | None]
    act: Callable[[Wish, Scene], Step]

    def next_step(self, scene: Scene) -> Step | None:
        """What comes next, if the message asks for this."""
        wish = self.reads(scene)
        return None if wish is None else self.act(wish, scene)
