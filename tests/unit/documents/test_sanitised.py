"""The second wall of web pages: whatever the writer let through, the sanitiser does not."""

import pytest

from bot.documents.html.child import sanitised
from bot.documents.html.writer import Writer
from bot.documents.markdown import parse


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("<script>alert(1)</script>x", "x"),
        ("<p onclick=alert(1)>x</p>", "<p>x</p>"),
        ("<iframe src=//evil></iframe>x", "x"),
        ("<style>*{background:url(//evil)}</style>x", "x"),
        ('<p style="background:url(//evil)">x</p>', "<p>x</p>"),
        ('<img src="https://evil/x.png" alt="a">', '<img alt="a">'),
        ('<img src="data:image/svg+xml;base64,AA">', "<img>"),
        ("<svg onload=alert(1)></svg>x", "x"),
        ("<form action=//evil><input></form>x", "x"),
        ("<math><mtext><script>1</script></mtext></math>", "<math><mtext></mtext></math>"),
    ],
)
def test_nothing_runs_or_is_fetched(hostile: str, harmless: str) -> None:
    assert sanitised(hostile) == harmless


@pytest.mark.parametrize("address", ["javascript:alert(1)", "data:text/html,<script>1</script>", "file:///etc/passwd"])
def test_links_lead_to_the_web_only(address: str) -> None:
    assert "href" not in sanitised(f'<a href="{address}">x</a>')
    assert 'href="https://example.org/"' in sanitised('<a href="https://example.org/">x</a>')


def test_a_table_that_begins_at_the_right_says_so() -> None:
    assert '<table dir="rtl">' in sanitised(Writer().blocks(parse("| المادة | النقطة |\n|---|---|\n| العربية | 12 |")))
    assert "<table>" in sanitised(Writer().blocks(parse("| Matière | Note |\n|---|---|\n| Arabe | 12 |")))
