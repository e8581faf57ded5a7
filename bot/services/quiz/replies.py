"""How a reply to the open questions of a quiz is read. Pure: no database, no keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bot.channels.gsm7 import transliterate
from bot.channels.markup import to_plain, to_whatsapp
from bot.reading.answers.as_meant import as_meant
from bot.reading.answers.doubtful import denies_what_is_denied, doubted
from bot.reading.answers.line_or_value import is_labelled_otherwise, read_answer
from bot.reading.answers.reply import MAX_REPLY, Choice, NotAnAnswer, OutOfRange, Pass
from bot.reading.answers.second_thoughts import PLAINLY, is_correction, with_corrections
from bot.reading.answers.several import mixes_numbers, read_several
from bot.reading.answers.spoken_negations import as_spoken
from bot.reading.answers.verdict_signs import as_verdicts, denies, stand_apart, verdicts_by_number
from bot.reading.answers.wanted_answers import wants_answers, wants_hint
from bot.reading.answers.written_options import as_typed, written_option
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import ORDINALS, tokens
from bot.services.quiz.questions import MOST_PASSES, Question
from bot.text.folding import folded

_HESITATING = frozenset("euh heu hum ah oh non no mais moi en fait donc bon ok okay d accord alors so".split())
_PAIR = 2  # answers, or options
_SORRY = (["desole"], ["desolee"], ["dsl"])
_IT_WAS = ["c", "etait"]


@dataclass(frozen=True, slots=True)
class Answers:
    """The questions after a reply, and by position which of them it closed, which get a hint, and of which it gives
    what may mean several options: the line that a number is, or the words as they are typed."""

    questions: tuple[Question, ...]
    closed: tuple[int, ...]
    hinted: tuple[int, ...]
    unclear: Mapping[int, int] = field(default_factory=dict)
    doubtful: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotOnTheList:
    """A number that none of the options has."""

    number: int


@dataclass(frozen=True, slots=True)
class AlreadyMarked:
    """An answer that puts right one that has its verdict: it is none to the question behind that."""


def read(questions: Sequence[Question], reply: str) -> Answers | NotOnTheList | AlreadyMarked | None:
    """What a reply says about the open questions: one answer for the first of them, or several at once. None: it is
    not an answer. Options are what the person saw: 3/4 for `$\\frac{3}{4}$`, « racine(2) » too where a plain telephone
    shows √2. A star on one side (« *b ») corrects, unless one stands in an option."""
    may_correct = not any("*" in option for question in questions for option in question.options or ())
    reply = with_corrections(reply) if may_correct else reply
    if len(reply) > MAX_REPLY or _may_be_of_another(questions, reply) or _repeats_the_question(questions, reply):
        return None
    if _is_struck_out(questions, reply):
        return _with_verdicts(questions, reply)
    found = _read_as_spelt(questions, reply)
    if not isinstance(found, Answers) or all(question.is_open for question in questions):
        return found
    looks_back = _looks_back(reply) and _is_of_the_marked(questions, reply)
    is_late = (may_correct and is_correction(reply)) or looks_back or _names_marked(questions, reply)
    return AlreadyMarked() if is_late else found


def _may_be_of_another(questions: Sequence[Question], reply: str) -> bool:
    """Whether « faux 2 » may answer another open question than the first alone, or both."""
    waiting = {number: question.options for number, question in enumerate(questions, 1) if question.is_open}
    said = as_verdicts(reply)
    if None not in [*waiting.values()][:1] or not mixes_numbers(said, waiting):
        return False
    verdict, number = said.split()
    return int(number) != min(waiting) and isinstance(read_answer(verdict, None), Choice)


def _repeats_the_question(questions: Sequence[Question], reply: str) -> bool:
    """Whether « le premier ? » asks about the first president, and not whether the first line is right."""
    said = without_fillers(tokens(reply)) if "?" in reply else []
    opened = next((question for question in questions if question.is_open), None)
    return len(said) == 1 and said[0] in ORDINALS and opened is not None and said[0] in tokens(opened.question)


def _is_struck_out(questions: Sequence[Question], reply: str) -> bool:
    """Whether ❌ stands beside an option or a line: « ❌ a » is not a."""
    options = [option for question in questions if question.is_open for option in question.options or ()]
    return options != [] and denies(reply) and not any(map(denies, options))


def _with_verdicts(questions: Sequence[Question], given: str) -> Answers | None:
    """What a reply says where its ❌ is the answer to a statement: « ❌ b » to one and another question, « 3 ❌ ». None
    where it may strike out an option."""
    reply = as_verdicts(given)
    found = None if denies(reply) else _read_as_spelt(questions, reply)
    if not isinstance(found, Answers) or found.hinted or found.unclear or found.doubtful:
        return None
    if numbers := verdicts_by_number(given):
        is_said = all(0 < number <= len(questions) and questions[number - 1].options is None for number in numbers)
    else:
        is_all = len(found.closed) == sum(question.is_open for question in questions)
        is_said = is_all and (stand_apart(given) or len(found.closed) > _PAIR)
    return found if is_said else None


def _names_marked(questions: Sequence[Question], reply: str) -> bool:
    """Whether « la 1 vrai » answers the first question where that is marked; « la 1 je crois » is a line of its own."""
    said = [word for word in tokens(reply) if word not in _HESITATING]
    if said[:1] != ["la"] or not said[2:] or not said[1].isdecimal() or not 1 <= int(said[1][:3]) <= len(questions):
        return False
    named, answer = questions[int(said[1][:3]) - 1], " ".join(said[2:])
    if named.options is None:
        return not named.is_open and not PLAINLY.isdisjoint(said)
    return not named.is_open and any(isinstance(read_answer(answer, each), Choice) for each in _spelt(named.options))


def _looks_back(reply: str) -> bool:
    """Whether « plutôt b », « désolé, b », « ah c’était b » begins a reply: of the answer before, perhaps. « plutôt
    vrai » is one of its own."""
    said = [word for word in tokens(reply) if word not in _HESITATING]
    if said[:1] == ["plutot"]:
        return PLAINLY.isdisjoint(said)
    return said[:1] in _SORRY or said[:2] == _IT_WAS


def _is_of_the_marked(questions: Sequence[Question], reply: str) -> bool:
    """Whether a reply names a line or an option of a question that has its verdict, or says « faux » of it: « c’était
    Senghor » may answer the next question alone."""
    if not PLAINLY.isdisjoint(tokens(reply)):
        return True
    marked = [options for question in questions if not question.is_open for options in _spelt(question.options)]
    return any(isinstance(read_answer(reply, options), Choice) for options in marked)


def _read_as_spelt(questions: Sequence[Question], reply: str) -> Answers | NotOnTheList | None:
    waiting = {position: question for position, question in enumerate(questions) if question.is_open}
    seen, plainer = (
        {position: _spelt(question.options)[way] for position, question in waiting.items()} for way in (0, 1)
    )
    found = _read(questions, seen, reply)
    if isinstance(found, Answers):
        return (_told(questions, list(waiting), reply) or found) if found.hinted else found
    spoken = {position: options and tuple(map(as_spoken, options)) for position, options in seen.items()}
    for options, said in ((plainer, reply), (spoken, as_spoken(reply))):
        again = None if (options, said) == (seen, reply) else _read(questions, options, said)
        if isinstance(again, Answers):
            return again
    return _told(questions, list(waiting), reply) or _hinted(questions, min(waiting), reply) or found


def _hinted(questions: Sequence[Question], at: int, reply: str) -> Answers | None:
    """The first hint for whoever asks for one, where a wrong option can be named: a second one would be the answer, and
    is the agent's to give."""
    question = questions[at]
    has_one = question.passes == 0 and len(question.options or ()) > _PAIR and wants_hint(reply)
    return _answers(questions, {at: Pass()}) if has_one else None


