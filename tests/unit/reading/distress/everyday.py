"""What people say around what they have to say: when it was, where, « que faire », « aide-moi ». Around whatever
stands in it, it tells neither of a cry nor of anything else. The learning puts some of it around every sentence."""

from typing import Final

from bot.types import Language

AROUND: Final = {
    Language.FR: (
        "{} aujourd'hui", "aujourd'hui {}", "{} ce matin", "ce matin {}", "{} ce midi", "{} ce soir", "{} cette nuit",
        "{} hier", "hier {}", "{} hier soir", "depuis hier {}", "avant-hier {}", "{} l'autre jour", "{} tout à l'heure",
        "demain {}", "{} demain", "{} lundi", "{} dimanche", "{} cette semaine", "la semaine passée {}",
        "{} la semaine dernière", "{} le mois passé", "{} pendant les vacances", "{} pendant le congé",
        "{} depuis la rentrée", "{} depuis longtemps", "{} ça fait un mois", "ça fait une semaine que {}",
        "{} cette année", "{} en ce moment", "maintenant {}", "{} tous les jours", "{} chaque soir", "{} à la maison",
        "{} au quartier", "{} après les cours", "cet après-midi {}", "{} que faire", "{} je fais quoi",
        "{} comment je fais", "{} qu'est-ce que je dois faire", "{} aide-moi", "aidez-moi {}", "{} tu peux m'aider",
        "est-ce que tu peux m'aider {}", "{} j'ai besoin d'aide", "{} donne-moi un conseil", "tu sais {}", "en fait {}",
        "dis {}", "figure-toi que {}", "je voulais te dire que {}", "je t'écris parce que {}", "{} tu comprends",
        "une question {}",
    ),
    Language.EN: (
        "{} today", "today {}", "{} this morning", "this morning {}", "{} this evening", "{} tonight", "yesterday {}",
        "{} yesterday", "{} last night", "last week {}", "{} this week", "{} on sunday", "{} on monday",
        "{} during the holidays", "{} since last month", "{} since january", "{} every day", "{} these days",
        "{} this year", "{} now", "{} again", "{} at home", "{} in our compound", "{} after school", "{} help me",
        "please help me {}", "{} can you help", "i need help {}", "{} what do i do", "{} what should i do",
        "{} what can i do", "{} any advice", "you know {}", "actually {}", "listen {}", "so {}", "good morning {}",
        "i wanted to tell you that {}", "i am writing because {}",
    ),
}  # fmt: skip
