"""Learns the weights by which a message is weighed from the sentences that the tests hold, and writes them beside the
reader: `python -m tests.unit.reading.distress.learning`, two minutes, whenever sentences were added. The same sentences
give the same weights."""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from pathlib import Path
from typing import NamedTuple

from bot.reading.distress import weighing
from bot.reading.distress.danger import A_CRY, Danger
from bot.reading.distress.grammar import language_of
from bot.reading.distress.words import PARTS, words_of
from tests.unit.reading.distress import sentences
from tests.unit.reading.distress.everyday import AROUND

HERE = Path(__file__).parent
CRIES = ("said.txt", "told.txt", "texted.txt", "hinted.txt", "weighed.txt")
ORDINARY = "ordinary.txt"
ROUNDS, RATE, AT_FIRST = 8, 0.5, 0.1
SELDOM = 3  # a mark of fewer sentences teaches nothing
LIGHT = 0.7  # a mark that weighs less is left out, and the rest is learnt again
JOINTS = (" ", ", ", ". ", " et ", " mais ", " sinon ", " and ", " but ", "\n")
AGAIN = 4  # times more, for what the first learning misreads or is hardly sure of
MENDINGS, SURELY = 80, 0.15
SURELY_OF_A_KIND = weighing.AT_ONCE + 0.1  # what the reader adds to danger at this minute changes nothing taught
HEAVY, QUIET = A_CRY + 0.1, A_CRY - 0.9  # what a cry has to weigh, and anything else must not


class Held(NamedTuple):
    """A sentence of the tables, and what it must be read as."""

    text: str
    danger: str | None