def _told(questions: Sequence[Question], waiting: Sequence[int], reply: str) -> Answers | None:
    """What is over because somebody wants to be told: the question at hand, or all that wait."""
    over = waiting[: {0: 0, 1: 1}.get(wants_answers(reply), len(waiting))]
    after = [replace(each, passes=MOST_PASSES) if at in over else each for at, each in enumerate(questions)]
    return Answers(tuple(after), tuple(over), ()) if over else None


def names_option(question: Question, said: str) -> bool:
    """Whether some words are one of a question's options, or name its line."""
    return any(isinstance(read_answer(said, options), Choice) for options in _spelt(question.options) if options)


def answers(questions: Sequence[Question], said: str) -> bool:
    """Whether some words choose an option: « 60 secondes » for 60."""
    found = read(questions, said)
    return isinstance(found, Answers) and not found.hinted and bool(found.closed or found.unclear or found.doubtful)


@lru_cache(maxsize=64)
def _spelt(options: tuple[str, ...] | None) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """Options as they are shown, and as they are where a telephone has few signs: not where accents tell them apart,
    for « peche » may be pêche, péché or pèche."""
    if options is None:
        return None, None
    shown = tuple(to_whatsapp(option).strip() or option for option in options)
    if len(set(map(folded, shown))) < len(set(map(str.casefold, shown))):
        return shown, shown
    return shown, tuple(transliterate(to_plain(option).strip() or option) for option in options)


