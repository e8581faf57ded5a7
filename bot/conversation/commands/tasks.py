"""/taches, /fait N and « annule le rappel N »: what there is to do, what is done, what is not to be done after all."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.channels.compose import Composition, compose
from bot.conversation.command import Act, Command, Request
from bot.conversation.commands.guards import must_sign_in
from bot.conversation.outcomes import Done, NotMeant, Obeyed
from bot.conversation.people import Person
from bot.conversation.talk import Talk
from bot.dao import tasks
from bot.dao.delivery import said_parts
from bot.i18n.catalogue import say
from bot.models import Task
from bot.reading.commands import task_words
from bot.reading.commands.arguments import AnyText, Argument, Number, Numbers
from bot.reading.commands.command_phrases import SPELLINGS
from bot.reading.commands.vocabulary import phrase
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import written
from bot.services.tasks.ending import Ending, take_off, tick_off
from bot.services.tasks.naming import named
from bot.services.tasks.reminders import key_of
from bot.services.tasks.urgency import most_urgent
from bot.services.tasks.wording import JUST_REMINDED, task_in_words

MOST_SHOWN = 20
ALL = frozenset("tous toutes tout toute all".split())
ENDING = frozenset(
    "stop arrete arretez arreter desactive desactiver more".split()
)  # « no more reminders »; « plus de rappels » may be more
ONE = frozenset("le mon the my".split())  # « arrête le rappel »: one of them; « stop rappel » is all
SINGLE = frozenset({"rappel", "reminder"})
REMINDING = frozenset({"rappeler", "reminding"})
THIS = frozenset("ca this".split())  # « arrête de me rappeler ça »: what they were just reminded of
REMINDER = frozenset("rappel rappels rappeler reminder reminders reminding".split())  # what has no day is none


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody's open tasks as they are shown; None when there are none."""

    user_id: int | None
    composition: Composition | None


def list_tasks(request: Request) -> Act:
    """What is open, by number."""
    listed = _read(request)

    def tell(talk: Talk) -> Obeyed:
        if not must_sign_in(talk):
            _show(talk, listed)
        return Done()

    return tell


def finish(request: Request) -> Act:
    """Tick one off, or several. « fait » alone ticks off what they were just reminded of, and « c’est fait » where the
    reminder is the last thing they read; else, as « fait 1 et 2 » of what is no task, it was said of something else."""
    argument, listed = request.argument, _read(request)

    def act(talk: Talk) -> Obeyed:
        said = " ".join(message.body for message in talk.messages).strip()
        meant = _meant(talk, argument, said)
        if not said.startswith("/") and not isinstance(argument, Number) and None in (meant or [None]):
            return NotMeant()
        if must_sign_in(talk):
            return Done()
        lines = [_end(talk, task) for task in meant if task is not None]
        if None in meant:
            lines.append(say(talk.person.language, "task_which"))
        if lines:
            talk.tell("\n".join(lines))
        if None in meant or not meant:  # « /fait » alone: the list asks which
            _show(talk, listed)
        return Done()

    return act


def drop(request: Request) -> Act:
    """Take one off the list that is not to be done after all, or several; without a number the only one there is. Of
    whoever has nothing on it, it was said of something else, unless it names all of their reminders."""
    argument, listed = request.argument, _read(request)

    def act(talk: Talk) -> Obeyed:
        still = tasks.still_open(talk.session, talk.person.user_id) if talk.person.user_id is not None else ()
        words = written(tokens(talk.messages[0].body), SPELLINGS)
        is_of_reminders = not REMINDER.isdisjoint(words)
        means_all = argument is None and _means_all(talk, frozenset(words))
        is_of_tasks = talk.messages[0].body.strip().startswith("/") or (means_all and is_of_reminders)
        if not still and not is_of_tasks:
            return NotMeant()
        found = _to_drop(talk, argument, [task for _, task in still])
        is_of_more = isinstance(argument, AnyText) and task_words.may_wish_more(argument.text)
        if isinstance(argument, AnyText) and not found and (is_of_more or not (is_of_reminders or is_of_tasks)):
            return NotMeant()
        if must_sign_in(talk):
            return Done()
        if still and means_all:
            return _drop_all(talk, [task for _, task in still if task.due_at or not is_of_reminders])
        if found and (len(found) == 1 or not isinstance(argument, AnyText)):
            talk.tell("\n".join(_end(talk, task, take_off) for task in found))
            return Done()
        if still:
            talk.say("task_drop_which", number=still[0][0])
        _show(talk, listed)
        return Done()

    return act


