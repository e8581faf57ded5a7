"""What people of the campaign send beside words, and how the model's part tells that it reached it: documents and cards
that hold the token, photos told apart by their width, voice notes by their pitch."""

import base64
import hashlib
import io
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import docx
from PIL import Image

from bot.simulator.records import Media
from tests.chaos.steps import Pause, Play, Say
from tests.fakes.model import Request
from tests.fakes.photographs import jpeg, page
from tests.fakes.sounds import voice
from tests.fakes.speech import Speech

READ = "lue"  # what the answer says of an enclosure that was read
PITCHES = tuple(round(300 * 1.25**step) for step in range(8))
WIDTHS = (480, 500, 520, 540)
NUMBER = re.compile(r"\[Document: [^\]\n]*?file (\d+)")
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
KEPT = ("text/plain", "text/csv", WORD)
CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:Voisin {token}\nTEL:+2250700000099\nEND:VCARD\n"
EARS = {"MODEL_TRANSCRIBE": "ears"}


def ears() -> Speech:
    """Who hears a question of its own in the sounds of each pitch."""
    heard = Speech()
    for pitch in PITCHES:
        heard.hears(pitch, f"Question {_token_of(pitch)}")
    return heard


def paper(token: Callable[[], str], random: Random) -> Play:
    """A document with its caption; now and then the same again."""
    mine = token()
    enclosed = (_document(mine, random),)
    yield _asks(mine, enclosed, twice=random.random() < 0.3)
    if random.random() < 0.4:
        yield Pause(random.choice((0.0, 0.5)))
        yield Say(f"Encore {mine}", media=enclosed)


def papers(token: Callable[[], str], random: Random) -> Play:
    """Several documents, each a message, then what is wanted."""
    mine = token()
    number = random.randint(2, 3)
    for place in range(number):
        words = mine if place == number - 1 else f"t0x{place}"
        yield Say("", media=(_document(words, random),), twice=random.random() < 0.2)
    yield _asks(mine)


def photo(token: Callable[[], str], random: Random) -> Play:
    """A photo with its caption; now and then a second one on its heels."""
    mine, width = token(), random.choice(WIDTHS)
    if random.random() < 0.3:
        yield Say("", media=(_photo(random.choice(WIDTHS)),))
        yield Pause(1.5)
    yield Say(f"Regarde {mine}", (f"Réponse {mine} {width}",), media=(_photo(width),), twice=random.random() < 0.3)


def spoken(_token: Callable[[], str], random: Random) -> Play:
    """A question that is said."""
    pitch = random.choice(PITCHES)
    yield Say("", (f"Réponse {_token_of(pitch)}",), media=(Media(voice(pitch), "audio/ogg"),))


def card(token: Callable[[], str], _random: Random) -> Play:
    """Somebody's number."""
    mine = token()
    yield _asks(mine, (Media(CARD.format(token=mine).encode(), "text/vcard"),))


def wanted(request: Request) -> list[tuple[tuple[str, dict[str, Any]], ...]]:
    """The calls that read documents, all that were ever sent at once: their webhooks come in any order. A guest has no
    tool for it."""
    said = [str(message["content"]) for message in request["messages"] if message["role"] == "user"]
    numbers = list(dict.fromkeys(NUMBER.findall("\n".join(said))))
    return (
        [tuple(("read_user_file", {"file": number}) for number in numbers)] if numbers and request.get("tools") else []
    )


def words_in(request: Request) -> str:
    """The text of the last thing a person said, which pictures may stand beside."""
    content = _last_said(request)
    if isinstance(content, list):
        return next((str(part["text"]) for part in content if part["type"] == "text"), "")
    return str(content)


def seen(request: Request, token: str) -> str:
    """How wide the last picture is that came with the question."""
    content = _last_said(request)
    if not isinstance(content, list):
        return f"Réponse {token} invisible"
    picture = base64.b64decode(content[-1]["image_url"]["url"].partition(",")[2])
    return f"Réponse {token} {Image.open(io.BytesIO(picture)).width}"


def answer(request: Request, token: str) -> str:
    """What it says tells whether the token was read: in a tool's result, in the beginning a guest's note has, on a
    card."""
    seen = "\n".join(str(message["content"]) for message in request["messages"] if message["role"] != "assistant")
    was_read = re.search(rf"(?:Le mot est|Voisin) {token}\b", seen)
    return f"Réponse {token} {READ if was_read else 'perdue'}"


def photos(media: tuple[Media, ...]) -> set[str]:
    """What of it stays in a library, made small."""
    return {hashlib.sha256(each.content).hexdigest() for each in media if each.content_type == "image/jpeg"}


def digests(media: tuple[Media, ...]) -> set[str]:
    """What of it stays in a library, as it is."""
    return {hashlib.sha256(each.content).hexdigest() for each in media if each.content_type in KEPT}


def _last_said(request: Request) -> Any:
    said = [message["content"] for message in request["messages"] if message["role"] == "user"]
    return said[-1] if said else ""


def _asks(token: str, media: tuple[Media, ...] = (), *, twice: bool = False) -> Say:
    return Say(f"Lis {token}", (f"Réponse {token} {READ}",), media=media, twice=twice)


@cache
def _photo(width: int) -> Media:
    return Media(jpeg(page("Exercice 3\n2x + 3 = 11", (width, 640))), "image/jpeg")


def _document(token: str, random: Random) -> Media:
    words = f"Le mot est {token}"
    kind = random.choice(KEPT)
    if kind != WORD:
        return Media(f"{words} ;\n".encode(), kind)
    written, out = docx.Document(), io.BytesIO()
    written.add_paragraph(words)
    written.save(out)
    return Media(out.getvalue(), kind)


def _token_of(pitch: float) -> str:
    return f"t{pitch:.0f}x0"
