"""Pictures on slides: whose they may be, and what becomes of what is no picture."""

import io
from datetime import timedelta
from pathlib import Path

import pytest
from PIL import Image
from pptx import Presentation

from bot.cli.people import add_user
from bot.clients.storage import FolderStore
from bot.dao import conversations
from bot.dao.database import Database
from bot.documents.pptx.render import render_pptx
from bot.errors import DocumentError
from bot.models import OtpCode, StoredFile, User
from bot.services.library.pictures import RunPictures
from bot.services.privacy import holding
from bot.types import Mode
from tests.fakes.clock import FakeClock
from tests.fakes.decks import deck

AWA, BINTA = "+2250700000001", "+2250700000002"


def png(colour: str = "green") -> bytes:
    body = io.BytesIO()
    Image.new("RGB", (800, 500), colour).save(body, "PNG")
    return body.getvalue()


def test_an_image_stands_alone_or_beside_points_within_the_slide() -> None:
    slides = [{"title": "Seule", "image": "feuille.png"}, {"title": "Avec", "bullets": ["a"], "image": "feuille.png"}]
    made = deck(*slides).model_copy(update={"images": {"feuille.png": png()}})
    presentation = Presentation(io.BytesIO(render_pptx(made)))
    for slide in list(presentation.slides)[1:]:
        (picture,) = [shape for shape in slide.shapes if shape.shape_type == 13]
        assert picture.left + picture.width <= presentation.slide_width
        assert picture.top + picture.height <= presentation.slide_height
        assert round(picture.width / picture.height, 1) == 1.6


def test_what_is_not_there_or_no_picture_is_told() -> None:
    slide = {"title": "x", "image": "feuille.png"}
    with pytest.raises(DocumentError, match=r"no image 'feuille.png' among"):
        render_pptx(deck(slide))
    with pytest.raises(DocumentError, match=r"no image that can be read"):
        render_pptx(deck(slide).model_copy(update={"images": {"feuille.png": b"%PDF-1.7"}}))


def test_only_ones_own_pictures_are_shown_and_old_ones_not_in_the_day_after_a_number_joined(
    database: Database, tmp_path: Path
) -> None:
    clock, store = FakeClock(), FolderStore(tmp_path)
    for number in (AWA, BINTA):
        add_user(database, number, Mode.STUDENT, 1)
    with database.read() as session:
        awa, binta = (session.get_one(User, number) for number in (1, 2))
    rows = [
        (awa, "a.png", "image/png", png("red")),
        (awa, "a.png", "image/png", png("blue")),
        (awa, "doc.png", "application/pdf", b"%PDF"),
        (binta, "b.png", "image/png", png()),
    ]
    with database.write() as session:
        conversation = conversations.ensure(session, AWA).id
        session.get_one(User, awa.id).phone = AWA
        for user, name, kind, body in rows:
            session.add(
                StoredFile(conversation_id=conversation, user_id=user.id, run_id=None, name=name, title=name,
                           content_type=kind, size=len(body), sha256=store.put(body), created_at=clock.now())
            )  # fmt: skip
    names = {"a.png", "b.png", "doc.png", "../a.png"}
    mine = RunPictures(database, store, clock, awa.id)
    assert mine.named(names) == {"a.png": png("blue")}  # the newest of that name, and nobody else's
    assert RunPictures(database, store, clock, None).named(names) == {}
    clock.skip(60)
    with database.write() as session:
        code = OtpCode(number=AWA, prefix="2250700", asker="x", digest="d", state="used", created_at=clock.now(),
                       expires_at=clock.now() + timedelta(minutes=1))  # fmt: skip
        session.add(code)
        session.flush()
        holding.begin(session, code.id, clock.now())
    assert mine.named(names) == {}
    clock.skip(86_401)
    assert set(mine.named(names)) == {"a.png"}