def _means_all(talk: Talk, words: frozenset[str]) -> bool:
    """« tous les rappels », « stop rappels »; « arrête de me rappeler » too, unless one has just come."""
    if words & ALL:
        return True
    if words & THIS or (words & SINGLE and words & ONE) or not (words & REMINDER and words & ENDING):
        return False
    return not (words & REMINDING and _just_reminded(talk, talk.messages[0].body))


def _to_drop(talk: Talk, argument: Argument | None, still: Sequence[Task]) -> list[Task]:
    """What is meant by numbers, by words, or by nothing where there is only one."""
    match argument:
        case Number() | Numbers():
            return [task for task in _meant(talk, argument) if task is not None]
        case AnyText(text=text):
            return named(still, text, talk.person.address, talk.now)
    just = _just_reminded(talk, talk.messages[0].body)
    return [just] if just is not None else list(still) if len(still) == 1 else []


def drop_numbers(talk: Talk, numbers: Sequence[int]) -> None:
    """Take off what has these numbers, and say so, or that there is no such task."""
    meant = [_of_number(talk, each) for each in numbers[:MOST_SHOWN]]
    lines = [_end(talk, task, take_off) for task in meant if task is not None]
    talk.tell("\n".join(lines) or say(talk.person.language, "task_which"))


def named_by(talk: Talk, number: int) -> str:
    """The title of the open task of a number; "" when there is none."""
    task = _of_number(talk, number)
    return task.title if task is not None and task.done_at is None else ""


def _of_number(talk: Talk, number: int) -> Task | None:
    user_id = talk.person.user_id
    return tasks.with_number(talk.session, user_id, number) if user_id is not None else None


def _drop_all(talk: Talk, meant: Sequence[Task]) -> Done:
    """All of the list, or all of it that has a day. With hundreds of lines nobody would be told more."""
    for task in meant:
        tasks.finish(talk.session, task.id, talk.now)
    talk.say("tasks_dropped_all", count=len(meant))
    return Done()


def _meant(talk: Talk, argument: Argument | None, said: str = "") -> list[Task | None]:
    """The tasks of the numbers, None for one that is none; without a number the one of the last reminder."""
    match argument:
        case Number(value=value):
            wanted: Sequence[int] = (value,)
        case Numbers(values=values):
            wanted = values[:MOST_SHOWN]
        case _:
            just = _just_reminded(talk, said) if argument is None else None
            return [just] if just is not None else []
    return [_of_number(talk, each) for each in wanted]


def _end(talk: Talk, task: Task, how: Ending = tick_off) -> str:
    return how(talk.session, task, talk.person.address, talk.person.language, talk.now)


def _just_reminded(talk: Talk, said: str) -> Task | None:
    if talk.person.user_id is None:
        return None
    task = tasks.last_reminded(talk.session, talk.person.user_id, talk.now - JUST_REMINDED)
    if task is None or phrase(said).removeprefix("/") in task_words.NAMES:
        return task
    last = said_parts.last_key(talk.session, talk.person.conversation_id)
    return task if last.startswith(key_of(task)) else None


def _read(request: Request) -> Listed:
    person = request.person
    with request.database.read() as session:
        still = tasks.still_open(session, person.user_id) if person.user_id is not None else ()
    shown = most_urgent(still, MOST_SHOWN, request.desk.clock.now())
    return Listed(person.user_id, _written(shown, person, len(still)) if still else None)


def _written(shown: Sequence[tuple[int, Task]], person: Person, count: int) -> Composition:
    lines = [say(person.language, "tasks_list")]
    for place, task in shown:
        due, urgent = task_in_words(task, person.address, person.language), task.priority == "high"
        lines.append(say(person.language, "tasks_line", number=place, title=task.title, due=due, urgent=urgent))
    if count > len(shown):
        lines.append(say(person.language, "tasks_more", count=count - len(shown)))
    lines += ["", say(person.language, "tasks_how", number=shown[0][0])]
    return compose("\n".join(lines), person.channel, person.language)


def _show(talk: Talk, listed: Listed) -> None:
    if listed.composition is None or listed.user_id != talk.person.user_id:  # signed in or out meanwhile
        talk.say("tasks_none" if talk.person.signed_in else "tasks_none_guest")
    else:
        talk.send(listed.composition)


TASKS = Command("tasks", task_words.TASKS, prepare=list_tasks)
DONE = Command("done", task_words.DONE, prepare=finish)
DROP = Command("drop_task", task_words.DROP, prepare=drop)
