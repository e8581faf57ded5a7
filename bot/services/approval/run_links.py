"""What a run may show as a link: everything while it has read nothing untrusted, then what somebody else wrote."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markdown_it.common.normalize_url import normalizeLink
from sqlmodel import Session

from bot.channels.markup import to_plain, to_whatsapp
from bot.dao import contexts
from bot.dao.database import Database
from bot.dao.work import runs
from bot.services.approval import vouched
from bot.services.approval.allowed import words_of_person
from bot.services.approval.unlinking import Unlinking, with_hosts


@dataclass(frozen=True, slots=True)
class RunLinks:
    """For one run. `leads`: by tool, where strangers write (bot.agent.spec.Tool)."""

    database: Database
    conversation_id: str
    user_id: int | None
    run_id: int
    leads: Mapping[str, Sequence[str]]

    def known(self, service_words: Sequence[str] = ()) -> frozenset[str] | None:
        """The addresses that the person, strangers or the service itself (`service_words`) wrote, in their one
        spelling, with the front pages of their sites; None while the run is not tainted: then all may be shown.

        Results of earlier turns count here, since a link is shown to who has seen that page already; what is fetched
        unasked is stricter (bot.services.approval.gate)."""
        with self.database.read() as session:
            if not runs.is_tainted(session, self.run_id):
                return None
            messages = self._messages(session)
            granted = [str(url) for text in runs.granted(session, self.run_id).values() for url in _strings(text)]
        words = [*words_of_person(messages), *service_words, *granted]
        return with_hosts(vouched.of_person(words) | vouched.of_results(messages, self.leads))

    def kept(self, texts: Sequence[str]) -> tuple[str, ...] | None:
        """The addresses in some Markdown that may be links in a document, as they are spelt there; None: all."""
        known = self.known()
        if known is None:
            return None
        found = {address for text in texts for address in vouched.spelt_in(text, known)}
        return tuple(sorted(found | {normalizeLink(address) for address in found}))

    def names_unknown(self, texts: Sequence[str]) -> bool:
        """Whether Markdown of a tainted run names an address that nobody else wrote, in itself or once converted."""
        known = self.known()
        if known is None:
            return False
        shown = [convert(text) for text in texts for convert in (str, to_plain, to_whatsapp)]
        return any(Unlinking(known)(text) != text for text in shown)

    def _messages(self, session: Session) -> list[dict[str, object]]:
        context = contexts.of(session, self.conversation_id, self.user_id)
        after = max(context.context_from, context.summary_upto)
        own = [said.message for said in runs.own_transcript(session, self.run_id)]
        earlier = runs.transcript(session, self.conversation_id, self.user_id, after)
        return [*(row.message for row in earlier if row.run_id != self.run_id), *own]


def _strings(arguments: str) -> list[str]:
    """The strings of a call's arguments: what the person was shown, and has allowed."""
    values = json.loads(arguments)
    lists = [value if isinstance(value, list) else [value] for value in values.values()]
    return [text for items in lists for text in items if isinstance(text, str)]
