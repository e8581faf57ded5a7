"""/progres: results from the database, a picture from a child process, both on their way to the phone."""

import io
from datetime import timedelta

import pytest
from PIL import Image
from sqlalchemy import text
from sqlmodel import col, select

from bot.clients.storage import FolderStore
from bot.conversation.command import Request
from bot.conversation.commands import progress
from bot.dao import exercises
from bot.documents.chart.render import MODULE, Bar, Chart, render_chart
from bot.documents.theme import ACCENT
from bot.errors import DocumentError
from bot.isolation.children import run_child
from bot.models import ExerciseResult, OutboundPart, StoredFile
from bot.models.base import utc_now
from tests.fakes.threads import at_once
from tests.integration.quiz.conftest import KEY, World


def record(world: World, subject: str, correct: int, total: int, *, days_ago: int = 0, key: str = "") -> bool:
    user_id = world.who().user_id
    assert user_id is not None
    with world.database.write() as session:
        return exercises.add(
            session,
            ExerciseResult(
                user_id=user_id,
                conversation_id=KEY,
                subject=subject,
                correct=correct,
                total=total,
                source="report",
                key=key or f"{subject}{correct}{total}{days_ago}",
                created_at=utc_now() - timedelta(days=days_ago),
            ),
        )


def tell(world: World) -> None:
    """The whole command, both halves."""
    act = progress.prepare(Request(world.desk, world.database, world.who()))
    world.receive("/progres")
    with world.lane.write() as session:
        act(world.new_talk(session, "/progres"))


def bar(label: str, share: float) -> Bar:
    return Bar(label=label, share=share, value=f"{round(share * 100)} %", detail="x")


def picture_of(*bars: Bar) -> Image.Image:
    chart = Chart(title="Vos progrès", caption="Élèves", bars=bars, footer="Palabre")
    return Image.open(io.BytesIO(render_chart(chart)))


def accent_pixels(image: Image.Image, top: int, bottom: int) -> int:
    """How much of the brand colour there is between two lines."""
    colours = image.convert("RGB").crop((0, top, image.width, bottom)).getcolors(1_000_000) or []
    return sum(count for count, colour in colours if max(abs(a - b) for a, b in zip(colour, ACCENT, strict=True)) < 12)


def test_results_are_said_and_drawn(world: World) -> None:
    record(world, "Maths", 7, 10)
    record(world, "maths", 1, 2)
    record(world, "Français", 3, 5, days_ago=40)
    tell(world)
    assert "aths : 8/12 (67 %)" in world.said()[0]
    assert "Depuis le début : 11/17" in world.said()[0]
    with world.database.read() as session:
        parts = session.exec(select(OutboundPart).order_by(col(OutboundPart.id))).all()
        file = session.exec(select(StoredFile)).one()
    assert [part.kind for part in parts] == ["text", "media"]
    assert (file.content_type, file.name) == ("image/png", "progres.png")
    body = FolderStore(world.folder).read(file.sha256)
    assert len(body) == file.size < 40_000
    assert Image.open(io.BytesIO(body)).format == "PNG"


def test_without_results_there_is_a_next_step_and_no_picture(world: World) -> None:
    tell(world)
    (text,) = world.said()
    assert "quiz" in text


def test_nobody_sees_results_who_is_not_signed_in(world: World) -> None:
    record(world, "Maths", 7, 10)
    with world.database.write() as session:
        session.execute(text("UPDATE address SET signed_in_until = NULL"))
    tell(world)
    assert "Maths" not in "".join(world.said())


def test_a_result_counts_once_per_key(world: World) -> None:
    assert at_once(12, lambda _: record(world, "Maths", 1, 1, key="one")).count(True) == 1
    assert world.results() == [("Maths", 1, 1, "report")]


def test_a_chart_is_drawn_to_scale_in_the_colours_of_the_house() -> None:
    image = picture_of(bar("Mathématiques", 1.0), bar("Histoire", 0.5), bar("SVT", 0.0))
    assert image.size == (720, 116 + 3 * 74 + 56)
    full, half, none = (accent_pixels(image, 116 + 74 * row + 30, 116 + 74 * (row + 1)) for row in range(3))
    assert full > 8_000
    assert half == pytest.approx(full / 2, rel=0.02)
    assert none == 0


def test_the_same_chart_is_the_same_file() -> None:
    chart = Chart(title="Vos progrès", caption="é", bars=(bar("Œuvres", 0.3),), footer="Palabre")
    assert render_chart(chart) == render_chart(chart)


@pytest.mark.parametrize("label", ["x" * 5_000, "اللغة العربية", "数学", "🙂", "", "a\nb", "\u202eabc"])
def test_any_subject_can_be_drawn(label: str) -> None:
    assert picture_of(bar(label, 0.4)).width == 720


def test_more_bars_than_fit_and_odd_shares_are_bounded() -> None:
    assert picture_of(*(bar("Maths", share) for share in [-1.0, 0.001, 5.0] * 20)).height == 116 + 10 * 74 + 56


def test_what_is_no_chart_is_refused() -> None:
    with pytest.raises(DocumentError):
        run_child(MODULE, b"{}")
