"""Documents as people ask for them, for tests, pictures and measurements."""

from datetime import UTC, datetime
from typing import Any

from bot.documents.model import Document
from bot.types import Language

REPORT: dict[str, Any] = {
    "title": "Bilan du premier trimestre",
    "subtitle": "Awa Koné, classe de 3e",
    "content": "Une *introduction* avec $\\frac{1}{2}$, du **gras** et [un lien](https://example.org/lien).\n\n"
    "1. d’abord\n   - dedans\n2. ensuite\n\n> Qui vivra verra.\n\n```\ndef f(x):\n    return x\n```",
    "blocks": [
        {"type": "heading", "text": "Les notes"},
        {
            "type": "bar",
            "text": "Notes par mois",
            "rows": [
                ["Mois", "Awa", "Koffi"],
                ["Octobre", "12", 10],
                ["Novembre", "14,5", "11"],
                ["Décembre", 9, "16"],
            ],
        },
        {
            "type": "table",
            "rows": [
                ["Fournitures", "Prix", "Quantité"],
                ["Cahier **200 p.**", "1 500 FCFA", 2],
                ["Règle", "300 FCFA", "3"],
            ],
        },
        {"type": "formula", "text": "x = \\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}"},
        {"type": "function", "text": "x^2-3x+2; 2x-1", "x_min": -2, "x_max": 5},
        {"type": "page_break"},
        {"type": "list", "items": ["réviser les fractions", "lire $x^2$"]},
        {
            "type": "pie",
            "text": "Temps de travail",
            "rows": [["Matière", "h"], ["Maths", 4], ["SVT", 2], ["Anglais", 3]],
        },
    ],
    "sources": [{"title": "Encyclopédie", "url": "https://example.org/encyclopedie"}],
}
LETTER: dict[str, Any] = {
    "title": "Demande de stage",
    "content": "Madame, Monsieur,\n\nActuellement en terminale D au lycée classique d’Abidjan, je souhaite effectuer "
    "un stage de deux semaines dans votre entreprise, du 6 au 17 avril 2026.\n\nCe stage me permettrait de découvrir "
    "la comptabilité, que je veux étudier après le baccalauréat. Je suis sérieuse, ponctuelle et je sais utiliser un "
    "tableur.\n\nJe reste à votre disposition pour un entretien.",
    "letter": {
        "sender": "Awa Koné\nCocody, rue des Jardins\n07 00 00 00 01",
        "recipient": "Monsieur le Directeur\nSociété Ivoire Négoce\nPlateau, Abidjan",
        "place": "Abidjan",
        "subject": "demande de stage",
    },
}
WORDS = "Une phrase de quelques mots, comme il y en a dans une leçon. "


def document(given: dict[str, Any], **changes: Any) -> Document:
    """A document of 3 March 2026 out of a tool's arguments."""
    values: dict[str, Any] = {"parts" if name == "blocks" else name: value for name, value in given.items()}
    values |= {"language": Language.FR, "service_name": "Palabre", "created_at": datetime(2026, 3, 3, tzinfo=UTC)}
    return Document(**(values | changes))


def pages_of_text(pages: int) -> str:
    """Markdown that fills about so many pages of a PDF."""
    return "\n\n".join(f"## Chapitre {page}\n\n" + (WORDS * 9 + "\n\n") * 5 for page in range(1, pages + 1))