def _read(
    questions: Sequence[Question], waiting: Mapping[int, tuple[str, ...] | None], reply: str
) -> Answers | NotOnTheList | None:
    first, options = next(iter(waiting.items()))
    one = read_answer(reply, options)
    named = isinstance(one, Choice) and options is not None
    writes_one = options is not None and written_option(reply, options) is not None  # « 1/2 » may be the option
    if len(questions) > 1 and not writes_one:
        several = read_several(reply, {position + 1: options for position, options in waiting.items()})
        if len(several) > 1 or (several and not named):  # « c b » are two answers, not « c'est b »
            return _answers(questions, {number - 1: answer for number, answer in several.items()})
        if several and first + 1 not in several:  # « 2 Dakar » where Dakar is a line of both
            return Answers(tuple(questions), (), (), doubtful={first: as_typed(reply)})
    if options is None and denies_what_is_denied(reply, questions[first].question):
        return Answers(tuple(questions), (), (), doubtful={first: as_typed(reply)})
    if options is not None and (said := doubted(reply, options, questions[first].question)) is not None:
        return Answers(tuple(questions), (), (), doubtful={first: said})
    if options is not None and not isinstance(one, Choice | Pass):
        meant = as_meant(reply, options, questions[first].question)
        one = one if meant is None or is_labelled_otherwise(reply, meant, options) else Choice(meant)
    if isinstance(one, NotAnAnswer):
        first, one = _of_another(waiting, reply) or (first, one)
    match one:
        case Choice() | Pass():
            return _answers(questions, {first: one})
        case OutOfRange(number=number):
            return NotOnTheList(number)
    return None


def _of_another(waiting: Mapping[int, tuple[str, ...] | None], reply: str) -> tuple[int, Choice] | None:
    """The one question behind the first that has such an option, or is true or false: « Dakar », « vrai ». Not « oui »
    or « c'est vrai », which may agree with the verdict before."""
    is_plain = PLAINLY.issuperset(tokens(reply))
    found = [
        (position, said)
        for position, options in list(waiting.items())[1:]
        if (options or is_plain) and isinstance(said := read_answer(reply, options), Choice)
    ]
    return found[0] if len(found) == 1 else None


def _answers(questions: Sequence[Question], replies: Mapping[int, Choice | Pass]) -> Answers:
    after = list(questions)
    unclear: dict[int, int] = {}
    for position, reply in sorted(replies.items()):
        question = questions[position]
        match reply:
            case Choice(index=index, value=None):
                after[position] = replace(question, answer=index)
            case Choice(index=index):
                unclear[position] = index
            case Pass():
                after[position] = replace(question, passes=question.passes + 1)
    closed = tuple(position for position in sorted(replies) if not after[position].is_open)
    hinted = tuple(position for position in sorted(replies) if after[position].passes > questions[position].passes)
    return Answers(tuple(after), closed, tuple(position for position in hinted if position not in closed), unclear)
