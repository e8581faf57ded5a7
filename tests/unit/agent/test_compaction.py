"""What a long run is shown of itself: short where it is old, with its addresses, the same bytes as long as can be."""

import json
from itertools import pairwise

from bot.agent.compaction import KEPT_WHOLE, Shown
from bot.agent.shaping import estimate_tokens
from bot.types import Message

HISTORY: list[Message] = [{"role": "system", "content": "s"}, {"role": "user", "content": "Fais-moi un rapport."}]
THRESHOLD = 30_000


def page(number: int) -> list[Message]:
    function = {"name": "browse_url", "arguments": json.dumps({"urls": [f"https://ohada.example/{number}"]})}
    content = {"status": "success", "data": [{"url": f"https://ohada.example/{number}", "text": "mot " * 2_000}]}
    return [
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": f"c{number}", "type": "function", "function": function}],
        },
        {"role": "tool", "tool_call_id": f"c{number}", "content": json.dumps(content)},
    ]


def requests(pages: int, threshold: int = THRESHOLD) -> list[list[Message]]:
    """What each request of a run shows that reads so many pages."""
    shown, seen = Shown(HISTORY, threshold), []
    for number in range(pages):
        shown.compact()
        seen.append(list(shown.messages))
        for message in page(number):
            shown.append(message)
    shown.compact()
    return [*seen, list(shown.messages)]


def test_sixty_pages_stay_within_bounds() -> None:
    sizes = [estimate_tokens(shown) for shown in requests(60)]
    most = THRESHOLD + 60 * 60
    assert max(sizes) < most
    assert estimate_tokens([message for number in range(60) for message in page(number)]) > 4 * THRESHOLD


def test_what_is_old_says_where_it_came_from_and_what_is_new_stands_whole() -> None:
    results = [message["content"] for message in requests(20)[-1] if message["role"] == "tool"]
    assert len(results) == 20
    assert "https://ohada.example/0]" in results[0]
    assert "no longer shown" in results[0]
    assert all("mot mot" in result for result in results[-KEPT_WHOLE:])


def test_the_prefix_changes_in_jumps_only() -> None:
    seen = requests(40)
    changed = sum(before != after[: len(before)] for before, after in pairwise(seen))
    assert 0 < changed <= 5


def test_another_life_shows_the_same_bytes() -> None:
    whole = requests(30)
    trail = [message for number in range(30) for message in page(number)]
    again = Shown(HISTORY, THRESHOLD)
    for message in trail:
        again.append(message)
    again.compact()
    assert json.dumps(again.messages) == json.dumps(whole[-1])


def test_without_a_threshold_nothing_shrinks_and_history_never_does() -> None:
    assert all("mot mot" in message["content"] for message in requests(20, 0)[-1] if message["role"] == "tool")
    assert requests(20, 1)[-1][: len(HISTORY)] == HISTORY
