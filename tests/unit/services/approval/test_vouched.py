"""Whose addresses a tainted run may open by itself: the person's, and those strangers wrote in results of this run."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agent import tool_results
from bot.agent.spec import ToolOutput
from bot.clients.addresses import canonical
from bot.services.approval.vouched import links_in, of_person, of_results
from bot.types import JSON, Message

LEADS = {"browse_url": ("title", "text"), "web_search": ("title", "url", "content")}
A = "https://a.example/x"


def result(tool: str, data: JSON, *, untrusted: bool = True) -> list[Message]:
    """One call and its result, as they stand in a transcript."""
    call = {"id": "c1", "type": "function", "function": {"name": tool, "arguments": "{}"}}
    content = tool_results.success(ToolOutput(data, untrusted), 8_000)
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": content},
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"Lis {A}",
        f"Lis {A}.",
        f"({A})",
        f"[la page]({A})",
        f"[https://b.example/]({A})",
        f"[{A}](https://b.example/)",
        f"<{A}>, merci !",
        f"« {A} »",
        f"https://b.example/go?to={A}",
        "Regarde a.example/x et dis-moi",
        "HTTPS://A.EXAMPLE/x",
    ],
)
def test_the_persons_addresses_are_found_whatever_stands_around_them(text: str) -> None:
    assert canonical(A) in of_person([text])


@pytest.mark.parametrize("text", ["a.example", "awa@a.example/x", f"{A}y", f"x{A}", "https://a.example/x?d=1", "/x"])
def test_what_the_person_did_not_write(text: str) -> None:
    assert canonical(A) not in of_person([text])


def test_parentheses_that_belong_to_an_address_stay() -> None:
    assert "https://a.example/b_(c)" in of_person(["voir https://a.example/b_(c)."])


def test_results_vouch_where_strangers_write() -> None:
    assert of_results(result("browse_url", {"pages": [{"url": "u", "text": f"suite : {A}"}]}), LEADS) == {A}
    assert of_results(result("web_search", {"results": [{"title": "t", "url": A, "content": "c"}]}), LEADS) == {A}


def test_nothing_vouches_for_itself() -> None:
    """The address asked for is repeated in a page's result; a file may hold the model's own words; a call is no
    result."""
    assert of_results(result("browse_url", {"pages": [{"url": A, "text": "rien"}]}), LEADS) == set()
    assert of_results(result("read_user_file", {"text": A}), LEADS) == set()
    assert of_results(result("browse_url", {"text": A}, untrusted=False), LEADS) == set()
    assert of_results([{"role": "assistant", "content": A}, {"role": "user", "content": A}], LEADS) == set()


@pytest.mark.parametrize("behind", [".", "....", ").", ")like-this", "." * 5])
def test_of_a_converted_text_what_stands_behind_an_address_may_belong_to_it(behind: str) -> None:
    """A few signs end a sentence; letters behind a bracket, or more signs than a sentence has, tell who serves it
    something."""
    ends = behind in {".", "....", ")."}
    assert [link.recipient for link in links_in(f"Vois {A}{behind}")] == [A]
    assert [link.recipient for link in links_in(f"Vois {A}{behind}", as_sent=True)] == [A if ends else A + behind]


@given(st.text(max_size=300))
def test_any_text_can_be_looked_through(text: str) -> None:
    assert all(canonical(address) == address for address in of_person([text, f"https://a.example/{text}"]))


def test_an_address_in_an_address_behind_which_punctuation_never_ends_costs_no_time() -> None:
    text = "http://a.example/" * 60 + "." * 1_000 + " https://b.example/x" + ")" * 2_000
    began = time.process_time()
    found = of_person([text])
    assert time.process_time() - began < 2
    assert {"http://a.example/", "https://b.example/x"} <= found
