"""The person's own files, listed, read and searched; and facts that they want remembered."""

import re
from dataclasses import dataclass
from typing import Any

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.folding import folded
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Scene, Step, with_result
from bot.simulator.demo.writing import bullet_list

EXCERPT = 300  # characters shown of a file
_MINE = r"(?:mes|my) (?:fichiers?|documents?|files?)"
_LIST = re.compile(rf"(?:quels|quelles|liste|montre|donne|what|which|list|show)\b.*\b{_MINE}(?: do i have)?\W*$")
_SEARCH = re.compile(rf"(?:cherche|recherche|trouve|search|find|look)\w*\b(.*)\b(?:dans|in|through) {_MINE}\b(.*)")
_READ = re.compile(r"\b(?:lis|lire|ouvre|read|open)(?:-moi)? (?:mon|le|my|the) (?:fichier|document|file)\b(.+)")
_REMEMBER = re.compile(
    r"^\W*(?:retiens|souviens[- ]toi|rappelle[- ]toi|note|remember|keep in mind)(?: bien)?[ ,:]+"
    r"(?:que |qu['’]|that )?(.+)",
    re.IGNORECASE | re.DOTALL,
)
_AROUND = " .,:;!?«»\"'’"
_SMALL = re.compile(r"^(?:(?:de|du|des|la|le|les|ce|que|qui|parle|sur|about|for|what|that|says|is|on)\b[ ':]*)+")


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """One call of one tool, and the sentence that tells its result."""

    tool: str
    arguments: dict[str, Any]


def read(scene: Scene) -> OwnFiles | None:
    asked = folded(scene.turn.text)
    if remembered := _REMEMBER.search(scene.turn.text):
        return OwnFiles("save_memory", {"fact": remembered[1].strip(_AROUND)[:300]})
    if sought := _SEARCH.search(asked):
        query = next((part for part in (sought[2], sought[1]) if part.strip(_AROUND)), "")
        return OwnFiles("search_user_files", {"query": _SMALL.sub("", query.strip(_AROUND)) or "document"})
    if named := _READ.search(asked):
        return OwnFiles("read_user_file", {"file": named[1].strip(_AROUND)})
    return OwnFiles("list_user_files", {}) if _LIST.search(asked) else None


def act(wish: OwnFiles, scene: Scene) -> Step:
    if not scene.may(wish.tool):
        return scene.say("files_guest")
    return with_result(scene, wish.tool, wish.arguments, lambda done: _TELLING[wish.tool](scene, done))


def _listed(scene: Scene, done: Result) -> Step:
    files = done.data["files"]
    lines = bullet_list([f"{file['title']} ({file['name']})" for file in files])
    return scene.say("files_listed", files=lines) if files else scene.say("files_none")


def _read_one(scene: Scene, done: Result) -> Step:
    text = done.data["content"][0]["text"]
    return scene.say("file_read", title=done.data["title"], text=beginning(text))


def _found(scene: Scene, done: Result) -> Step:
    results = done.data["results"]
    if not results:
        return scene.say("files_not_found")
    lines = [f"{one['title']} : {beginning(one['passages'][0]['text'])}" for one in results[:3]]
    return scene.say("files_found", files=bullet_list(lines))


def _remembered(scene: Scene, done: Result) -> Step:
    return scene.say("fact_kept", fact=done.data["kept"])


def beginning(text: str) -> str:
    """As much of a text as is shown of a file."""
    words = " ".join(text.split())
    return words if len(words) <= EXCERPT else f"{words[:EXCERPT].rsplit(' ', 1)[0]}…"


_TELLING = {
    "list_user_files": _listed,
    "read_user_file": _read_one,
    "search_user_files": _found,
    "save_memory": _remembered,
}
OWN_FILES = Skill("own_files", read, act)
