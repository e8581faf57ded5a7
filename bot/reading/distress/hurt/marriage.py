"""Marriage by force, cutting, and a pregnancy that nobody may know of."""

from typing import Final

from bot.reading.distress.english_people import ADULT
from bot.reading.distress.french_people import GROWN, WHO

FRENCH: Final = (
    r"(?:veux|veulent|va|vont|voudrais) (?:me |m )donner en mariage",
    r"(?:veux|veulent|va|vont|a|ont) (?:me |m )?donner? (?:comme femme )?a (?:un|ce|mon|son) (?:vieux|homme|"
    r"monsieur|commercant|cousin|ami|oncle)|m a promise (?:a|en mariage)|que je me marie (?:avec un (?:vieux|"
    r"homme|monsieur)|de force|contre)|j ai 1[0-7] ans .{0,20}(?:on|ils|pere|mere|papa|maman|parents|oncle|"
    r"tante|famille) (?:veux|veulent|va|vont) (?:me marier|que je me marie|me donner)|marier .{0,20}(?:on|ils|"
    r"il) (?:me|m y|m) (?:force|oblige)\b|m (?:a|ont) (?:deja )?(?:donnee? en mariage|mariee?(?= de force| contre|"
    r" sans mon| a (?:1\d ans|un vieux))|(?:fait )?excis(?:e|ee|er)\b)|(?:suis|va etre|ete) mariee? (?:de force|"
    r"contre mon gre)|(?:trouve un mari pour moi|fixe (?:mon|le) mariage|veux mon mariage) .{0,20}(?:veux pas|"
    rf"refuse|trop jeune|pas d accord)|{WHO} (?:veux|veulent|va|vont|(?:a|ont) (?:voulu|failli)) (?:m exciser|me "
    r"faire exciser|me couper (?:en bas|la en bas|le clitoris))",
    rf"enceinte (?:de|d|pour|par) {GROWN}|enceinte (?:de mon violeur|(?:apres|a cause d|suite a) (?:un |d un "
    r")?viole?)|enceinte (?:et )?(?:j ai )?(?:que )?1[0-5] ans|j ai (?:que )?1[0-5] ans (?:et )?je suis "
    rf"(?:tombee? )?enceinte|{GROWN} m a (?:enceintee?|engrossee?|enceintee|mise? enceinte|rendue? enceinte)|"
    r"enceinte .{0,20}(?:va|vont) me (?:tuer|chasser|bannir)",
    r"(?:on|ils|mes parents|papa|ma famille|mon [a-z]+|ma [a-z]+) (?:veux|veulent|va|vont) (?:me |m )(?:marier|"
    r"donner en mariage|exciser|faire exciser)|(?:me marier|marier) (?:de force|contre mon gre|contre ma volonte)|"
    r"(?:force|oblige)e? a (?:me marier|l epouser|ce mariage)",
    r"(?:on|ils|elles|il|elle|papa|maman|mes parents|ma famille|(?:ma|mon|la) [a-z]+) (?:.{0,14} )?(?:veux|"
    r"veulent|va|vont|voulait|dit que je dois|doit) (?:.{0,40} )?(?:exciser|excisee?|l excision)(?! (?:par|dans|"
    r"en cours))|je dois (?:etre |me faire )excise[er]?e?",
    r"(?:on|ils|elles|elle|la vieille|ma (?:tante|grand mere|mere)|les (?:vieilles|femmes)) (?:veux|veulent|va|"
    r"vont) (?:me couper(?= *$| (?:au village|comme|pendant|en bas|avec|la))|couper (?:ma|mes|la) (?:fille|filles|"
    r"petite soeur|soeur|petite))",
    r"(?:force|forcent|oblige|obligent)e? (?:a |d |de )(?:epouser|me marier|se marier|l epouser)",
    r"enceinte (?:de|du|par|d) (?:(?:mon|un|le|l|notre) )?(?:prof\w*|maitre|oncle|tonton|pere|papa|beau pere|"
    r"cousin|frere|pasteur|imam|patron|tuteur|directeur|violeur|repetiteur|voisin)",
    r"(?:fixe|prepare|organise|arrange|negocie) mon mariage (?:.{0,14} )?(?:vieux|homme|monsieur|inconnu|sans "
    r"mon|contre|connais pas|\d\d ans|polygame)(?! que j aime)",
    r"(?:oblige|force|envoye?|envoie|dois|doit|emmene)[a-z]* (?:.{0,24} )?(?:pour me marier|pour le mariage|"
    r"epouser (?:le|mon|un|son|l) (?:frere|beau frere|cousin|oncle|vieux|ami|homme|marabout|monsieur))(?! "
    r".{0,20}dans (?:la|le) (?:piece|roman))",
    r"(?:mange|pris|recu|empoche|encaisse) (?:.{0,12} )?(?:ma|la) dot .{0,40}(?:connais (?:meme )?(?:pas|"
    r"plus)|je (?:veux|suis) pas|1[0-7] ans)|(?:l argent de la|ma) dot .{0,20}(?:je (?:connais|veux) (?:meme "
    r")?pas)",
    r"exciseuse (?:vient|arrive|va|est)|(?:etre|suis|sera) coupee (?:comme|au village|la bas)|je veux pas etre "
    r"(?:coupee|excisee)",
    r"(?:mon ventre|la grossesse|suis enceinte) .{0,30}(?:1[0-7] ans|renie|renier|chass|renvoy|tuer|fui)|"
    r"(?:renie|renier|chasse|chasser|renvoye|tuer)[a-z]* .{0,30}(?:mon ventre|la grossesse|suis enceinte)|"
    r"(?:faire partir|enleve[r]?|faire tomber|faire passer) (?:le ventre|la grossesse|l enfant|le bebe) "
    r"(?:.{0,10} )?(?:toute? seule|moi meme|a la maison|en cachette|sans)|avort[a-z]* .{0,30}(?:fievre|saigne|"
    r"sang|mal|ose pas|tige|cachette)|(?:tige|cintre|aiguille|feuilles) .{0,14}(?:avorter|grossesse)",
    r"(?:decide\w*|projet\w+|prevu\w*|organis\w+) (?:de |d )?(?:m exciser|me (?:marier|donner|vendre))",
)  # fmt: skip
ENGLISH: Final = (
    rf"\bpregnant (?:for|by|with) {ADULT}|{ADULT} (?:got me pregnant|impregnated me|made me pregnant|put me in the "
    r"family way)|\b(?:i m|i am|only) 1[0-5] (?:years old )?and (?:i m |i am )?pregnant|pregnant (?:and (?:i m |i "
    r"am )?(?:only )?|at )1[0-5]\b",
    r"\bmarr(?:y|ied) (?:against my will|by force)|\bforc\w+ (?:me )?(?:to|into) (?:marry|marriage|get married)|"
    r"\bwants? to (?:circumcise (?:me|my sister)|cut me$|do fgm (?:on|to) me|perform fgm)",
    r"\bmarry(?:ing)? me (?:off|to (?:an? )?(?:old|older|man))|forced? (?:me )?into (?:a )?marriage|\bforced "
    r"marriage (?:on|for) me",
    r"\b(?:i am |i m |am |im )1[0-7] .{0,14}(?:want to|wants to|going to|will|forc\w+) (?:me )?(?:to )?marry|"
    r"\b(?:they|he|dad|my (?!boyfriend\b|fianc|girlfriend\b)\w+) "
    r"(?:want to|wants to|are going to|is going to|will) marry me(?! (?:because he loves|"
    r"in church))",
    r"\b(?:want to|wants to|going to|planning to|about to|tried to|will) (?:circumcise|cut) (?:me|my (?:little |"
    r"younger |small |baby )?(?:sisters?|daughters?|cousins?))\b(?! (?:off|out|some|from|hair|a|short|in))",
    r"\bpregnant .{0,25}(?:scared|afraid|alone|don t know what|kill me|disown|throw me|1[0-5])|(?:scared|"
    r"afraid) .{0,12}pregnant(?! (?:women|cat|dog))",
)  # fmt: skip
