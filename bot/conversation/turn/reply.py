"""The end of a turn as the person reads it: the answer's text and files, or one clear sentence instead."""

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.capabilities import Markup, capabilities_of
from bot.channels.compose import Composition, compose
from bot.channels.gsm7 import segments
from bot.channels.names import attachment_name
from bot.clients.storage import FileStore
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.turn.frame import Frame
from bot.conversation.turn.guard import guarded
from bot.conversation.turn.promised import hands_over_a_file
from bot.conversation.turn.welcoming import tell_of_lapse, welcome
from bot.dao import alerts
from bot.dao.library import files
from bot.dao.library.room import Owner
from bot.dao.work.run_ends import Before, Now
from bot.documents.model import MAX_CONTENT_CHARS, Document
from bot.documents.pdf.render import render_pdf
from bot.errors import DocumentError, StorageError
from bot.i18n.catalogue import say
from bot.i18n.day import moment_at
from bot.i18n.detect import detect
from bot.models import Run, StoredFile
from bot.services.approval.unlinking import Unlinking
from bot.services.approval.vouched import spelt_in
from bot.services.delivery.outbox import Outbox
from bot.services.library.files import Links
from bot.services.library.room import room_of
from bot.services.money import shop
from bot.services.quiz import run_quizzes
from bot.text.safe import safe_text
from bot.types import StopReason

log = logging.getLogger(__name__)

