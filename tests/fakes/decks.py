"""Presentations for tests and measurements, as arguments of generate_pptx."""

from datetime import UTC, datetime
from typing import Any

from bot.documents.pptx.model import Deck
from bot.types import Language

DAY = datetime(2026, 11, 22, tzinfo=UTC)
LIGHT: list[dict[str, Any]] = [
    {
        "title": "Qu’est-ce que la photosynthèse ?",
        "bullets": [
            "Les plantes vertes fabriquent leur matière **à partir de la lumière**",
            "Elles prennent l’eau par les racines",
            "- et le dioxyde de carbone par les feuilles",
            "Elles rejettent du dioxygène : nous le respirons",
        ],
        "notes": "Demander à la classe : que respire une plante ?",
    },
    {
        "title": "Ce qui entre, ce qui sort",
        "columns": [
            {"heading": "La plante prend", "bullets": ["Eau", "Dioxyde de carbone", "Lumière"]},
            {"heading": "La plante rend", "bullets": ["Dioxygène", "Glucose, sa réserve pour la nuit"]},
        ],
    },
    {
        "title": "Plus de lumière, plus de photosynthèse",
        "bullets": ["D’abord en proportion", "Puis un plafond : la feuille travaille au plus vite"],
        "chart": {
            "type": "line",
            "labels": ["0", "20", "40", "60", "80", "100"],
            "series": [{"name": "Bulles par minute", "values": [0, 12, 22, 29, 32, 32]}],
        },
    },
    {
        "title": "Photosynthèse et respiration",
        "table": {
            "columns": ["", "Photosynthèse", "Respiration"],
            "rows": [
                ["Quand", "Le jour", "Jour et nuit"],
                ["Gaz absorbé", "Dioxyde de carbone", "Dioxygène"],
                ["Gaz rejeté", "Dioxygène", "Dioxyde de carbone"],
            ],
        },
    },
]


def deck(*slides: dict[str, Any], language: Language = Language.FR, **more: Any) -> Deck:
    """A presentation of these slides."""
    values = {"title": "La photosynthèse", "subtitle": "Sciences de la vie et de la Terre · 4e"} | more
    return Deck(slides=list(slides), language=language, service_name="Palabre", created_at=DAY, **values)  # type: ignore[arg-type]
