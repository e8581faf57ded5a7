"""Whether a short answer says that something was sent, or noted: models say so behind a call that was refused. Pure.
Only what is plainly said is a claim: who reads of a failure that nobody has spoken of doubts what was done."""

import re
from enum import StrEnum
from typing import Final

_SHORT: Final = 600
# What somebody else says or writes: quoted, in code, or a letter.
_QUOTED: Final = re.compile(
    r"«[^»]*»|“[^”]*”|\"[^\"\n]*\"|```.*?(?:```|\Z)|`[^`\n]*`|^[^\S\n]*>.*$", re.DOTALL | re.MULTILINE
)
_LETTER: Final = re.compile(
    r"\b(?:cordialement|sincères salutations|bien à (?:vous|toi)|respectueusement|regards|sincerely|yours|madame|"
    r"monsieur|dear|objet\s*:|subject\s*:)\b",
    re.IGNORECASE,
)
_COURTESY: Final = re.compile(
    r"\b(?:n['’]hésite|ne t['’]inquiète|ne vous inquiétez|(?:do not|don['’]t) (?:hesitate|worry)|feel free|let me know|"
    r"dis-moi|dites-moi|pas de (?:souci|problème)|no problem)[^.!?\n]*",
    re.IGNORECASE,
)
# Of another day, on a condition, or with a word that admits that it was not so, wherever that stands.
_TAKEN_BACK: Final = re.compile(
    r"\b(?:hier|avant-hier|la dernière fois|tout à l['’]heure|l['’]autre jour|ce matin|yesterday|earlier|last (?:time|"
    r"week|month)|impossible|échou\w*|échec|erreurs?|refus\w*|malheureusement|désolée?|hélas|cannot|unable|fail\w*|"
    r"unfortunately|sorry|errors?|mistakes?|but|mais|cependant|toutefois|sauf|except|pleine?|complet|full|limite?|"
    r"brouillon|draft|si|if|dès que|quand|lorsque|once|when|avant de|before|not|pas|rien|aucune?|ni|jamais|never|"
    r"sans)\b|n['’]t\b|/\w",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"([^.!?…;:,\n—–]+)([.!?…;:,\n—–]*)")
_AROUND: Final = re.compile(r"^[\W_]+|[\W_]+$")
_AGREED: Final = re.compile(
    r"^(?:(?:voilà|parfait|super|très bien|d['’]accord|entendu|ok|okay|oui|bien sûr|merci|génial|done|perfect|sure|yes|"
    r"all right|alright|got it|thanks|great)\b(?: [a-zà-ÿ]+$)?\W*)+",
    re.IGNORECASE,
)
_LETTERS: Final = r"(?:e-?mail|mail|courriel|message|sms|texto)"
_THE: Final = r"(?:l['’]|(?:le|la|ton|ta|votre|un|your|the|an?) )"
_WAY: Final = (
    r"(?: (?:par|à|sur|dans|to|by|on) (?:(?:l['’]|ton |ta |votre |le |un |your |an? )?(?:e-?mail|mail|courriel|sms|"
    r"texto|whatsapp|boîte(?: mail)?|adresse(?: e-?mail)?|numéro|téléphone|inbox|phone|number|address)|you|\S+@\S+))*"
)
_SENT: Final = (
    rf"(?:c['’]est )?(?:bien )?envoyé{_WAY}",
    rf"(?:{_LETTERS}|{_THE}{_LETTERS} est) (?:bien )?envoyé{_WAY}",
    rf"{_THE}(?:{_LETTERS}|résumé|récapitulatif) (?:a (?:bien )?été|vient d['’]être) envoyé{_WAY}",
    rf"{_THE}{_LETTERS} est (?:bien )?(?:parti|en route){_WAY}",
    r"je (?:te |vous )?(?:l['’]ai|(?:t['’]|vous )ai) (?:bien )?envoyé(?:e|s|es)?\b.*",
    rf"j['’]ai (?:bien )?envoyé (?:{_THE}|ce |cet )(?:{_LETTERS}|résumé|récapitulatif)\b.*",
    r"je viens de (?:te |t['’]|vous |l['’])+envoyer .*",
    rf"sent{_WAY}",
    rf"(?:{_LETTERS}|{_THE}{_LETTERS} (?:has been|was|is)(?: just)?) sent{_WAY}",
    rf"it(?:['’]s| has| was|['’]s been| has been)(?: been)? sent{_WAY}",
    r"i(?:['’]ve| have)?(?: just)? (?:sent (?:it|you|the|an|your)|e-?mailed (?:it|you)) ?.*",
    rf"{_THE}{_LETTERS} is on its way.*",
)
_KEPT: Final = (
    r"(?:c['’]est |je l['’]ai )?(?:bien )?(?:noté|enregistré)(?: pour .*)?",
    r"c['’]est (?:bien )?retenu",
    r"j['’]ai (?:bien )?(?:noté|enregistré|retenu|mémorisé) (?:ça|cela|que (?:tu|vous)|(?:ton|ta|tes|votre|vos) )\b.*",
    r"je m['’]en souviendrai.*",
    r"je (?:retiens|note) que (?:tu|vous) .*",
    r"noted",
    r"i(?:['’]ve| have)(?: just)? (?:noted|saved|recorded) (?:it|this|that)\b.*",
    r"i(?:['’]ll| will) remember (?:it|this|that)\b.*",
)
_REMINDER: Final = (
    r"(?:c['’]est |je l['’]ai )?(?:bien )?programmé(?: pour .*)?",
    r"j['’]ai (?:bien )?(?:noté|enregistré|créé|programmé|ajouté|mis) (?:le|la|ce|cette|un|une|ton|ta|votre) "
    r"(?:rappel|tâche)\b.*",
    r"(?:(?:le|ton|votre) )?rappel (?:est |a (?:bien )?été )?(?:bien )?(?:enregistré|programmé|créé|noté|ajouté)\b.*",
    r"je (?:te |vous )(?:le |la |les )?rappellerai\b.*",
    r"(?:tu recevras|vous recevrez) (?:un|le|ton|votre) rappel\b.*",
    r"i(?:['’]ll| will) remind you\b.*",
    r"(?:(?:your|the|a) )?reminder (?:is |has been |was )?set\b.*",
    r"i(?:['’]ve| have) (?:set|created|added) (?:it to your list|(?:a|the|your) (?:reminder|task))\b.*",
)


class Claim(StrEnum):
    """What an answer may say that it has done. KEPT may be a task as well as a memory."""

    SENT = "sent"
    KEPT = "kept"
    REMINDER = "reminder"


_FORMS: Final = {
    claim: re.compile("|".join(forms), re.IGNORECASE)
    for claim, forms in ((Claim.SENT, _SENT), (Claim.KEPT, _KEPT), (Claim.REMINDER, _REMINDER))
}


def claims_in(text: str) -> frozenset[Claim]:
    """« C'est noté. », « Je t'ai envoyé l'e-mail. »"""
    if len(text) > _SHORT or _LETTER.search(text):
        return frozenset()
    own = _COURTESY.sub("", _QUOTED.sub(" x ", text))
    if _TAKEN_BACK.search(own):
        return frozenset()
    clauses = [_bare(clause) for clause, end in _CLAUSE.findall(own) if "?" not in end]
    return frozenset(claim for claim, form in _FORMS.items() if any(map(form.fullmatch, clauses)))


def _bare(clause: str) -> str:
    clause = _AROUND.sub("", clause.replace("*", ""))
    return _AGREED.sub("", clause).strip() or clause
