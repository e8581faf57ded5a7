"""Pictures on slides: where they stand, and what becomes of what is no picture."""

import io

import pytest
from pptx import Presentation

from bot.documents.pptx.render import render_pptx
from bot.errors import DocumentError
from tests.fakes.decks import deck
from tests.fakes.pictures import png


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
