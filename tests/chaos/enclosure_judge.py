"""What the judge knows of enclosures: each is looked at once, kept once for whoever sent it, and refused only where
something of ours was away or died."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from bot.models import InboundMessage, StoredFile
from tests.chaos.enclosures import digests, photos
from tests.chaos.stage import Said
from tests.chaos.tally import Violation


class Enclosures:
    """Of one round. `deadly`: looking at something may have cost its last life; `storage_fails`: there was no room."""

    def __init__(
        self,
        said: Mapping[str, Said],
        inbound: Sequence[InboundMessage],
        files: Sequence[StoredFile],
        address: Mapping[str, str],
        *,
        deadly: bool,
        storage_fails: bool,
    ) -> None:
        self._said, self._inbound, self._files, self._address = said, inbound, files, address
        self._pardoned = {"corrupt": deadly, "unreachable": storage_fails}
        self._refused = {message.sender for message in inbound if any(map(_reason, _entries(message)))}

    def excuses(self, message: InboundMessage) -> bool:
        """Whether what was sent by this person may not have reached the model, or not with the words that ask for it:
        webhooks come in any order, and one that was refused comes again seconds later."""
        if message.sender in self._refused:
            return True
        order = list(self._said)
        before = set(order[: order.index(message.message_sid)])
        return any(
            other.id > message.id and other.sender == message.sender and other.message_sid in before
            for other in self._inbound
            if other.kind == "media"
        )

    def violations(self) -> Iterator[Violation]:
        """Everything that must not be."""
        for message in self._inbound:
            yield from self._of(message)
        yield from self._libraries()

    def _of(self, message: InboundMessage) -> Iterator[Violation]:
        one = self._said.get(message.message_sid)
        entries = _entries(message)
        if one is None or _is_left(message):
            return
        if len(entries) != len(one.say.media):
            evidence = f"{message.body!r}: {len(entries)} of {len(one.say.media)} looked at"
            yield Violation("enclosure", message.sender, evidence)
        for reason in filter(None, map(_reason, entries)):
            if not self._pardoned.get(reason, False):
                yield Violation("enclosure refused", message.sender, f"{message.body!r}: {reason}")

    def _libraries(self) -> Iterator[Violation]:
        """Each person has what they sent, once, and nothing that another sent."""
        sent: dict[str, set[str]] = {}
        pictures: dict[str, set[str]] = {}
        for one in self._said.values():
            sent.setdefault(one.person.address, set()).update(digests(one.say.media))
            pictures.setdefault(one.person.address, set()).update(photos(one.say.media))
        kept: dict[str, list[str]] = {}
        small = Counter[str]()
        for file in self._files:
            if file.origin == "sent" and file.content_type == "image/jpeg":
                small[self._address[file.conversation_id]] += 1
            elif file.origin == "sent":
                kept.setdefault(self._address[file.conversation_id], []).append(file.sha256)
        given_up = {message.sender for message in self._inbound if _is_left(message)}
        for address in sent.keys() | kept.keys():
            mine, theirs = kept.get(address, []), sent.get(address, set())
            missing = theirs - set(mine) if address not in given_up | self._refused else set()
            if len(mine) != len(set(mine)) or set(mine) - theirs or missing:
                yield Violation("library", address, f"{len(mine)} files of {len(theirs)} that were sent")
        for address, taken in pictures.items():
            fewest = len(taken) if address not in given_up | self._refused else 0
            if not fewest <= small[address] <= len(taken):
                yield Violation("library", address, f"{small[address]} photos of {len(taken)} that were sent")


def _is_left(message: InboundMessage) -> bool:
    """Whether nobody had to look at all that came with it: it has cost too many lives, or its person wanted it no more
    before its turn began."""
    return message.outcome == "dead" or (message.outcome == "cancelled" and message.run_id is None)


def _entries(message: InboundMessage) -> Sequence[dict[str, object]]:
    return tuple(message.details.get("attachments") or ())


def _reason(entry: dict[str, object]) -> str:
    return str(entry.get("refused", ""))
