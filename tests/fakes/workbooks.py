"""Workbooks that an accountant or a teacher would ask for, as arguments of generate_xlsx: examples for tests, pictures
and measurements."""

from datetime import UTC, datetime
from typing import Any

from bot.documents.xlsx.model import Book
from bot.types import Language

DAY = datetime(2026, 11, 22, tzinfo=UTC)


def book(*sheets: dict[str, Any], language: Language = Language.FR) -> Book:
    """A workbook of these sheets."""
    return Book(title="Essai", sheets=list(sheets), language=language, service_name="Palabre", created_at=DAY)  # type: ignore[arg-type]


def table(*rows: list[Any], columns: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    """A sheet of these rows; columns are named A, B, C… unless given."""
    width = max(map(len, rows), default=1)
    plain = [{"title": chr(65 + index)} for index in range(width)]
    return {"name": "Feuille", "columns": columns or plain, "rows": list(rows), **more}


INVOICE: dict[str, Any] = {
    "name": "Facture",
    "title": "FACTURE N° 2026-014",
    "facts": [
        {"label": "Fournisseur", "value": "Awa Services SARL, Abidjan"},
        {"label": "Client", "value": "Établissements Koné & Fils"},
        {"label": "Date", "value": "2026-11-22", "type": "date"},
        {"label": "Échéance", "value": "22/12/2026", "type": "date"},
    ],
    "columns": [
        {"title": "Désignation"},
        {"title": "Quantité", "type": "number"},
        {"title": "Prix unitaire HT", "type": "money"},
        {"title": "Montant HT", "type": "money", "formula": "=B2*C2", "total": True},
    ],
    "rows": [
        ["Ordinateur portable 15 pouces", 2, "450 000", None],
        ["Imprimante laser", 1, 185_000, None],
        ["Ramette de papier A4", 12, "3 500 FCFA", None],
    ],
    "summary": [
        {"label": "TVA 18 %", "value": {"formula": "=ROUND(D5*18%,0)"}},
        {"label": "Total TTC", "value": {"formula": "=D5+D6"}},
    ],
    "notes": ["Règlement à 30 jours par virement ou paiement mobile."],
}

BALANCE: dict[str, Any] = {
    "name": "Balance",
    "title": "Balance générale au 31/12/2025",
    "facts": [
        {"label": "Entreprise", "value": "SOTRACI SARL"},
        {"label": "Référentiel", "value": "SYSCOHADA révisé, montants en FCFA"},
    ],
    "columns": [
        {"title": "Compte", "type": "text"},
        {"title": "Intitulé"},
        {"title": "Débit", "type": "number", "total": True},
        {"title": "Crédit", "type": "number", "total": True},
        {"title": "Solde débiteur", "type": "number", "total": True, "formula": "=MAX(C2-D2,0)"},
        {"title": "Solde créditeur", "type": "number", "total": True, "formula": "=MAX(D2-C2,0)"},
    ],
    "rows": [
        ["101000", "Capital social", 0, 10_000_000],
        ["244000", "Matériel de bureau", 3_500_000, 0],
        ["401100", "Fournisseurs", 1_200_000, 4_700_000],
        ["411100", "Clients", 9_800_000, 7_300_000],
        ["443100", "TVA facturée", 0, 1_314_000],
        ["521000", "Banque", 12_600_000, 6_100_000],
        ["601000", "Achats de marchandises", 8_300_000, 0],
        ["661100", "Rémunérations du personnel", 1_314_000, 0],
        ["701000", "Ventes de marchandises", 0, 7_300_000],
    ],
    "summary": [
        {"label": "Écart débit − crédit", "value": {"formula": "=C11-D11"}},
        {"label": "Contrôle", "value": {"formula": '=SI(C11=D11;"équilibrée";"déséquilibrée")'}},
    ],
    "filter": True,
    "freeze": 2,
}


def loan(months: int) -> dict[str, Any]:
    """An amortisation table whose every figure follows from three facts."""
    rows: list[list[Any]] = [[1, "2026-12-31", {"formula": "capital"}]]
    rows += [[n, {"formula": f"=EDATE($B$2,A{n + 1}-1)"}, {"formula": f"=G{n}"}] for n in range(2, months + 1)]
    return {
        "name": "Amortissement",
        "title": "Tableau d’amortissement",
        "facts": [
            {"label": "Capital emprunté", "value": "5 000 000", "type": "money", "name": "capital"},
            {"label": "Taux annuel", "value": "9 %", "type": "percent", "name": "taux"},
            {"label": "Nombre de mensualités", "value": months, "name": "mois"},
            {
                "label": "Mensualité",
                "value": {"formula": "=ARRONDI(VPM(taux/12;mois;-capital);0)"},
                "type": "money",
                "name": "mensualite",
            },
        ],
        "columns": [
            {"title": "N°", "type": "number"},
            {"title": "Échéance", "type": "date"},
            {"title": "Capital restant dû", "type": "money"},
            {"title": "Intérêts", "type": "money", "total": True, "formula": "=ROUND(C2*taux/12,0)"},
            {"title": "Capital remboursé", "type": "money", "total": True, "formula": "=IF(A2=mois,C2,mensualite-D2)"},
            {"title": "Mensualité", "type": "money", "total": True, "formula": "=D2+E2"},
            {"title": "Reste à payer", "type": "money", "formula": "=C2-E2"},
        ],
        "rows": rows,
        "charts": [{"type": "line", "title": "Reste à payer", "labels": "N°", "values": ["Reste à payer"]}],
    }
