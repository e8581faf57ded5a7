"""Who does and suffers what, as people say it in English and pidgin: pieces of the patterns of this folder."""

from typing import Final

RELATIVE: Final = (
    r"(?:dad|mom|uncle|aunt|auntie|step ?dad|step ?mom|step ?brother|brother|big brother|sister|teacher|boyfriend|"
    r"girlfriend|husband|wife|cousin|parents|papa|mama|madam|oga|aunty|lecturer|step (?:dad|mom)|in law|prophet|"
    r"reverend|imam|alhaji|mallam|supervisor|principal|neighbou?r|grandpa|grandfather|grandma|boss|coach|pastor|"
    r"guardian|ex|bf|partner|headmaster|tutor|landlord|foster \w+)"
)
SOMEONE: Final = (
    r"(?:he|she|they|somebody|someone|people|(?:two|three|four|five|some|these) (?:boys|men|guys|people|girls)|"
    rf"dad|mom|papa|mama|(?:my|the|a|our|this) (?:\w+ )?{RELATIVE}|(?:a|this|the|some) (?:older |old |big )?(?:man|"
    r"men|boy|boys|guy|guys|adult|teacher|woman)|(?:(?:the|some) (?:kids|boys|girls|people|students)|every(?:one|"
    r"body))(?: (?:at|in) (?:my )?(?:school|class))?)"
)
ADULT: Final = (  # who has power over a child
    r"(?:(?:my|our|a|the) (?:step ?)?(?:dad|father|uncle|teacher|lecturer|boss|oga|cousin|grandpa|grandfather|"
    r"pastor|coach|tutor|neighbou?r|landlord|guardian|principal|headmaster|supervisor|imam|alhaji|mallam|step "
    r"(?:dad|brother)|brother in law)|papa)"
)
_KIN: Final = (
    r"(?:dad|mom|uncle|aunt|aunty|auntie|step dad|step mom|brother|cousin|teacher|pastor|boss|oga|madam|boyfriend|"
    r"husband|ex|neighbou?r|papa|mama|landlord|lecturer|guardian)"
)
ANYONE: Final = (
    rf"(?:he|she|they|someone|somebody|a (?:man|guy|boy)|this (?:man|guy)|(?:my|the|our|some) (?:\w+ )?{_KIN}|my "
    r"(?:parents|family|people))"
)
BY: Final = (
    r"(?: (?:dey|don|go|always|often|still|keeps?|just|has|have|had|is|was|are|were|been|even|once|also|nearly|"
    r"almost|and|wants? to|want to|tried to|trying to|going to|will|started|used to)){0,4}"
)
NOT_OF: Final = (  # « die of laughing »
    r"(?! (?:of|from) (?:laugh|laughter|laughing|hunger|boredom|embarrassment|thirst|cringe|shame|heat|old age|"
    r"cold|cuteness|happiness)| (?:laughing|my hair|rich|a (?:hero|legend|fabric)|to (?:know|see|meet|try|go)|in "
    r"(?:the|this|a|my) (?:game|play|movie|film|level)|for my country))"
)
