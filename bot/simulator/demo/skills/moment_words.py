"""The words in which people say times, for `moments`: patterns of letters without accents."""

import re
from typing import Final

NOON, AFTERNOON, EVENING = (12, 0), (14, 0), (19, 0)  # of a day whose hour is not said
WEEKDAYS: Final = {
    name: number
    for names in ("lundi mardi mercredi jeudi vendredi samedi dimanche",
                  "monday tuesday wednesday thursday friday saturday sunday")
    for number, name in enumerate(names.split())
}  # fmt: skip
MONTHS: Final = {
    name: number
    for names in ("janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
                  "january february march april may june july august september october november december")
    for number, name in enumerate(names.split(), 1)
}  # fmt: skip
COUNTS: Final = {
    name: number
    for names in ("un deux trois quatre cinq six sept huit neuf dix onze douze",
                  "one two three four five six seven eight nine ten eleven twelve")
    for number, name in enumerate(names.split(), 1)
} | {"une": 1, "a": 1, "an": 1, "quinze": 15, "vingt": 20, "trente": 30, "quarante": 40, "quarante-cinq": 45,
     "soixante": 60, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "sixty": 60}  # fmt: skip
_COUNT: Final = "|".join(sorted(COUNTS, key=len, reverse=True))
PARTS: Final = {"soir": EVENING, "tonight": EVENING, "evening": EVENING, "apres": AFTERNOON, "afternoon": AFTERNOON,
                 "midi": NOON, "noon": NOON}  # fmt: skip
WEEKDAY, _MONTH = "|".join(WEEKDAYS), "|".join(MONTHS)
_NTH: Final = r"(?:er|st|nd|rd|th)?"
MORE: Final = {"moins": -15, "demi": 30, "half": 30, "quart": 15}
_AND_MORE: Final = r"(?P<more>\s*(?:et\s+demie?|et\s+quart|moins\s+le\s+quart|and\s+a\s+half|and\s+a\s+quarter))?"
IN: Final = re.compile(
    r"\b(?:dans|in)\s+(?:(?P<half>une\s+demi[- ]heure|half\s+an\s+hour)|"
    r"(?P<quarters>un|trois|a|three)\s+quarts?(?:er|ers)?\s+(?:d'heure|of\s+an\s+hour)|"
    rf"(?P<count>\d{{1,3}}|{_COUNT})\s*(?P<unit>mois|months?|min\w*|h(?:eures?|ours?)?(?![a-z])|jours?|days?|"
    rf"semaines?|weeks?|ans?|annees?|years?)\s*(?P<minutes>\d{{2}})?{_AND_MORE})\b"
)
_PART: Final = r"(?P<part>\s+(?:matin|midi|apres[- ]midi|soir|morning|noon|afternoon|evening)\b)?"
DAYS: Final = tuple(
    re.compile(way + r"\b" + _PART)
    for way in (
        rf"\b(?:(?:le|ce|on)\s+)?(?:(?P<weekday>{WEEKDAY}),?\s+)?(?:(?:le|on|the)\s+)?"
        rf"(?P<day>\d{{1,2}}){_NTH}\s+(?:of\s+)?(?P<named>{_MONTH})(?:,?\s+(?P<year>\d{{4}}))?",
        rf"\b(?:on\s+)?(?:(?P<weekday>{WEEKDAY}),?\s+)?"
        rf"(?P<named>{_MONTH})\s+(?:the\s+)?(?P<day>\d{{1,2}}){_NTH}(?:,?\s+(?P<year>\d{{4}}))?",
        rf"\b(?:(?:le|ce)\s+)?(?:(?P<weekday>{WEEKDAY})\s+)?"
        r"(?:le|du|au|on)\s+(?P<day>\d{1,2})(?P<sign>[/.-])(?P<month>\d{1,2})(?:(?P=sign)(?P<year>\d{4}))?",
        r"\b(?P<near>apres[- ]demain|(?:the\s+)?day\s+after\s+tomorrow|demain|tomorrow|aujourd'hui|today|tonight|"
        r"ce(?=\s+(?:matin|midi|soir))|cet(?=\s+apres)|this(?=\s+(?:morning|afternoon|evening)))",
        rf"\b(?:(?:le|ce|on|this|next|de|pour|tous\s+les|chaque|every)\s+)?(?P<weekday>{WEEKDAY})s?"
        r"(?:\s+(?:prochain|(?P<later>en\s+huit)))?",
        r"(?:\b(?:a\s+la|en|pour\s+la|(?:at|by)\s+the)\s+)?\b(?P<end>fin\s+d[ue]\s+mois|end\s+of\s+the\s+month)",
        rf"\b(?:le|on\s+the)\s+(?P<day>\d{{1,2}}){_NTH}(?:\s+(?:du\s+mois|of\s+the\s+month))?"
        r"(?=\s*(?:$|[,.;:!?]|(?:a|at|vers|au|in|de|d'|pour|to)\b|matin|midi|soir))",
    )
)
_AFTER_BARE: Final = r"(?=\s*(?:$|[,;!?]|\.(?!\d)|(?:demain|tomorrow|tonight|le|on|ce)\b))"  # « à 7 », not « à 7 amis »
_HALF: Final = r"(?P<half>\s*(?:am|pm|du\s+matin|du\s+soir|de\s+l'apres[- ]midi))?(?!\w)"
HOUR: Final = re.compile(
    r"\s*\b(?:a|at|vers|pour|by)\s+(?:(?P<named>midi|noon|minuit|midnight)|"
    rf"half\s+past\s+(?P<past>\d{{1,2}}|{_COUNT})|(?P<said>{_COUNT})\s+(?:heures?|o'clock)|"
    r"(?P<hour>\d{1,2})(?:\s*(?:h(?:eures?)?|o'clock)\s*|[:.](?=\d\d)|(?=\s*(?:[ap]m|du\s+(?:matin|soir))\b)|"
    rf"{_AFTER_BARE})(?P<minute>\d{{2}})?){_AND_MORE}{_HALF}"
)
BEHIND_DAY: Final = re.compile(
    rf"\s*,?\s*(?P<hour>\d{{1,2}})\s*(?:h(?:eures?)?|:)\s*(?P<minute>\d{{2}})?{_AND_MORE}(?!\w)"
)
# A day or an hour that is said and not understood: an hour beside it would be another day's.
UNTOLD: Final = re.compile(
    r"\b(?:hier|yesterday|(?:cette|la)\s+nuit|(?:semaine|mois|annee|an)s?\s+prochaine?|next\s+(?:week|month|year)|"
    r"week-?end)\b"
)
