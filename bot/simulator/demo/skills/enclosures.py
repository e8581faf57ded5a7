"""Documents, contact cards and places that come with a message: what was received, how it begins, what a column
adds up to."""

import re
from dataclasses import dataclass

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills.own_files import beginning
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Scene, Step, with_result
from bot.types import Language

_DOCUMENT = re.compile(r"^\[Document: (?P<name>\S+), file (?P<file>\d+), (?P<facts>[^\]\n]*)\]$", re.MULTILINE)
_CARD = re.compile(r"^\[Contact: ([^\]\n]*)\]$", re.MULTILINE)
_PLACE = re.compile(r"^\[Place: ([^\]\n]*?)(?:, )?latitude (\S+), longitude ([^\]\n]*)\]$", re.MULTILINE)
_COLUMN = re.compile(r"\b(?:total|somme|additionne|sum)\b.*\b(?:colonne|column) (\w+)")
_BEGINS = ", it begins with these words"
_SIZE = re.compile(r"\b(\d+(?:\.\d)?)\s(B|kB|MB|GB)\b")
FRENCH_UNITS = {"B": "o", "kB": "ko", "MB": "Mo", "GB": "Go"}
FRENCH_FACTS = (
    (r"\b(\d),(\d{3})\b", "\\1\u202f\\2"), (r"\bword(s?)\b", r"mot\1"), (r"\bsheet(s?)\b", r"feuille\1"),
    (r"\bslide(s?)\b", r"diapositive\1"), (r"\b(page(s?)) scanned\b", r"\1 numérisée\2"),
    (r"\ball shown as pictures\b", "toutes montrées en images"),
    (r"\bthe first (\d+) shown as pictures\b", r"\1 premières montrées en images"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Enclosed:
    """What came: the name and facts of a document with its file's number and the column asked about; or a
    card; or a place."""

    name: str = ""
    file: str = ""
    facts: str = ""
    column: str = ""
    card: str = ""
    place: str = ""


def read(scene: Scene) -> Enclosed | None:
    text = scene.turn.text
    if found := _DOCUMENT.search(text):
        column = _COLUMN.search(folded(text))
        return Enclosed(found["name"], found["file"], found["facts"], column[1] if column else "")
    if card := _CARD.search(text):
        return Enclosed(card=card[1])
    place = _PLACE.search(text)
    return Enclosed(place=place[1] or f"{place[2]}, {place[3]}") if place else None


def act(enclosed: Enclosed, scene: Scene) -> Step:
    if enclosed.card:
        return scene.say("card_seen", card=enclosed.card)
    if enclosed.place:
        return scene.say("place_seen", place=enclosed.place)
    known = enclosed.facts.partition(_BEGINS)[0]
    facts = _in_french(known) if scene.language is Language.FR else known
    if "scanned" in known or not scene.may("read_user_file"):
        return scene.say("document_seen", name=enclosed.name, facts=facts)
    asked = {"file": enclosed.file} | ({"column": enclosed.column} if enclosed.column else {})

    def tell(done: Result) -> Step:
        if enclosed.column and done.data.get("sums"):
            added = done.data["sums"][0]
            heading = added["heading"] or added["column"]
            return scene.say("column_added", heading=heading, sum=added["sum"], numbers=added["numbers"])
        text = beginning(done.data["content"][0]["text"])
        return scene.say("document_read", name=enclosed.name, facts=facts, text=text)

    return with_result(scene, "read_user_file", asked, tell)


def _in_french(facts: str) -> str:
    """« PDF, 2 pages, 2,1 ko »."""
    facts = _SIZE.sub(lambda size: f"{size[1].replace('.', ',')}\u00a0{FRENCH_UNITS[size[2]]}", facts)
    for english, french in FRENCH_FACTS:
        facts = re.sub(english, french, facts)
    return facts


ENCLOSURE = Skill("enclosure", read, act)
