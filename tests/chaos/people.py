"""Who talks in the campaign and what about: small plays, each with the words that must be heard once and in order.

A message is a kind and a token, `Calcule t7x2`; what is due for it carries the token too, `Réponse t7x2`. The model's
part is played by `reply`, which knows nothing but the request.
"""

import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tests.chaos import enclosures
from tests.chaos.steps import Hear, Pause, Play, Say
from tests.fakes.model import Request, Step, calls, says

LINE = re.compile(
    r"^(Question|Calcule|Note|Fiche|Deux|Roman|Attends|Quiz|Dossier|Lis|Regarde|Encore) (t\d+x\d+)$", re.MULTILINE
)
QUIZ_NOTE = re.compile(r"^\[Quiz\].*?Combien (t\d+x\d+)", re.DOTALL)
VERDICT = "Voici"  # what an explanation of ours begins with
SLOWNESS = Random(0)
FILLER = "Une phrase de plus, pour que ce paragraphe soit assez long et remplisse un message. " * 14


@dataclass(slots=True)
class Person:
    """One conversation. `mode` is None for a guest."""

    number: int
    address: str
    mode: str | None
    name: str
    play: Play


def cast(number: int, random: Random, play: str = "") -> Person:
    """Person `number`, with a channel and a play: the one named, else any."""
    name = play or random.choices(list(PLAYS), [weight for _, weight in PLAYS.values()])[0]
    digits = f"+22507{number:08d}"
    address = f"whatsapp:{digits}" if random.random() < 0.6 else digits
    mode = None if name in GUESTS else random.choice(("student", "pro"))
    token = (f"t{number}x{count}" for count in itertools.count(1))
    return Person(number, address, mode, name, PLAYS[name][0](lambda: next(token), random))


def ask(kind: str, token: str, random: Random, **more: Any) -> Say:
    """A message that gets an answer."""
    due = ("Début", "Milieu", "Fin") if kind == "Roman" else ("Réponse",)
    twice = random.random() < 0.15
    results, documents = {"Note": 1, "Deux": 2}.get(kind, 0), int(kind == "Fiche")
    command = more.pop("command", "")
    return Say(f"{command}{kind} {token}", tuple(f"{word} {token}" for word in due), results, documents, twice, **more)


def _one(kind: str) -> Callable[[Callable[[], str], Random], Play]:
    def play(token: Callable[[], str], random: Random) -> Play:
        yield ask(kind, token(), random)

    return play


def _several(token: Callable[[], str], random: Random) -> Play:
    for _ in range(random.randint(2, 4)):
        yield ask(random.choice(("Question", "Calcule", "Note")), token(), random)
        yield Pause(random.choice((0.0, 0.08, 0.4)))


def _fragments(token: Callable[[], str], random: Random) -> Play:
    for _ in range(random.randint(2, 4)):
        yield ask("Question", token(), random, waits=False)


def _quiz(token: Callable[[], str], random: Random) -> Play:
    first, second = token(), token()
    yield ask("Question", first, random)
    if not (yield Hear(f"Réponse {first}")):
        return
    yield Say(f"Quiz {second}", (f"Allons-y {second}", f"Combien {second}"))
    if (yield Hear(f"Combien {second}")):
        right = random.random() < 0.5
        verdict = (f"{VERDICT} {second}", f"Suite {second}")
        yield Say("1" if right else "2", verdict, results=1, twice=random.random() < 0.3)


def _command(token: Callable[[], str], random: Random) -> Play:
    yield Say(random.choice(("/aide", "/compte", "/fichiers", "/nouveau", "/statut")))
    yield ask("Question", token(), random)
    yield Say("/compte")


def _cancel(token: Callable[[], str], random: Random) -> Play:
    stopped = token()
    yield Say(f"Attends {stopped}", (f"Réponse {stopped}",))
    yield Pause(random.uniform(0.2, 1.0))
    yield Say("/annuler")
    yield Say("/statut")
    yield ask("Question", token(), random)


def _behind(token: Callable[[], str], random: Random) -> Play:
    """Up to three at once, the third has to wait; and chatting on meanwhile."""
    for _ in range(random.randint(1, 3)):
        kind = random.choice(("Question", "Note", "Deux", "Fiche"))
        yield ask(kind, token(), random, command="/fond ", beside=True)
        yield Pause(random.choice((0.0, 0.3)))
    yield ask("Note", token(), random)
    yield Say("/statut")


def _promoted(token: Callable[[], str], random: Random) -> Play:
    """Sent into the background while it runs, or a moment too late."""
    yield ask("Deux", token(), random, beside=True)
    yield Pause(random.uniform(0.1, 0.8))
    yield Say("/fond")
    yield ask("Question", token(), random, beside=True)


