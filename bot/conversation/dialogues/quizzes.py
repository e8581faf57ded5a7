"""Answers to quizzes: verdict and explanation at once, the result recorded once, then the agent goes on with it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.capabilities import capabilities_of
from bot.conversation.dialogues.run_questions import (
    speak_as_before,
    was_answered_since,
    was_shown,
    was_written_before,
)
from bot.conversation.outcomes import Ask, Done, NotAnswered, Replied
from bot.conversation.talk import Dialogue, Talk
from bot.dao import exercises, interactions
from bot.i18n.catalogue import say
from bot.models import ExerciseResult, PendingInteraction, Run
from bot.reading.answers.repeated import whole_once
from bot.reading.answers.wanted_answers import Again, wants_again
from bot.reading.replies.confirmations import DECLINING, gives_up
from bot.reading.replies.pausing import time_in
from bot.reading.wishes.quiz_wish import leaves_quiz
from bot.reading.words.answer_words import tokens
from bot.services.quiz.questions import Question, Secret, kind_of, payload_of, questions_in
from bot.services.quiz.quizzes import KIND, Quiz
from bot.services.quiz.replies import AlreadyMarked, Answers, NotOnTheList, answers, names_option, read
from bot.services.quiz.run_quizzes import unsealed
from bot.services.quiz.sealing import Sealer

_ENOUGH: Final = DECLINING | frozenset(
    "assez|ca suffit|sa suffit|c est assez|on arrete|on arrete la|j en ai marre|j en ai assez|je suis fatigue|"
    "je suis fatiguee|enough|that s enough|i m done|i m tired|i give up on this".split("|")
)


@dataclass(frozen=True, slots=True)
class Quizzes(Dialogue):
    """Reads the answers to a quiz. `sealer` opens what was sealed when it was asked."""

    kind = KIND
    comes_back = True
    sealer: Sealer

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """Judge a reply. A number that is not on the list gets the options again, once; on SMS 0 leaves the quiz."""
        run = talk.session.get(Run, interaction.run_id) if interaction.run_id else None
        questions = questions_in(interaction.payload)
        reading = _reading(questions, reply)
        if not was_shown(run) or was_written_before(talk, interaction):
            return NotAnswered()
        if reading is None:
            return self._without_answer(talk, interaction, reply)
        speak_as_before(talk, run)
        match reading:
            case Answers():
                return self._judge(talk, interaction, reading)
            case AlreadyMarked():
                talk.offer(_quiz(talk, questions).offered().after(say(talk.person.language, "quiz_marked")))
                return Done()
            case NotOnTheList(number=0) if capabilities_of(talk.person.channel).reserved_words:
                return self._leave(talk, interaction, "quiz_left")
            case NotOnTheList(number=number) if not interaction.payload.get("again"):
                interactions.change(talk.session, interaction, payload_of(questions, again=True))
                opening = say(talk.person.language, "quiz_again", number=number)
                talk.offer(_quiz(talk, questions).offered().after(opening))
                return Done()
        return NotAnswered()

    def _without_answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> Replied:
        """What a reply that answers nothing is: the wish to leave the quiz, or to read it again."""
        if _leaves(talk, interaction, reply):
            return self._leave(talk, interaction, "quiz_left")
        again = wants_again(reply)
        if again is None or (again is Again.BARE and was_answered_since(talk, interaction)):
            return NotAnswered()
        talk.offer(_quiz(talk, questions_in(interaction.payload)).offered())
        return Done()

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
        """What can be chosen, when it is one question."""
        return _quiz(talk, questions_in(interaction.payload)).offered().labels

    def chosen(self, index: int) -> str:
        """« choix 3 »: 3 alone may be the option that is 3."""
        return f"choix {index + 1}"

    def names_option(self, interaction: PendingInteraction, said: str) -> bool:
        """« mode » beside « la médiane », « crédit » beside « débit »; not what only resembles an option."""
        opened = next((question for question in questions_in(interaction.payload) if question.is_open), None)
        return opened is not None and names_option(opened, said)

    def chooses(self, interaction: PendingInteraction, said: str) -> bool:
        """« 60 secondes » for 60."""
        questions, time = questions_in(interaction.payload), time_in(said)
        return answers(questions, said) or (time != "" and answers(questions, time))

    def awaited(self, interaction: PendingInteraction) -> int:
        """One for each question that is open."""
        return sum(question.is_open for question in questions_in(interaction.payload))

    def _judge(self, talk: Talk, interaction: PendingInteraction, answers: Answers) -> Replied:
        """Say what became of the reply. NotAnswered when another one like it was counted meanwhile."""
        secrets = unsealed(self.sealer, answers.questions)
        if secrets is None:
            return self._leave(talk, interaction, "quiz_lost")
        complete = not any(question.is_open for question in answers.questions)
        if complete and not interactions.claim(talk.session, interaction.id, "answered", talk.now):
            return NotAnswered()
        recorded = [_record(talk, interaction, answers, position, secrets) for position in answers.closed]
        if not complete:
            if not all(recorded):
                return NotAnswered()
            interactions.change(talk.session, interaction, payload_of(answers.questions))
        quiz = _quiz(talk, answers.questions)
        talk.tell(quiz.outcome(answers, secrets))
        return Ask(quiz.note(secrets), free=True) if complete else Done()

    def _leave(self, talk: Talk, interaction: PendingInteraction, key: str) -> Done:
        self.close(talk, interaction)
        talk.say(key)
        return Done()


def _reading(questions: Sequence[Question], reply: str) -> Answers | AlreadyMarked | NotOnTheList | None:
    """What a reply says, once where it was sent twice (`1b 2a`), and « 60 secondes » of « 60 secondes stp »."""
    time = time_in(reply)
    return read(questions, reply) or read(questions, whole_once(reply)) or (read(questions, time) if time else None)


def _leaves(talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
    """Whether the quiz is let go of: by its name, or in words that nothing else since can be meant by."""
    if leaves_quiz(reply):
        return True
    return gives_up(tokens(reply), _ENOUGH) and not was_answered_since(talk, interaction)


def _quiz(talk: Talk, questions: Sequence[Question]) -> Quiz:
    return Quiz(tuple(questions), talk.person.language, talk.person.channel)


def _record(
    talk: Talk, interaction: PendingInteraction, answers: Answers, position: int, secrets: Sequence[Secret]
) -> bool:
    """Store how one question ended. False when that is stored already."""
    question, person = answers.questions[position], talk.person
    right = kind_of(question, secrets[position]) == "right"
    result = ExerciseResult(
        user_id=person.user_id,
        conversation_id=person.conversation_id,
        subject=question.subject,
        correct=1 if right else 0,
        total=1,
        source="quiz",
        key=f"quiz:{interaction.id}:{position}",
    )
    return exercises.add(talk.session, result)
