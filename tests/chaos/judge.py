"""The judge: compares what people were told, by Twilio's log, with what the database says and what they had asked."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from bot.conversation.inbox import MOST_LIVES
from bot.models import (
    Address,
    Conversation,
    ExerciseResult,
    InboundMessage,
    Iteration,
    LedgerEntry,
    OutboundPart,
    Run,
    StoredFile,
    ToolCallRecord,
    TranscriptMessage,
    User,
)
from bot.services.delivery.states import FINAL, RANKS, from_twilio
from bot.simulator.records import Sent
from tests.chaos.bursts import is_notice
from tests.chaos.enclosure_judge import Enclosures
from tests.chaos.living import LIVING, soon
from tests.chaos.people import VERDICT
from tests.chaos.stage import Said
from tests.chaos.tally import Violation
from tests.chaos.world import World

ANSWERED = ("done_signal", "awaiting_user", "command", "interaction", "urgent", "background", "unreadable")
GIVEN_UP, STOPPED = "dead", "cancelled"
DOCUMENT, SEGMENTS = 1, 5  # credits; parts of an SMS beyond the first for one


class Judge:
    """Reads everything once the round is calm. `violations` are what was found. `deadly`: processes were killed, so
    that messages may have cost too many lives; an outage alone costs none."""

    def __init__(self, world: World, said: Sequence[Said], *, deadly: bool) -> None:
        self._world, self._deadly = world, deadly
        self._said = {one.sid: one for one in said}
        self._sent = world.twilio.stand_in.sent
        with world.database.read() as session:
            self._load(session)
        self._enclosures = Enclosures(self._said, self._inbound, self._files, self._address, deadly=deadly,
                                      storage_fails=world.disk is not None)  # fmt: skip

    def _load(self, session: Session) -> None:
        def rows(model: type[Any]) -> list[Any]:
            return list(session.exec(select(model).order_by(col(model.id))))

        self._inbound: list[InboundMessage] = rows(InboundMessage)
        self._runs: dict[int, Run] = {run.id: run for run in rows(Run)}
        self._parts: list[OutboundPart] = rows(OutboundPart)
        self._transcript: list[TranscriptMessage] = rows(TranscriptMessage)
        self._iterations: list[Iteration] = rows(Iteration)
        self._calls: list[ToolCallRecord] = rows(ToolCallRecord)
        self._results: list[ExerciseResult] = rows(ExerciseResult)
        self._files: list[StoredFile] = rows(StoredFile)
        self._ledger: list[LedgerEntry] = rows(LedgerEntry)
        self._users: list[User] = rows(User)
        addresses = {row.id: row.value for row in rows(Address)}
        self._conversations: list[Conversation] = rows(Conversation)
        self._address = {row.id: addresses[row.address_id] for row in self._conversations}
        self._living = set(session.connection().execute(text(LIVING), soon()).scalars())

    @property
    def given_up(self) -> int:
        """How many messages cost too many lives and got an apology."""
        return sum(message.outcome == GIVEN_UP for message in self._inbound)

    def violations(self) -> list[Violation]:
        """Everything that must not be."""
        checks = (
            self._inbox, self._answers, self._sends, self._states, self._run_ends, self._transcripts, self._effects,
            self._money, self._lanes,
        )  # fmt: skip
        return [*self._enclosures.violations(), *(violation for check in checks for violation in check())]

    # -- what people see

    def _inbox(self) -> Iterator[Violation]:
        """Everything accepted was dealt with, once."""
        stored = Counter(message.message_sid for message in self._inbound)
        for sid, one in self._said.items():
            if stored[sid] != 1:
                yield Violation("inbound stored", one.person.address, f"{one.say.text!r}: {stored[sid]} times")
        for message in self._inbound:
            may_be_given_up = self._deadly and message.attempts > MOST_LIVES
            fine = message.outcome in (*ANSWERED, STOPPED) or (message.outcome == GIVEN_UP and may_be_given_up)
            if message.processed_at is None or not fine:
                evidence = f"{message.body!r}: {message.outcome or 'no outcome'} after {message.attempts} lives"
                yield Violation("not answered", message.sender, evidence)

    def _answers(self) -> Iterator[Violation]:
        """All that is due was heard exactly once, in the order of the questions."""
        heard: dict[str, str] = defaultdict(str)
        for message in self._sent:
            heard[message.to] += f"{message.body}\n\n"
        positions: dict[str, int] = defaultdict(int)
        for message in self._inbound:
            one = self._said.get(message.message_sid)
            silenced = message.outcome == GIVEN_UP or self._gave_nothing(message)
            for words in one.say.due if one else ():
                found = [place.start() for place in re.finditer(rf"{words}\b", heard[message.sender])]
                if not found and self._enclosures.excuses(message):
                    continue
                allowed = (0, int(words.startswith(VERDICT))) if silenced else (1,)  # a verdict comes before its turn
                if len(found) not in allowed:
                    kind = "never answered" if not found else "said though stopped" if silenced else "answered twice"
                    yield Violation(kind, message.sender, f"{words!r} {len(found)} times, outcome {message.outcome}")
                elif one is not None and one.say.beside:
                    continue
                elif found and found[0] < positions[message.sender]:
                    yield Violation("out of order", message.sender, f"{words!r} before what was asked earlier")
                positions[message.sender] = max([positions[message.sender], *found])

    def _gave_nothing(self, message: InboundMessage) -> bool:
        if message.outcome == STOPPED and message.run_id is None:  # before its turn began
            return True
        run = self._runs.get(message.run_id or 0)  # in the background no message waits for one that cost many lives
        return run is not None and (run.stop_reason == STOPPED or (run.status == GIVEN_UP and self._deadly))

    def _sends(self) -> Iterator[Violation]:
        """Each part reached Twilio exactly once, and nothing else did; they left in the order they were written."""
        parts: dict[str, list[str]] = defaultdict(list)
        sent: dict[str, list[str]] = defaultdict(list)
        # What a webhook's answer says has no part. One with the same words, written after a jump of the clock and whose
        # own answer was lost, is found in it by Twilio's log, and may have left as well: `told_twice` judges these.
        told = {message.to for message in self._sent if message.in_reply}
        for part in self._parts:
            if part.state != "dropped" and not (part.address in told and is_notice(part.body)):
                parts[part.address].append(part.body.strip() or "a file")
        for message in self._sent:
            if not message.in_reply and not (message.to in told and is_notice(message.body)):
                sent[message.to].append(message.body.strip() or "a file")
        for address in parts.keys() | sent.keys():
            written, left = Counter(parts[address]), Counter(sent[address])
            for body, times in (left - written).items():
                yield Violation("sent twice", address, f"{times} more than written: {body[:80]!r}")
            for body, times in (written - left).items():
                yield Violation("never sent", address, f"{times} of {body[:80]!r}")
            if written == left and parts[address] != sent[address]:
                yield Violation("parts out of order", address, f"{[body[:30] for body in sent[address]]}")

    def _states(self) -> Iterator[Violation]:
        """Every part has its last state, and not a higher one than Twilio says."""
        by_sid: dict[str, Sent] = {message.sid: message for message in self._sent}
        for part in self._parts:
            message = by_sid.get(part.twilio_sid or "")
            told = from_twilio(message.status) if message else None
            if part.state not in FINAL or part.closed_at is None:
                yield Violation("part not final", part.address, f"part {part.id} is {part.state}, Twilio says {told}")
            elif part.state != "dropped" and (told is None or RANKS[part.state] > RANKS[told]):
                yield Violation("part state", part.address, f"part {part.id} is {part.state}, Twilio says {told}")

    # -- what is written down

    def _run_ends(self) -> Iterator[Violation]:
        """Every run has ended and belongs to messages; every answered question has its run."""
        asked = {message.run_id for message in self._inbound}
        answered = {part.run_id for part in self._parts}
        for run in self._runs.values():
            address = self._address[run.conversation_id]
            if run.status == "running":
                yield Violation("run still running", address, f"run {run.id}")
            if run.id not in asked:
                yield Violation("run without a question", address, f"run {run.id}, {run.stop_reason}")
            expected = run.status == "done" and run.stop_reason != STOPPED
            if expected and run.id not in answered:
                yield Violation("run without an answer", address, f"run {run.id}, {run.stop_reason}")

    def _transcripts(self) -> Iterator[Violation]:
        """One question, one row a completion, one result a call."""
        rows: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in self._transcript:
            rows[row.run_id].append(row.message)
        completions = Counter(iteration.run_id for iteration in self._iterations)
        for run_id, messages in rows.items():
            run = self._runs[run_id]
            roles = Counter(message["role"] for message in messages)
            called = Counter(call["id"] for message in messages for call in message.get("tool_calls") or ())
            replied = Counter(message["tool_call_id"] for message in messages if message["role"] == "tool")
            complete = called == replied if run.status == "done" and run.stop_reason != STOPPED else replied <= called
            right = messages[0]["role"] == "user" and roles["user"] == 1 and roles["assistant"] == completions[run_id]
            if not right or not complete or max(replied.values(), default=1) > 1:
                yield Violation("transcript", self._address[run.conversation_id], f"run {run_id}: {dict(roles)}")

    def _effects(self) -> Iterator[Violation]:
        """Each tool's effect happened once: as often as calls succeeded, and as often as was asked for."""
        done = Counter((call.run_id, call.tool) for call in self._calls if call.status == "success")
        files = Counter(file.run_id for file in self._files)
        subjects = Counter(result.subject for result in self._results if result.source == "report")
        for run in self._runs.values():
            wanted = done[run.id, "generate_pdf"]
            if files[run.id] != wanted:
                yield Violation(
                    "effect", self._address[run.conversation_id], f"{files[run.id]} files of {wanted} calls"
                )
        for message in self._inbound:
            one = self._said.get(message.message_sid)
            if one is None or message.outcome == GIVEN_UP or self._gave_nothing(message):
                continue
            subject = f"Maths {message.body.rpartition(' ')[2]}"
            counts = message.outcome in ("done_signal", "background") and "t" in message.body
            if counts and subjects[subject] != one.say.results:
                yield Violation("effect", message.sender, f"{message.body!r}: {subjects[subject]} results")
        answers = Counter(r.conversation_id for r in self._results if r.source == "quiz")
        for conversation, count in answers.items():
            if count > 1:
                yield Violation("effect", self._address[conversation], f"one quiz, {count} results")
        for file in self._files:
            if not (self._world.home / "files" / file.sha256[:2] / file.sha256).exists():
                yield Violation("effect", self._address[file.conversation_id], f"file {file.id} has no bytes")

    def _money(self) -> Iterator[Violation]:
        """The sum of the ledger is the balance, entry by entry; a run is charged once for its answer, each document and
        the length of an SMS, as far as it may cost that, and not at all when it gave nothing."""
        sums, charged = Counter[int](), Counter[int]()
        for entry in self._ledger:
            sums[entry.user_id] += entry.amount
            if entry.balance != sums[entry.user_id]:
                yield Violation("balance", f"user {entry.user_id}", f"{entry.idempotency_key}: {entry.balance} left")
            if entry.kind in ("turn", "tool", "segments", "refund"):
                charged[entry.run_id or 0] -= entry.amount
        for user in self._users:
            if user.credits != sums[user.id]:
                yield Violation("balance", f"user {user.id}", f"{user.credits} credits, ledger {sums[user.id]}")
        made = [call.run_id for call in self._calls if call.tool == "generate_pdf" and call.status == "success"]
        documents = Counter(made)
        spoken = Counter[int]()
        for part in self._parts:
            if re.fullmatch(rf"run{part.run_id}:\d+", part.key):
                spoken[part.run_id or 0] += part.segments
        for run_id in charged.keys() | self._runs.keys():
            run = self._runs.get(run_id)
            gave = run is not None and run.status == "done" and run.stop_reason not in (STOPPED, "error")
            extra = documents[run_id] * DOCUMENT + max(0, spoken[run_id] - 1) // SEGMENTS
            due = min(run.price + extra, run.budget) if run is not None and (gave or self._is_kept(run)) else 0
            if charged[run_id] != due:
                address = self._address[run.conversation_id] if run else "nobody"
                yield Violation("charge", address, f"run {run_id}: {charged[run_id]} taken, {due} due")

    def _is_kept(self, run: Run) -> bool:
        """Whether a run was stopped with its document made, which is paid."""
        return run.stop_reason == STOPPED and any(file.run_id == run.id for file in self._files)

    def _lanes(self) -> Iterator[Violation]:
        """No living worker holds a lane where nothing is left to do."""
        for row in self._conversations:
            if row.lane_worker in self._living:
                yield Violation("lane held", self._address[row.id], f"by {row.lane_worker}")
