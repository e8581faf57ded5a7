"""« envoie-moi le résumé par e-mail », « par SMS », « sur WhatsApp »; « écris un mail à compta@example.org pour … »;
« signale un problème : … »: what was asked goes to a tool, and what came of it is told."""

import re
from dataclasses import dataclass
from typing import Any, Final

from bot.simulator.demo.conversation import Result
from bot.simulator.demo.skills.skill import Skill
from bot.simulator.demo.steps import Scene, Step, with_result

_SEND: Final = r"(?:envoie[rz]?|envoyer|transmets|transf[èe]re|fais|partage|send|mail|text|share)"
_WAY: Final = (
    ("send_email_to_user", r"(?:par|sur mon|à mon|by|to my|via)\s+(?:e-?mail|mail|courriel)|^mail me\b"),
    ("send_sms_to_user", r"(?:par|en|by|as an?|via)\s+(?:sms|texto|text message)|^text me\b"),
    ("send_whatsapp_to_user", r"(?:par|sur|by|on|via)\s+(?:mon\s+|my\s+)?whatsapp"),
)
_ADDRESS: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_LETTER: Final = re.compile(
    r"\b(?:[ée]cri[srtvez]*|r[ée]dige[rz]?|pr[ée]pare[rz]?|envoie[rz]?|write|draft|send|prepare)\b.*?\b(?:e-?mail|mail|courriel)\b",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT: Final = re.compile(r"\s(?:pour|afin de|disant|to say|saying|about|to ask|:)\s*(.+)$", re.IGNORECASE | re.DOTALL)
_BUG: Final = re.compile(
    r"\b(?:signale[rz]?|report)\b.{0,20}?\b(?:probl[èe]me|bug|panne|erreur|problem|fault|issue)\b\s*:?\s*(.*)$",
    re.IGNORECASE | re.DOTALL,
)
_DRAFT: Final = "[Draft]"
_OLD: Final = re.compile(
    r"^(?:À|To) : ?(?P<to>.+?)\n(?:Objet|Subject) ?: (?P<subject>.+?)\n.*?(?:Texte|Text) ?:\n(?P<text>.*)\n\n"
    r"(?:La personne a écrit|The person wrote) ?: (?P<wish>.*)$",
    re.DOTALL | re.MULTILINE,
)


_DONE: Final = {
    "send_email_to_user": "send_email_to_user_done",
    "send_sms_to_user": "send_sms_to_user_done",
    "send_whatsapp_to_user": "send_whatsapp_to_user_done",
    "draft_email": "draft_email_done",
    "report_bug": "report_bug_done",
}
_NOT_HERE: Final = {
    "send_email_to_user": "send_email_to_user_not_here",
    "send_sms_to_user": "send_sms_to_user_not_here",
    "send_whatsapp_to_user": "send_whatsapp_to_user_not_here",
    "draft_email": "draft_email_not_here",
    "report_bug": "report_bug_not_here",
}


@dataclass(frozen=True, slots=True)
class Sending:
    """A tool to call once, and the key of what is said when it did it."""

    tool: str
    arguments: dict[str, Any]


def read(scene: Scene) -> Sending | None:
    text = scene.turn.text.strip()
    if text.startswith(_DRAFT):
        return _changed(text)
    if found := _BUG.search(text):
        happened = found[1].strip() or text
        return Sending("report_bug", {"what_happened": happened if len(happened) >= 10 else text})
    if (address := _ADDRESS.search(text)) and _LETTER.search(text):
        return _letter(scene, text, address[0])
    for tool, way in _WAY:
        if re.search(way, text, re.IGNORECASE) and re.search(rf"\b{_SEND}\b", text, re.IGNORECASE):
            return _to_self(scene, tool)
    return None


def act(wish: Sending, scene: Scene) -> Step:
    if not scene.may(wish.tool):
        return scene.say(_NOT_HERE[wish.tool])
    done = scene.turn.last(wish.tool)
    if done and not done.succeeded and "/email" in done.problem:  # what is the person's to do, in their own words
        return scene.say("email_first")
    return with_result(scene, wish.tool, wish.arguments, lambda done: _tell(scene, done))


def _tell(scene: Scene, done: Result) -> Step:
    return scene.say(_DONE[done.name])


def _to_self(scene: Scene, tool: str) -> Sending:
    """What was said last, or a line that says that nothing was."""
    said = scene.turn.last_said.strip() or scene.words.say("sending_nothing")
    most = 400 if tool == "send_sms_to_user" else 6_000
    arguments = {"text": said if len(said) <= most else f"{said[:most]}…"}
    if tool == "send_email_to_user":
        arguments["subject"] = scene.words.say("sending_subject")
    return Sending(tool, arguments)


def _letter(scene: Scene, text: str, address: str) -> Sending:
    about = _ABOUT.search(text[text.index(address) + len(address) :])
    wanted = about[1].strip(" .") if about else scene.words.say("sending_about")
    body = scene.words.say("sending_letter", about=wanted)
    return Sending("draft_email", {"to": [address], "subject": wanted[:1].upper() + wanted[1:80], "text": body})


def _changed(note: str) -> Sending | None:
    found = _OLD.search(note)
    if found is None:
        return None
    text = f"{found['text'].rstrip()}\n\nPS : {found['wish'].strip()}"
    return Sending("draft_email", {"to": re.split(r",\s*", found["to"]), "subject": found["subject"], "text": text})


SENDING = Skill("sending", read, act)
