"""What a message asks for, read by simple patterns. Pure."""

import re
from dataclasses import dataclass

from bot.services.quizzes import NOTE_MARK

_TOOL = re.compile(r"^/(?:outil|tool)\s+(\w+)\s*(.*)$", re.DOTALL)
_DOCUMENT = re.compile(r"\bpdf\b|\bfiches?\b|\bsheets?\b|\bhand-?outs?\b", re.IGNORECASE)
_RESEARCH = re.compile(
    r"\b(re)?cherch\w*|\bsources?\b|\bsearch\w*|\blook up\b|\btrouve\w*|\bfind\b|\bsur (internet|le web)\b",
    re.IGNORECASE,
)
_TRUE_OR_FALSE = re.compile(r"\bvrai ou faux\b|\btrue or false\b", re.IGNORECASE)
_QUIZ = re.compile(
    r"\b(?:(?:un|une|a|an)\s+)?(?:(?:autre|nouveau|petit|another|new|quick)\s+)?quiz\w*\b(?:\s+me\b)?"
    rf"|\b(?:interroge|teste)[- ](?:moi|nous)\b|\btest me\b|{_TRUE_OR_FALSE.pattern}",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\W*(bonjour|bonsoir|salut|coucou|slt|bjr|hello|hi|hey|good (morning|evening)|aide|help|que sais-tu faire|"
    r"what can you do)\b", re.IGNORECASE
)  # fmt: skip
_NUMBER = r"\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,]\d+)?"
_PERCENT = re.compile(rf"({_NUMBER})\s*%\s*(de|des|sur|of|on)\s+({_NUMBER})", re.IGNORECASE)
_EXPRESSION = re.compile(rf"[(√−-]*\s*{_NUMBER}(?:\s*[)²]*\s*(?:[-+−×x*÷/^:]|\*\*)\s*[(√−-]*\s*{_NUMBER}[)²]*)+")
_DATE = re.compile(r"\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b")
_ABOUT = re.compile(r"\b(?:sur|concernant|à propos d[eu]s?|about|on)\s+(.+)$", re.IGNORECASE | re.DOTALL)
_FILLERS = re.compile(
    r"\b(avec|with)\s+(des|les|ses|tes|vos|the|its|your|some)?\s*(sources?|références|references|liens|links)\b"
    r"|\b(en|in|as|un|une|a|an)?\s*(pdf|fiche|fiches|sheet|hand-?out)\b|\bs['’ ]il (te|vous) pla[iî]t\b|\bplease\b"
    r"|\b(fais|faites|fait|make|prépare|donne|write|give|cherche|recherche|search|find|trouve|explique|explain)"
    r"([- ](moi|nous|me|us|en))?\b|\b(résumé|resume|résume|summary|sources?)\b",
    re.IGNORECASE,
)  # fmt: skip
_LINKS = re.compile(r"^(?:(?:de|des|du|d'|for|of|en|un|une|a|an)\s+)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class UseTool:
    """`/outil NAME {json}`: the arguments' text is not yet checked."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF about a subject, made from pages."""

    subject: str


@dataclass(frozen=True, slots=True)
class Research:
    """Sources about a subject."""

    subject: str


@dataclass(frozen=True, slots=True)
class AskQuiz:
    """A question to answer, about a subject if one is named."""

    subject: str
    true_or_false: bool


@dataclass(frozen=True, slots=True)
class QuizOutcome:
    """The service's note that a quiz was answered."""


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """An expression to calculate."""

    expression: str


@dataclass(frozen=True, slots=True)
class Greeting:
    """A greeting or a call for help."""


@dataclass(frozen=True, slots=True)
class Question:
    """Anything else."""


Wish = UseTool | AskQuiz | QuizOutcome | Document | Research | Arithmetic | Greeting | Question


def read_wish(text: str, earlier: tuple[str, ...] = ()) -> Wish:
    """The wish of a message; a subject it does not name is taken from the message before."""
    if tool := _TOOL.match(text.strip()):
        return UseTool(tool.group(1), tool.group(2).strip())
    if text.startswith(NOTE_MARK):
        return QuizOutcome()
    if _QUIZ.search(text):
        return AskQuiz(subject_of(_QUIZ.sub(" ", text)), bool(_TRUE_OR_FALSE.search(text)))
    if _DOCUMENT.search(text) or _RESEARCH.search(text):
        subject = subject_of(text) or next((found for old in reversed(earlier) if (found := subject_of(old))), "")
        if subject:
            return Document(subject) if _DOCUMENT.search(text) else Research(subject)
    if expression := expression_in(text):
        return Arithmetic(expression)
    return Greeting() if _GREETING.match(text) else Question()


def expression_in(text: str) -> str:
    """The first arithmetic expression in a text, as the calculator reads it; empty when there is none."""
    if percent := _PERCENT.search(text):
        rate, link, whole = percent.groups()
        return f"{rate} % {'of' if link in ('of', 'on') else 'de'} {whole}"
    found = _EXPRESSION.search(_DATE.sub(" ", text))
    if not found:
        return ""
    expression = re.sub(r"(?<=[\d)\s])[x](?=[\d(\s])", "×", found.group(0)).replace(":", "÷").strip()
    return expression + ")" * (expression.count("(") - expression.count(")"))


def subject_of(text: str) -> str:
    """What a request is about: `Fais-moi un résumé PDF sur les fractions avec des sources` → `les fractions`."""
    about = _ABOUT.search(text)
    rest = " ".join(_FILLERS.sub(" ", about.group(1) if about else text).split())
    return _LINKS.sub("", rest + " ").strip(" ?.!,;:–-«»\"'")
