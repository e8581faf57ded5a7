"""Somebody is touched, forced into sex, or asked for it for a mark, a job or a roof."""

from typing import Final

from bot.reading.distress.english_people import ADULT, ANYONE, BY
from bot.reading.distress.french_people import FEELING, GROWN, OFTEN, WHO

_SEX: Final = (
    rf"(?:viole\b(?! (?:mes|ses|la|les|leur) (?:droits|loi|vie|regle))|violent\b|touche{FEELING}|tripote|caresse|"
    r"attouche|pelote|prise? de force|deshabillee?(?! du regard)|(?:laisse|fait) (?:voir|regarder) son (?:sexe|"
    r"zizi)|fait (?:des attouchements|l amour|des choses(?= *$| (?:sales|bizarres|sexuelles|la nuit|que|quand|"
    r"dans|le soir)))|(?:force|oblige|forcent|obligent)e? (?:a|de) (?:coucher|faire (?:l amour|ca avec|des "
    r"choses)|le touche|la touche|me (?:deshabiller|marier|prostituer)|mendier|l epouser|epouser|sucer|avorter|"
    r"envoyer (?:des )?(?:photos?|nudes?)|me mettre nue?)|(?:demande|reclame|demandent) (?:des|mes|une|de lui "
    r"envoyer (?:des|une)) (?:photos? nues?|nudes?|photos? de mon corps|photos? sexy|photos? intimes?|(?:photos?|"
    r"videos?) de moi nue?))"
)
_BODY: Final = (
    r"(?:cou|gorge|bouche|tete|dos|ventre|bras|mains?|pieds?|jambes?|cuisses?|fesses?|seins?|poitrine|visage|"
    r"figure|oeil|yeux|nez|dents?|doigts?|cotes|machoire|cheveux|oreilles?|tympan|joues?|levres?|culotte|slip|"
    r"pagne|jupe|robe|soutien gorge|habits|vetements|sexe|zizi|os|genoux?|crane|corps)"
)
_FORCED: Final = (
    r"(?:de force|par force|sans mon (?:accord|consentement)|contre mon gre|quand je dor\w+|pendant que je dor\w+|"
    r"dans mon sommeil)"
)
_MEN: Final = (
    r"(?:hommes?|monsieur|types?|gars|garcons?|inconnus?|vieux|voisins?|oncle|tonton|cousin|grands?|soldats?|"
    r"bandits?|jeunes|chauffeur|patron|gardien|prof|maitre|pasteur|imam|marabout|il|ils)"
)
_ME: Final = r"(?:me|us)"
FRENCH: Final = (
    r"^violee?$|^viol$",
    r"(?:il|mon [a-z]+|le [a-z]+|on) (?:m a force|m a forcee)(?= *$| (?:cette nuit|hier|la nuit))|et (?:il )?me "
    r"force$",
    rf"{WHO} {OFTEN}(?:m|me) {OFTEN}(?:a |ont |as )?(?:deja |encore |souvent )?{_SEX}(?! (?:pas|jamais)\b)",
    r"(?:(?:mon|le|un) (?:beau pere|pere|oncle|tonton|grand frere|cousin|prof|professeur|maitre|patron|tuteur|"
    r"voisin|pasteur|imam)(?: (?:de|a) (?:ma|mon|la) [a-z]+)?|papa|tonton) (?:il )?(?:vient|entre|dort|se (?:met|"
    r"couche|glisse)) (?:(?:toujours|souvent|encore|me voir|la nuit|le soir|avec moi) )*(?:dans|sur) mon lit",
    r"il (?:vient|entre|se (?:met|couche|glisse)) (?:me voir )?(?:dans|sur) mon lit (?:la nuit|le soir|chaque|"
    r"quand)",
    rf"{WHO} (?:a |ont |veux |a encore |a deja )?(?:abuse|abuser|abusait|profite) (?:sexuellement )?de moi(?! "
    r"(?:au|aux|dans))|m a abusee?(?= *$| (?:sexuellement|quand|la nuit|hier))",
    r"je suis viole(?= *$)",
    rf"{GROWN} (?:il )?(?:(?:a|veux|voulait|essaye de|essaie de|deja|toujours|encore|souvent) )*(?:couche|coucher|"
    r"couchait) avec moi|il (?:a |m a )?(?:couche|coucher) avec moi (?:de force|par force|sans mon|quand je dor|"
    r"pendant que)|veux que je (?:couche|dorme) avec (?:lui|eux)|(?:si|que) je couche pas(?: avec (?:lui|eux)|(?= "
    r"*$))",
    rf"embrassee? de force|{GROWN} m (?:a )?embrassee? (?:sur (?:la bouche|les levres)|dans le cou|avec la langue)|"
    r"(?:mon|le) [a-z]+ me force(?= *$)|obligee? (?:de|a) coucher",
    rf"(?:{GROWN}|il) (?:vient|entre|rentre) (?:toujours |souvent |encore )?dans ma chambre (?:la nuit|quand (?:je "
    r"dors|maman)|pendant que je dors)|me regarde quand je (?:me (?:lave|douche|deshabille|change)|prends ma "
    r"douche)",
    rf"(?:{GROWN}|(?:mon|ma) (?:mari|copain|mec|mere|tante|maratre|belle mere)) (?:me|m a) (?:fait|fais) (?:du |"
    r"tres |trop )?mal(?= *$| (?:la nuit|quand|chaque|tous|expres))|il (?:vient|me) .{1,20} la nuit et (?:il "
    r")?me fait mal",
    r"me (?:viole\b|touche (?:la ou|partout|entre|les|le sexe|sous|en bas|dans mon|quand je dors|la nuit|"
    r"sexuellement))",
    rf"{WHO} (?:me |m a )?(?:demande|dit|oblige|demandait|force|propose)(?: toujours| encore)? (?:a |de |d )(?:le |"
    r"la |lui )?(?:touche|toucher|sucer|caresser|embrasser|coucher|voir) ?(?:son (?:sexe|zizi|truc|penis)|avec "
    r"lui|pour (?:garder|avoir|mon|la|le))",
    rf"(?:il|{GROWN}|ils) (?:.{{0,10}} )?(?:monte|montait|se couche|se met|s allonge|se frotte) (?:.{{0,8}} )?sur "
    r"moi",
    rf"{GROWN} (?:fait|faisait) (?:des choses|ca|l amour) avec moi|{GROWN} (?:couche|dort|a couche) avec (?:ma|une|"
    r"sa) (?:petite )?(?:soeur|cousine|fille|niece|eleve|copine|amie)",
    r"(?:il|on|tonton|papa|(?:mon|le|un) [a-z]+)(?: la)? (?:a |l a )?(?:gate|gatee|viole|deflore[e]?|enceinte) "
    r"(?:ma|mes) (?:petite |grande )?(?:soeurs?|fille|cousine|niece|copine|amie)",
    r"(?:j ai|je) (?:dit|dis|disais|crie) non .{0,25}(?:continue|continuait|arrete pas|force|quand meme|fait)|"
    r"(?:veux|voulait) pas (?:arreter|s arreter) quand je dis non",
    rf"(?:il|ils|elle|{GROWN}) (?:.{{0,12}} )?(?:enleve|arrache|dechire|baisse|retire|souleve) (?:ma|mon|mes) "
    rf"(?:{_BODY})(?= *$| (?:de force|et|pour|la nuit|pendant|quand))",
    rf"(?:il|ils|{WHO}) (?:.{{0,20}} )?(?:me|m|m a|m ont|mon|ma|mes) (?:.{{0,20}} )?{_FORCED}(?! de (?:caractere|"
    r"vente|l ordre))(?<! vendre de force)",
    rf"(?:il|ils|{GROWN}|mon (?:mari|copain|mec|gars|ex)) (?:.{{0,12}} )?(?:(?:s est |se )?(?:frotte[er]?|"
    r"couche[er]?|mis|met|allonge[er]?) (?:.{0,6} )?(?:contre|sur) moi|(?:mis|rentre|met) (?:.{0,14} )?dans "
    r"moi|mis ses doigts(?= *$| dans)|mis la main sur ma bouche|retire la capote|m envoie (?:.{0,8} )?(?:son "
    r"sexe|photos? de son (?:sexe|corps|zizi)|photos? nue?s?)|(?:a|veux|voulait|voulu) (?:voulu )?coucher avec "
    r"moi(?= *$| (?:pour|sinon|contre|et)))",
    rf"(?:{GROWN}|le (?:policier|recruteur|docteur|medecin|juge|gendarme|soldat|infirmier)) (?:.{{0,10}} )?(?:(?:m a |"
    r"me )touche (?:la|les|le)\b(?! \w+ pour )|touche (?:bizarrement|partout|mal|mes|(?:la|les) (?:petites?|filles?|"
    r"garcons?|enfants?|eleves?|cuisses|fesses|seins))|voulu coucher|dit de me deshabiller|(?:demande|"
    r"veux|voulait|propose) (?:.{0,14} )?(?:coucher|le lit|du sexe|l amour|dormir avec))",
    rf"{GROWN} (?:nous|les filles|les enfants) (?:touche(?:nt)?(?= *$| (?:les|partout|la|quand|en bas|entre))|"
    r"viole)",
    rf"{_MEN} m (?:a|ont) (?:.{{0,10}} )?(?:forcee?(?= *$| (?:dans|la(?! main\b)|hier|derriere|quand|et))|coincee? et|"
    r"deshabillee?(?! du regard)|attrapee? (?:de force|dans|par derriere)|entrainee? dans|plaquee? (?:contre|au|"
    r"sur))",
    r"(?:dort|dormir|couche|coucher) avec moi (?:.{0,12} )?(?:me fait (?:tres |trop )?mal|me touche|me fait des "
    r"choses)",
)  # fmt: skip
ENGLISH: Final = (
    r"\b(?:force[sd]?|forcing|make|makes|making|made|want|wants|wanted|going) (?:me )?to (?:marry (?:me off|him|"
    r"an? (?:old|older|man)|my|against|someone|somebody)|touch (?:him|his|her)|have sex|sleep with (?:him|them|"
    r"me)|undress|(?<=me to )get married|send (?:him )?(?:nudes|naked|nude|pictures of my body|photos of my body)|"
    r"be circumcised)(?! (?:a|the) (?:doctor|prince))",
    r"\b(?:force[sd]?|forcing|makes?|making|made) me (?:touche?|undress|strip|have sex|sleep with|marry|do "
    r"(?:sexual|dirty) things|take (?:my|off my) clothes|watch porn|suck)",
    rf"\b{ADULT} (?:always |often |still |also |has |have |had |is |was |been |keeps |wants to |wanted to |tried "
    r"to |asked to )*(?:sleeps?|slept|sleeping|had sex|having sex|has sex) with me\b(?! in (?:the same|a|my) "
    r"(?:bed|room))|\b(?:asks?|asked|asking|wants?|wanted|demands?) (?:me )?(?:for )?(?:to have )?sex\b(?= *$| "
    r"(?:with me|before|for|to pass|in exchange))|\bforc(?:es|ed|ing) (?:him|her)self on me|^he forced me$",
    r"\bi (?:was|got|have been|had been) raped (?:and|now|i)\b",
    rf"\b(?:he|{ADULT}) (?:always |often |still |keeps )*(?:comes?|coming|enters?|sneaks?) (?:in|into|to|inside)? "
    r"?(?:to )?my (?:bed$|bed (?:at|when)|(?:bed ?)?room (?:at night|when i (?:am |m )?sleep|while i))",
    r"\b(?:touch(?:es|ed|ing|e)?|grab(?:s|bed|bing)?|rub(?:s|bed|bing)?) (?:me )?(?:on |in |between )?(?:my "
    r"(?:private|privates|private parts|breasts?|boobs|butt|bum|thighs?|chest|vagina|penis|body|legs)|down there|"
    r"where (?:he|she) shouldn t|inappropriately)",
    r"\b(?:put|puts|putting|slid) his (?:hand|hands|finger|fingers) (?:in|up|under|between|inside|on) my(?! "
    r"(?:head|shoulders?|back|hands?|forehead))",
    r"\bif i (?:don t|do not|refuse to|won t) (?:sleep|have sex|go to bed) with (?:him|her|them)",
    rf"\b{ANYONE}{BY} do(?:es|ing)? (?:bad|dirty|nasty|sexual|weird|wrong) (?:things?|stuff) (?:to|with) me|\bno "
    r"sex no (?:pass|grade|marks?|degree|job)",
    rf"\b{ANYONE} (?:made|makes|make|forced?|forces) {_ME} (?:to )?(?:do (?:things|stuff)|perform|sleep with|have "
    r"sex|watch)(?= *$| (?:i|to|with|him|that|men|people|at))",
)  # fmt: skip
