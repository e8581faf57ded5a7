"""Questions with options: as numbered text, which every channel carries, and as what WhatsApp lets one tap. Pure.

Twilio takes buttons and lists only as templates of its Content API. Their texts are variables, so one template for each
`Shape` (so many buttons, so many entries) carries every question."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self
from zlib import crc32

from bot.channels.splitting import utf16_units
from bot.types import known_fields

MOST_BODY: Final = 1_024
MOST_BUTTON_TITLE: Final = 20  # also of the button that opens a list
MOST_LIST_TITLE: Final = 24
MOST_BUTTONS: Final = 3


@dataclass(frozen=True, slots=True)
class Offer:
    """A question in Markdown and the answers to choose from; without any it is a plain text. `ending` follows the
    numbered options; `tapped_ending` follows the question where options are tapped. Both bring their line breaks."""

    question: str
    labels: tuple[str, ...] = ()
    ending: str = ""
    tapped_ending: str = ""

    def written(self) -> str:
        """The whole as numbered text."""
        return "\n".join([self.question, *(f"{number}. {label}" for number, label in enumerate(self.labels, 1))]) + (
            self.ending
        )

    def tapped(self) -> str:
        """What stands above options that are tapped."""
        return self.question + self.tapped_ending

    def after(self, opening: str) -> Self:
        """The same question below another paragraph."""
        return replace(self, question=f"{opening}\n\n{self.question}")


@dataclass(frozen=True, slots=True)
class Shape:
    """What is shown to be tapped: so many buttons below a message, or a list of so many entries."""

    kind: str  # buttons, list
    count: int

    @property
    def name(self) -> str:
        """By which we remember its template."""
        return f"{self.kind}{self.count}"

    @property
    def friendly_name(self) -> str:
        """By which its template is found at Twilio: another definition has another name."""
        return f"palabre_{self.name}_{crc32(json.dumps(self.definition(), sort_keys=True).encode()):08x}"

    def definition(self) -> dict[str, Any]:
        """The template's types. Variable 1 is the text above, 2 what opens a list, then come title and id of each."""
        pairs = [(f"{{{{{place}}}}}", f"{{{{{place + 1}}}}}") for place in range(3, 3 + 2 * self.count, 2)]
        if self.kind == "buttons":
            actions = [{"type": "QUICK_REPLY", "title": title, "id": key} for title, key in pairs]
            return {"twilio/quick-reply": {"body": "{{1}}", "actions": actions}}
        items = [{"item": title, "id": key} for title, key in pairs]
        return {"twilio/list-picker": {"body": "{{1}}", "button": "{{2}}", "items": items}}

    def samples(self) -> dict[str, str]:
        """Values for the variables, which Twilio wants to see with a template."""
        labels = tuple(f"Option {number}" for number in range(1, self.count + 1))
        return Options(0, labels, "Question", "Choisir").variables(self)


SHAPES: Final = (
    *(Shape("buttons", count) for count in range(2, MOST_BUTTONS + 1)),
    *(Shape("list", count) for count in range(2, 11)),
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a part carries beside its numbered text, so that it can go as buttons or a list. Plain text, as it is shown:
    `body` above, `button` on what opens a list."""

    interaction: int
    labels: tuple[str, ...]
    body: str
    button: str

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """From a part's column."""
        return cls(**{**known_fields(cls, stored), "labels": tuple(stored["labels"])})

    def stored(self) -> dict[str, Any]:
        """For a part's column."""
        return {**asdict(self), "labels": list(self.labels)}

    def shape(self) -> Shape | None:
        """How WhatsApp can show them; None when it cannot, because something is too long, alike or too much."""
        if not self.body.strip() or utf16_units(self.body) > MOST_BODY or len(set(self.labels)) < len(self.labels):
            return None
        longest = max(map(utf16_units, self.labels), default=0)
        if not all(label.strip() and "\n" not in label for label in self.labels) or longest > MOST_LIST_TITLE:
            return None
        buttons = len(self.labels) <= MOST_BUTTONS and longest <= MOST_BUTTON_TITLE
        shape = Shape("buttons" if buttons else "list", len(self.labels))
        return shape if shape in SHAPES else None

    def variables(self, shape: Shape) -> dict[str, str]:
        """The values of a template's variables. Each option's id says which question and which answer it is."""
        values = {"1": self.body} | ({"2": self.button} if shape.kind == "list" else {})
        for index, label in enumerate(self.labels):
            values |= {str(3 + 2 * index): label, str(4 + 2 * index): f"i{self.interaction}:{index}"}
        return values