_RULES = frozenset("─ \n")
LIMITS = (StopReason.MAX_ITERATIONS, StopReason.BUDGET_EXHAUSTED, StopReason.DEADLINE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said: texts by the ending of their keys, cut into parts already, and the document that carries the whole
    of one that is too long to be said."""

    texts: Sequence[tuple[str, Composition]]
    text: str = ""  # what is said under "", whole
    spelt: Callable[[str], str] = str  # what was done to that before it was cut
    segments: int = 0  # of it, as an SMS
    whole: StoredFile | None = None
    harm: str | None = None  # what the model's own words would have done
    cared: bool = False  # whoever was in distress a short while ago is not told about data and codes now
    free: bool = False  # the first one to who is in danger, as the model has noticed
    asks_permission: bool = False  # alone: no text that a page may have dictated stands before it and explains it

    @property
    def says_something(self) -> bool:
        """Whether anything of it is to be read, and not a line alone."""
        return any(not _RULES.issuperset(part) for _, text in self.texts for part in text.parts)


@dataclass(frozen=True, slots=True)
class Around:
    """What else decides how an answer is put. `permission`: the question the run has left. `cared`: who asks was in
    distress a short while ago. `known`: the only addresses that are links in it (bot.services.approval.run_links);
    None: all are. `frame`: of a run in the background. `ready`: files come with it. `done`: the line that says what was
    done and lasts; `undone`: the one that what the text says was not."""

    permission: str | None = None
    cared: bool = False
    known: Collection[str] | None = None
    frame: Frame | None = None
    ready: bool = False
    done: str = ""
    undone: str = ""


def prepare(
    person: Person,
    run: Run,
    result: RunResult,
    settings: Settings,
    store: FileStore,
    around: Around,
) -> Answer:
    """Everything slow about an answer, outside any transaction: its texts, and its PDF when it is too long."""
    notes: list[tuple[str, Composition]] = []
    cared, known = around.cared, around.known
    if around.permission is not None:
        question = _composed(person, around.permission)
        return Answer([*notes, (":approval", question)], cared=cared, asks_permission=True)
    text, harm = guarded(person, safe_text(_text(person, result, around)), result, settings, cared=cared)
    unlinking = _unlinking(person, known)
    said, whole = _composed(person, text, unlinking), None
    cut: list[tuple[str, Composition]] = []
    if said.overflow and harm is None:
        try:
            kept = None if known is None else tuple(spelt_in(text, known))
            whole = _document(person, run, text, settings, store, links=kept, tainted=result.tainted)
            notes.append((":note", _composed(person, say(person.language, "overflow_document"))))
        except (DocumentError, StorageError) as error:  # then at least the beginning, and that it was cut
            log.warning("no document for a long answer", extra={"run": run.id, "error": error})
            cut.append((":cut", _composed(person, say(person.language, "answer_cut"))))
    dead = [(":links", _composed(person, say(person.language, "links_dead")))] if unlinking.changed else []
    texts = [*notes, ("", said), *cut, *dead]
    return Answer(texts, text, unlinking, _segments(person, said), whole, harm, cared)


def ended(person: Person, answer: Answer, line: str) -> Answer:
    """The same answer with one line more at its end; as it is where nothing but itself may be read."""
    if answer.harm is not None or answer.asks_permission or answer.cared:
        return answer
    said = dict(answer.texts)[""]
    longer = _composed(person, f"{answer.text}\n\n{line}", answer.spelt)
    if said.overflow or longer.overflow:
        return replace(answer, texts=[*answer.texts, (":ending", _composed(person, line))])
    return replace(answer, texts=[(key, longer if key == "" else text) for key, text in answer.texts])


def _unlinking(person: Person, known: Collection[str] | None) -> Unlinking:
    marked = capabilities_of(person.channel).markup is Markup.WHATSAPP
    return Unlinking(known, code_is_dead=marked)


def _composed(person: Person, text: str, settle: Callable[[str], str] = str) -> Composition:
    return compose(text, person.channel, person.language, settle)


def _segments(person: Person, said: Composition) -> int:
    return sum(map(segments, said.parts)) if capabilities_of(person.channel).segmented else 0


def _document(
    person: Person,
    run: Run,
    text: str,
    settings: Settings,
    store: FileStore,
    *,
    links: tuple[str, ...] | None,
    tainted: bool,
) -> StoredFile:
    title = say(person.language, "answer_title")
    document = Document(
        title=title,
        content=text[:MAX_CONTENT_CHARS],
        language=person.language,
        service_name=settings.service_name,
        created_at=moment_at(person.address, run.started_at),
        links=links,
    )
    body = render_pdf(document)
    return StoredFile(
        conversation_id=run.conversation_id,
        user_id=run.user_id,
        run_id=run.id,
        name=attachment_name(title, "pdf"),
        title=title,
        content_type="application/pdf",
        size=len(body),
        sha256=store.put(body),
        tainted=tainted,
    )


def stopped(person: Person, answer: Answer, frame: Frame | None) -> Answer:
    """The same end for a run that was cancelled while its answer was made ready."""
    return Answer([("", _composed(person, frame.stopped))]) if frame is not None else answer


def _text(person: Person, result: RunResult, around: Around) -> str:
    language, frame = person.language, around.frame
    if frame is not None and result.stop_reason == StopReason.CANCELLED:
        return frame.stopped
    if frame is not None and (result.stop_reason == StopReason.ERROR or not (result.text or result.refused)):
        return frame.failed
    if result.stop_reason in (StopReason.AWAITING_USER, StopReason.CANCELLED):
        return result.text
    if result.stop_reason == StopReason.ERROR or not (result.text or result.refused):
        if not (around.ready or around.done):
            return say(language, "apology_provider")
        return " ".join(filter(None, (say(language, "apology_unfinished", ready=around.ready), around.done)))
    # What a model is made to refuse by is English whoever asks: ours stands below it in any case.
    said = "" if result.declined and detect(result.text) not in (None, language) else result.text
    lines = [frame.heading, said] if frame is not None else [said]
    if result.refused:
        lines += [say(language, "refused"), around.done]
    if result.cut:
        lines.append(say(language, "answer_cut"))
    elif result.stop_reason in LIMITS:
        lines.append(say(language, "stopped_at_limit"))
    elif not (around.ready or around.cared) and hands_over_a_file(result.text):
        lines.append(say(language, "no_file_made"))
    lines.append(around.undone)
    return "\n\n".join(line for line in lines if line)


def write(
    session: Session,
    person: Person,
    run: Run,
    answer: Answer,
    links: Links,
    settings: Settings,
    around: tuple[Before, Now],
) -> None:
    """The parts of an answer: text first, then what hangs on it. `around`: how the run stands."""
    before, stands = around
    outbox = Outbox(session, person.recipient, links, run.id, silent=stands.silent)
    key = f"run{run.id}"
    if answer.harm is not None:
        alerts.add(session, "harmful_answer", f"conversation {run.conversation_id}: {answer.harm}", run.id)
    for ending, text in answer.texts:
        outbox.composed(f"{key}{ending}", text)
    if answer.whole is not None:
        owner = Owner(run.user_id, run.conversation_id)
        room_of(settings).make_for_answer(session, owner, answer.whole.size, links.clock.now())
        files.add(session, answer.whole)
    if before.question and not answer.asks_permission:
        _put_question(session, person, run.id, outbox)
    session.flush()
    if before.file or answer.whole is not None:
        outbox.files(key, files.of_run(session, run.id))
    if not answer.cared:
        welcome(session, person, outbox, settings)
        tell_of_lapse(session, person, outbox)


def _put_question(session: Session, person: Person, run_id: int, outbox: Outbox) -> None:
    """What a tool has left to be answered, if one has."""
    if (quiz := run_quizzes.asked(session, run_id, person.language, person.channel)) is not None:
        outbox.offer(f"run{run_id}:quiz", *quiz)
    elif (packs := shop.asked(session, run_id, person.language)) is not None:
        outbox.offer(f"run{run_id}:packs", *packs)
