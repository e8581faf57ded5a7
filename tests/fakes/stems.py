"""What children are forked from is kept for every module there is, not for three: a test process uses them all in turn,
and one that is begun anew for each child imports for a second what it then uses for some milliseconds."""

from bot.isolation.stems import STEMS

STEMS._most = 100
