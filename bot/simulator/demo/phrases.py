"""What the demo model says, in French and in English. Every final answer carries the label."""

from dataclasses import dataclass

from bot.types import Language


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language's sentences; names in braces are filled in."""

    label: str
    greeting: str
    guest_greeting: str
    lesson: str
    guest_lesson: str
    unknown: str
    guest_unknown: str
    nothing_found: str
    read: str
    document: str
    document_missing: str
    failed: str
    calculated: str
    quiz_guest: str
    quiz_first: str
    quiz_enough: str
    quiz_right: str
    quiz_partly: str
    quiz_wrong: str
    tool_done: str
    tool_unknown: str
    tool_bad_json: str
    key_points: str
    subtitle: str
    summary: str


FRENCH = Phrases(
    label="_Modèle de démonstration : je réponds par règles, sans IA._",
    greeting=(
        "Bonjour ! Je suis Palabre, en mode démonstration. Essayez par exemple :\n"
        "- Explique-moi le théorème de Pythagore\n"
        "- Combien font 3 × (12,5 + 7) ?\n"
        "- Cherche des sources sur la photosynthèse\n"
        "- Fais-moi un résumé PDF sur les fractions avec des sources\n"
        "- Fais-moi un quiz sur les fractions"
    ),
    guest_greeting=(
        "Bonjour ! Je suis Palabre, en mode démonstration. Posez-moi une question de cours : les fractions, "
        "le théorème de Pythagore, la photosynthèse, l’amortissement SYSCOHADA…"
    ),
    lesson="**{title}**\n\n{summary}\n\nVoulez-vous que j’en fasse une fiche PDF avec des sources ?",
    guest_lesson="**{title}**\n\n{summary}",
    unknown=(
        "Je n’ai pas de règle pour cette question. Je sais expliquer quelques leçons (fractions, décimaux, Pythagore, "
        "photosynthèse, passé composé, TVA, amortissement, lettre administrative), calculer, chercher des sources, "
        "faire une fiche PDF et vous interroger par un quiz."
    ),
    guest_unknown=(
        "Je n’ai pas de règle pour cette question. Je connais quelques leçons : fractions, nombres décimaux, "
        "Pythagore, photosynthèse, passé composé, TVA, amortissement SYSCOHADA, lettre administrative."
    ),
    nothing_found="Je n’ai rien trouvé sur « {subject} ». Essayez avec d’autres mots.",
    read="Voici ce que j’ai lu sur « {subject} » :\n{points}\n\nSources :\n{sources}",
    document="Voici votre fiche PDF « {title} ». Elle contient :\n{points}\n\nSources :\n{sources}",
    document_missing="Je ne peux pas faire de PDF ici. ",
    failed="L’outil {name} n’a pas abouti : {problem}",
    calculated="{expression} = **{value}**",
    quiz_guest="Les quiz sont pour les personnes connectées. Envoyez /connexion : c’est l’affaire de deux minutes.",
    quiz_first=(
        "Avec plaisir ! Mais parlons d’abord d’une leçon : demandez-moi par exemple « Explique-moi les fractions », "
        "puis « quiz »."
    ),
    quiz_enough="C’est assez de quiz pour aujourd’hui. Je peux reprendre une leçon avec vous, ou en faire une fiche.",
    quiz_right="Bravo, c’est bien compris : continuez comme ça !",
    quiz_partly="C’est un bon début : relisez l’explication, et le reste viendra vite.",
    quiz_wrong="Ce n’est pas grave, on apprend aussi en se trompant : la prochaine sera la bonne !",
    tool_done="L’outil {name} a répondu :\n{data}",
    tool_unknown="Il n’y a pas d’outil « {name} » ici. Outils offerts : {offered}.",
    tool_bad_json=(
        'Ce qui suit le nom de l’outil doit être un objet JSON, par exemple :\n/outil calculate {{"expression": "2+2"}}'
    ),
    key_points="L’essentiel",
    subtitle="Résumé fait par règles, sans IA ; les sources sont à la fin",
    summary="Points abordés : {points}",
)

ENGLISH = Phrases(
    label="_Demo model: I answer by rules, without AI._",
    greeting=(
        "Hello! I am Palabre, in demo mode. Try for example:\n"
        "- Explain the Pythagorean theorem\n"
        "- How much is 3 × (12.5 + 7)?\n"
        "- Search for sources about photosynthesis\n"
        "- Make me a PDF summary about fractions with sources\n"
        "- Quiz me on fractions"
    ),
    guest_greeting=(
        "Hello! I am Palabre, in demo mode. Ask me about a lesson: fractions, the Pythagorean theorem, "
        "photosynthesis, formal letters…"
    ),
    lesson="**{title}**\n\n{summary}\n\nShall I make a PDF sheet of it, with sources?",
    guest_lesson="**{title}**\n\n{summary}",
    unknown=(
        "I have no rule for this question. I can explain a few lessons (fractions, Pythagoras, photosynthesis, formal "
        "letters), calculate, search for sources, make a PDF sheet and quiz you."
    ),
    guest_unknown=(
        "I have no rule for this question. I know a few lessons: fractions, Pythagoras, photosynthesis, formal letters."
    ),
    nothing_found="I found nothing about “{subject}”. Try other words.",
    read="Here is what I read about “{subject}”:\n{points}\n\nSources:\n{sources}",
    document="Here is your PDF sheet “{title}”. It contains:\n{points}\n\nSources:\n{sources}",
    document_missing="I cannot make a PDF here. ",
    failed="The tool {name} did not succeed: {problem}",
    calculated="{expression} = **{value}**",
    quiz_guest="Quizzes are for people who are signed in. Send /login: it takes two minutes.",
    quiz_first=(
        "With pleasure! But let us talk about a lesson first: ask me for example “Explain fractions to me”, "
        "then “quiz”."
    ),
    quiz_enough="That is enough quizzes for today. I can go over a lesson again with you, or make a sheet of it.",
    quiz_right="Well done, you have understood it: keep going!",
    quiz_partly="A good start: read the explanation again, and the rest will come quickly.",
    quiz_wrong="Never mind, mistakes help you learn too: the next one will be right!",
    tool_done="The tool {name} answered:\n{data}",
    tool_unknown="There is no tool “{name}” here. Tools offered: {offered}.",
    tool_bad_json=(
        'After the name of the tool comes a JSON object, for example:\n/tool calculate {{"expression": "2+2"}}'
    ),
    key_points="Key points",
    subtitle="Summary made by rules, without AI; sources at the end",
    summary="Points covered: {points}",
)


def phrases(language: Language) -> Phrases:
    """The sentences of a language."""
    return ENGLISH if language is Language.EN else FRENCH
