"""How functions are called elsewhere: in French, and since some version of Excel. Pure."""

from typing import Final

from bot.text.folding import folded

OTHERWISE: Final = {
    "SOMME": "SUM",
    "PRODUIT": "PRODUCT",
    "SOMMEPROD": "SUMPRODUCT",
    "MOYENNE": "AVERAGE",
    "MEDIANE": "MEDIAN",
    "ECARTYPE": "STDEV",
    "NB": "COUNT",
    "NBVAL": "COUNTA",
    "NB.SI": "COUNTIF",
    "SOMME.SI": "SUMIF",
    "MOYENNE.SI": "AVERAGEIF",
    "RANG": "RANK",
    "RECHERCHEV": "VLOOKUP",
    "ARRONDI": "ROUND",
    "ARRONDI.SUP": "ROUNDUP",
    "ARRONDI.INF": "ROUNDDOWN",
    "ENT": "INT",
    "PUISSANCE": "POWER",
    "RACINE": "SQRT",
    "ET": "AND",
    "OU": "OR",
    "NON": "NOT",
    "VPM": "PMT",
    "INTPER": "IPMT",
    "PRINCPER": "PPMT",
    "VA": "PV",
    "VC": "FV",
    "ANNEE": "YEAR",
    "MOIS": "MONTH",
    "JOUR": "DAY",
    "MOIS.DECALER": "EDATE",
    "CONCATENER": "CONCATENATE",
    "MAJUSCULE": "UPPER",
    "MINUSCULE": "LOWER",
    "SUPPRESPACE": "TRIM",
    "NBCAR": "LEN",
    "GAUCHE": "LEFT",
    "SI": "IF",
    "SIERREUR": "IFERROR",
    "SOMME.SI.ENS": "SUMIFS",
    "NB.SI.ENS": "COUNTIFS",
    "MOYENNE.SI.ENS": "AVERAGEIFS",
    "NB.VIDE": "COUNTBLANK",
    "GRANDE.VALEUR": "LARGE",
    "PETITE.VALEUR": "SMALL",
    "EQUIV": "MATCH",
    "RECHERCHEX": "XLOOKUP",
    "TRONQUE": "TRUNC",
    "FIN.MOIS": "EOMONTH",
    "JOURS": "DAYS",
    "SI.CONDITIONS": "IFS",
    "DROITE": "RIGHT",
    "STXT": "MID",
    "CONCAT": "CONCATENATE",
    "STDEV.S": "STDEV",
    "ECARTYPE.STANDARD": "STDEV",
    "RANK.EQ": "RANK",
    "EQUATION.RANG": "RANK",
}


def name_of(function: str) -> str:
    """The name that files use, of one in capitals with or without accents; an unknown one as it is."""
    plain = folded(function).upper()
    return OTHERWISE.get(plain, plain)