def table(name: str) -> list[Held]:
    """The lines of one file."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    rows = [line.split(": ", 1) for line in lines if line and not line.startswith("#")]
    return [Held(text, None if danger == "-" else danger) for danger, text in rows]


def held() -> list[Held]:
    """Every sentence once, in a lasting order."""
    lists = [rows for name, rows in sorted(vars(sentences).items()) if isinstance(rows, list)]
    by_hand = [Held(row, None) if isinstance(row, str) else Held(*row) for rows in lists for row in rows]
    ordinary = (HERE / ORDINARY).read_text(encoding="utf-8").splitlines()
    rows = [*by_hand, *(row for name in CRIES for row in table(name))]
    rows += [Held(line, None) for line in ordinary if line and not line.startswith("#")]
    return list({row.text: row for row in rows}.values())


def joined(rows: Sequence[Held]) -> list[Held]:
    """Each sentence once more, in front of or behind one that is no cry: people call for help between two exercises."""
    chance = random.Random(0)
    quiet = [row.text for row in rows if row.danger is None]
    pairs = [chance.sample([row.text, chance.choice(quiet)], 2) for row in rows]
    return [Held(chance.choice(JOINTS).join(pair), row.danger) for pair, row in zip(pairs, rows, strict=True)]


def framed(rows: Sequence[Held]) -> list[Held]:
    """Each sentence once more with everyday words around it: whoever says when it was, or asks what to do, is in no
    less danger, and in no more."""
    chance = random.Random(1)
    spoken = [AROUND[language_of(words_of(row.text).split())] for row in rows]
    return [Held(chance.choice(each).format(row.text), row.danger) for each, row in zip(spoken, rows, strict=True)]


def digest(rows: Sequence[Held]) -> str:
    """What the weights were learnt from, in sixteen letters."""
    return hashlib.sha256("\n".join(f"{danger or '-'}: {text}" for text, danger in rows).encode()).hexdigest()[:16]


def learnt(rows: Sequence[Held]) -> dict[str, float]:
    """Logistic regression, one sentence at a time; the mark « » is the start. What stays light is left out, and what
    was taken for the opposite is said more often the second time."""
    rows = [*rows, *joined(rows), *framed(rows)]
    marks = [list(dict.fromkeys(weighing.marks_of(weighing.said_in(words_of(row.text))))) for row in rows]
    cries = [row.danger is not None for row in rows]
    known = Counter(mark for each in marks for mark in set(each))
    heavy = _fitted(marks, cries, {mark for mark, often in known.items() if often >= SELDOM})
    weighs = [_sum(heavy, each) for each in marks]
    doubtful = [weight < HEAVY if cry else weight > QUIET for weight, cry in zip(weighs, cries, strict=True)]
    again = [at for at, doubt in enumerate(doubtful) if doubt] * AGAIN
    heavy = {mark: weight for mark, weight in heavy.items() if abs(weight) >= LIGHT}
    return _fitted([*marks, *(marks[at] for at in again)], [*cries, *(cries[at] for at in again)], set(heavy))


def mended(rows: Sequence[Held], weights: Mapping[str, float]) -> dict[str, float]:
    """The weights, moved as little as it takes for every sentence to be on its side of the line, and for no part of
    what is no cry to be taken for one. What cannot be parted is left."""
    left = dict(weights)
    held = [(words_of(row.text), row.danger is not None, A_CRY) for row in rows]
    for row in rows:
        if row.danger is None:
            held += [(words_of(part), False, A_CRY + weighing.WITHIN) for part in PARTS.split(row.text)]
    examples = [(_known(words, left), cry, line) for words, cry, line in held]
    for _ in range(MENDINGS):
        for marks, cry, line in examples:
            lacks = line + (SURELY if cry else -SURELY) - _sum(left, marks)
            if marks and (lacks > 0) == cry:
                for mark in marks:
                    left[mark] += lacks / sqrt(len(marks))
    return left


def _known(words: str, weights: Mapping[str, float]) -> list[str]:
    marks = dict.fromkeys(weighing.marks_of(weighing.said_in(words)))
    return [mark for mark in marks if mark in weights]


def _sum(weights: Mapping[str, float], marks: Sequence[str]) -> float:
    here = [weights[mark] for mark in marks if mark in weights]
    return weights[""] + sum(here) / sqrt(max(len(here), 1))


def _fitted(marks: Sequence[Sequence[str]], cries: Sequence[bool], known: set[str]) -> dict[str, float]:
    names = sorted(known - {""})
    at = {name: index for index, name in enumerate(names, start=1)}
    seen = [[at[mark] for mark in each if mark in at] for each in marks]
    weights, steps, mean = [0.0] * (len(names) + 1), [AT_FIRST] * (len(names) + 1), [0.0] * (len(names) + 1)
    order, chance = list(range(len(seen))), random.Random(0)
    for turn in range(ROUNDS):
        chance.shuffle(order)
        for which in order:
            here = seen[which]
            scale = 1 / sqrt(max(len(here), 1))
            likely = 1 / (1 + exp(-weights[0] - scale * sum([weights[index] for index in here])))
            wrong = likely - cries[which]
            steps[0] += wrong * wrong
            weights[0] -= RATE * wrong / sqrt(steps[0])
            pull = wrong * scale
            squared, moved = pull * pull, RATE * pull
            for index in here:
                steps[index] += squared
                weights[index] -= moved / sqrt(steps[index])
        if turn >= ROUNDS // 2:
            mean = [total + weight for total, weight in zip(mean, weights, strict=True)]
    taken = ROUNDS - ROUNDS // 2
    return {name: total / taken for name, total in zip(["", *names], mean, strict=True)}


def kinds(rows: Sequence[Held]) -> dict[str, list[float]]:
    """How much a word, or two that follow each other, speaks for each kind of danger and against the others: of the
    cries alone, one regression for each kind."""
    cries = [row for row in rows if row.danger is not None]
    marks = [list(dict.fromkeys(weighing.names_of(weighing.said_in(words_of(row.text))))) for row in cries]
    often = Counter(mark for each in marks for mark in set(each))
    known = {mark for mark, times in often.items() if times >= SELDOM}
    fitted = [_fitted(marks, [row.danger == kind for row in cries], known) for kind in map(str, Danger)]
    told = [list(map(str, Danger)).index(row.danger or "") for row in cries]
    _told_apart(fitted, [[mark for mark in each if mark in known] for each in marks], told)
    return {mark: [weights[mark] for weights in fitted] for mark in sorted(fitted[0])}


def _told_apart(fitted: Sequence[dict[str, float]], marks: Sequence[Sequence[str]], told: Sequence[int]) -> None:
    """Moves the weights as little as it takes for every cry to be of its kind, and surely."""
    for _ in range(MENDINGS):
        for each, right in zip(marks, told, strict=True):
            scale = 1 / sqrt(max(len(each), 1))
            sums = [weights[""] + scale * sum([weights[mark] for mark in each]) for weights in fitted]
            other = max((kind for kind in range(len(sums)) if kind != right), key=sums.__getitem__)
            lacks = sums[other] + SURELY_OF_A_KIND - sums[right]
            for mark in each if lacks > 0 else ():
                fitted[right][mark] += lacks * scale / 2
                fitted[other][mark] -= lacks * scale / 2


def write(rows: Sequence[Held], weights: Mapping[str, float], told: Mapping[str, Sequence[float]]) -> None:
    """Both files, in units, without what weighs nothing."""
    units = {mark: round(weight / weighing.UNIT) for mark, weight in sorted(weights.items())}
    lines = [f"{mark}\t{weight}" for mark, weight in units.items() if weight]
    head = f"// Learnt from {len(rows)} sentences: {digest(rows)}. Made by tests.unit.reading.distress.learning."
    folder = Path(weighing.__file__).parent
    folder.joinpath("weights.txt").write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    each = {mark: [round(one / weighing.UNIT) for one in weights] for mark, weights in told.items()}
    lines = [f"{mark}\t{' '.join(map(str, units))}" for mark, units in each.items() if any(units)]
    folder.joinpath("kinds.txt").write_text("\n".join([head, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    everything = held()
    write(everything, mended([*everything, *framed(everything)], learnt(everything)), kinds(everything))