def _offered(token: Callable[[], str], random: Random) -> Play:
    """The model would rather do it in the background. The person agrees, wants it short and at once or not at all, or
    asks something else and never answers."""
    first = token()
    yield Say(f"Dossier {first}", (f"Réponse {first}",), results=1, beside=True)
    if (yield Hear(f"Dossier {first}")):
        digit = random.choice(("1", "1", "1", "2", "0", ""))
        yield Say(digit, twice=random.random() < 0.3) if digit else ask("Question", token(), random, beside=True)
    yield ask("Note", token(), random, beside=True)


def _recalled(token: Callable[[], str], random: Random) -> Play:
    """Stopped there, while it works or when it has just ended; now and then twice."""
    kind = random.choice(("Attends", "Deux", "Fiche"))
    yield ask(kind, token(), random, command="/fond ", beside=True)
    yield Pause(random.uniform(0.2, 1.2))
    for _ in range(random.randint(1, 2)):
        yield Say(random.choice(("/annuler 1", "/annuler 1", "/annuler")))
    yield ask("Question", token(), random, beside=True)


PLAYS: Mapping[str, tuple[Callable[[Callable[[], str], Random], Play], int]] = {
    "plain": (_one("Question"), 4),
    "guest": (_one("Question"), 2),
    "read": (_one("Calcule"), 2),
    "slow": (_one("Attends"), 2),
    "write": (_one("Note"), 5),
    "document": (_one("Fiche"), 2),
    "batch": (_one("Deux"), 4),
    "long": (_one("Roman"), 4),
    "several": (_several, 5),
    "fragments": (_fragments, 3),
    "quiz": (_quiz, 4),
    "command": (_command, 3),
    "cancel": (_cancel, 2),
    "behind": (_behind, 4),
    "promoted": (_promoted, 3),
    "offered": (_offered, 3),
    "recalled": (_recalled, 3),
    "paper": (enclosures.paper, 4),
    "papers": (enclosures.papers, 3),
    "guest's paper": (enclosures.paper, 2),
    "photo": (enclosures.photo, 4),
    "spoken": (enclosures.spoken, 3),
    "card": (enclosures.card, 1),
}
GUESTS = ("guest", "guest's paper")


def slowly(request: Request) -> Step:
    """The model's next step, now and then after a while, so that much can happen meanwhile."""
    step = reply(request)
    return replace(step, hangs_s=SLOWNESS.uniform(0.3, 1.5)) if SLOWNESS.random() < 0.3 else step


def reply(request: Request) -> Step:
    """The model's next step: the tools its question calls for, one completion each, then the answer."""
    text = enclosures.words_in(request)
    if asked := QUIZ_NOTE.match(text):
        return says(f"Suite {asked[1]}")
    lines = LINE.findall(text)
    start = max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")
    after = request["messages"][start + 1 :]
    done = sum(message["role"] == "assistant" for message in after)
    steps = [(step, token) for kind, token in lines for step in _steps(kind, request)]
    wanted, tokens = [step for step, _ in steps], [token for _, token in steps]
    if done < len(wanted):
        made = [(name, json.loads(json.dumps(arguments).replace("TOKEN", tokens[done])))
                for name, arguments in wanted[done]]  # fmt: skip
        return calls(*made, text=f"Allons-y {tokens[done]}" if wanted[done][0][0] == "interactive_quiz" else "")
    answer = "\n\n".join(_answer(kind, token, request) for kind, token in lines) or "Pardon ?"
    if lines and lines[0][0] == "Attends":
        return Step(says(answer, piece=2).chunks, hangs_s=0.1, hangs_between=True)
    return says(answer, piece=300)


def _steps(kind: str, request: Request) -> Sequence[tuple[tuple[str, dict[str, Any]], ...]]:
    return enclosures.wanted(request) if kind == "Lis" else TOOLS.get(kind, ())


def _answer(kind: str, token: str, request: Request) -> str:
    if kind == "Lis":
        return enclosures.answer(request, token)
    if kind == "Regarde":
        return enclosures.seen(request, token)
    if kind != "Roman":
        return f"Réponse {token}"
    return "\n\n".join(f"{word} {token}\n{FILLER}" for word in ("Début", "Milieu", "Fin"))


REPORT = ("report_exercise_result", {"subject": "Maths TOKEN", "correct": 1, "total": 2})
TOOLS: Mapping[str, tuple[tuple[tuple[str, dict[str, Any]], ...], ...]] = {
    "Calcule": ((("calculate", {"expression": "6*7"}),),),
    "Note": ((REPORT,),),
    "Fiche": ((("generate_pdf", {"title": "Fiche TOKEN", "content": "Le cours de TOKEN."}),),),
    "Dossier": ((("continue_in_background", {"reason": "beaucoup de pages"}),), (REPORT,)),
    "Deux": ((("calculate", {"expression": "6*7"}), REPORT), (REPORT,)),
    "Quiz": ((("interactive_quiz", {"question": "Combien TOKEN ?", "options": ["un", "deux", "trois"],
                                    "correct_index": 0, "explanation": f"{VERDICT} TOKEN.", "subject": "Maths"}),),),
}  # fmt: skip
