"""Blows, threats and what else is done to a body, in English and pidgin. What is sexual stands in `abuse`."""

from typing import Final

from bot.reading.distress.english_people import ANYONE, BY, RELATIVE, SOMEONE

_EVER: Final = (
    r"(?:(?:always|still|often|sometimes|keeps?|just|regularly|also|has|have|had|been|is|was|are|were|will|"
    r"sexually|physically|even|used to|tries to|tried to|wants to|trying to|threatens to|threatened to|started|"
    r"likes to|would|got drunk and|comes home drunk and|gets drunk and|again|and|really) ){0,4}"
)
_HARM: Final = (
    r"(?:hits?|hitting|beats?|beating|beaten|rapes?|raped|raping|touch(?:es|ed|ing|e)|abus(?:es|ed|ing)|hurts?|"
    r"hurting|molest(?:s|ed|ing)|slap(?:s|ped|ping)|kick(?:s|ed|ing)|punch(?:es|ed|ing)|chok(?:es|ed|ing)|"
    r"bull(?:ies|ied|ying)|burn(?:s|ed|ing)|whip(?:s|ped|ping)|strangl(?:es|ed|ing)|assault(?:s|ed|ing)|rape|"
    r"touch|abuse|molest|beat|slap|punch|choke|strangle|stab|fondl(?:es|ed|ing)|grop(?:es|ed|ing)|hurt|hit|"
    r"threaten(?:s|ed|ing)|harass(?:es|ed|ing)?|flog(?:s|ged|ging)?|bully|defile[ds]?|starve[sd]?|starving|"
    r"kill(?:ing)?)"
)
_AT_GAMES: Final = (
    r"(?! (?:at (?!home|night|school|work|church)\w+|in (?:chess|fifa|the (?:race|game|final|test|quiz)|math|"
    r"maths|a (?:race|game))|to (?:it|the)|up\b|by \d|with (?:his|her|their) (?:question|words|speech|lecture|"
    r"humou?r|joke)|with (?:a )?(?:questions?|surprise|homework|exams|(?:all )?(?:this|that|his|her|the|so much)? "
    r"?work(?:load)?(?= *$)|deadlines|the truth|facts|news)|on (?:fifa|the test)|deeply|emotionally|very much|so "
    r"much (?:with|by)|right in the feels))"
)
_PART: Final = (
    r"(?:neck|throat|mouth|face|head|arms?|hands?|legs?|back|belly|stomach|hair|breasts?|thighs?|ribs?|nose|teeth|"
    r"eyes?|body|clothes|underwear|pants|skirt|dress)"
)
_THING: Final = (
    r"(?:chair|knife|belt|cane|stick|bottle|stone|pot|pan|plate|shoe|cable|wire|rod|hammer|pestle|iron|hot water|"
    r"boiling water|acid|broom|machete|cutlass|brick|rope|wood|whip|cord)"
)
ENGLISH: Final = (
    rf"\b{SOMEONE} {_EVER}{_HARM} (?:me|us)\b{_AT_GAMES}(?! (?:if i (?:fail|don t pass|get a)|when (?:she|he) sees "
    r"my (?:grade|mark|report)))",
    rf"\b(?:he|dad|my (?:\w+ )?{RELATIVE}) {_EVER}(?:hits?|hitting|beats?|beating|rapes?|raped|abus(?:es|ed|ing)|"
    r"molest(?:s|ed|ing)|chok(?:es|ed|ing)|punch(?:es|ed|ing)) (?:up )?my (?:mom|little|sister|brother|siblings|"
    rf"baby|kids|children)\b{_AT_GAMES}",
    r"\bi (?:was|got|have been|ve been|had been|am|m|am being|m being|keep (?:getting|being)|get|am getting|m "
    r"getting) (?:being |getting |always |often |just |almost |nearly |sexually |physically )*(?:raped|defiled|"
    r"molested|abused|beaten(?: up)?|assaulted|harassed|bullied|threatened|kidnapped|touched|groped|hit|strangled|"
    r"forced)(?= *$| (?:by (?:my|a|an|some|the|him|her|them|this) ?(?:\w+ ){0,2}(?:dad|mom|uncle|aunt|teacher|"
    r"man|men|boy|boys|guy|brother|cousin|neighbou?r|husband|boyfriend|stepdad|stepmom|parents|friend|relative|"
    r"coach|pastor|stranger|classmates?|kids|boss|student|students|ex)|at (?:home|school|night)|every|to (?:marry|"
    r"have sex|sleep with|undress|touch|send)|last night|yesterday|when i was|as a child|into (?:marriage|"
    r"marrying|sex)|in my|a lot|again|daily|regularly|all the time))",
    r"\b(?:he|husband|boyfriend|ex|they|someone|somebody|uncle|step dad|in law) (?:is|are|s|re) going to kill "
    r"me(?= *$| (?:if i (?:tell|leave|talk|go)|tonight|please|help|he|with))",
    r"\b(?:scared|afraid|terrified) (?:to go (?:back )?home(?! (?:alone|late|in the dark))|(?:that )?(?:he|she|"
    r"they|dad|my \w+) (?:will|would|is going to|going to|might) (?:hit|hurt|kill|beat|rape|touch)(?! me if i "
    r"(?:fail|don t))|of being (?:raped|beaten|hit|hurt))",
    r"\b(?:he|she|they|dad|my \w+) (?:says?|said|told me|threatens?|threatened|wants?|tried|is trying|trying|"
    r"swore) (?:that )?(?:he|she|they)? ?(?:to|he will|he ll|will|is going to|would|going to) (?:kill|rape|stab|"
    r"shoot|strangle|hurt|beat) (?:me|us)(?! (?:at|if i (?:fail|get a)))",
    r"\b(?:he|she|dad|mom|stepdad|my \w+) (?:is|gets|becomes|has been) (?:physically |sexually |very |so |really |"
    r"always )*(?:violent|abusive)(?: (?:with|to|towards?|toward|when) (?:me|us|my mom|he|she|drunk))?$",
    r"\bi (?:am|m) (?:a )?(?:victim of|being) (?:rape|abuse|abused|violence|domestic violence|incest|molested|"
    r"harassment|sexual|trafficked)",
    r"\b(?:beats?|beating|hits?|hitting|rapes?|chok(?:es|ing)) (?:up )?my (?:mother|mum|mom|sister|little|"
    r"baby)\b(?! (?:at|in) (?:chess|fifa|the (?:game|race)))",
    rf"\b{ANYONE}{BY} (?:broke|breaks|break|twisted|burnt|burned|burns|cut|bit|bites|squeezed|grabbed|grabs|pulled|"
    rf"pulls|smashed|touches|touched|removed|removes|tore|took off) my {_PART}\b(?! (?:off|line|in the (?:game|"
    r"match)|up\b|shorter))",
    rf"\b{ANYONE}{BY} (?:throws?|threw|throwing|pours?|poured|pouring) (?:.{{0,12}} )?{_THING} (?:at|on|over) "
    r"(?:me|us|my)",
    rf"\b{ANYONE}{BY} (?:puts?|held|holds|pressed|placed) (?:.{{0,16}} )?(?:(?:on|to|over|against|in|around) my "
    r"(?:neck|throat|mouth|breasts?|thighs?|underwear|pants|skirt)|(?:knife|gun|blade|machete) (?:on|to|at|"
    r"against) my)",
    rf"\b{ANYONE}{BY} (?!(?:called|wrote|texted|helped|taught|showed|shows|drives?|drove|feeds?|surprised|"
    rf"provide[sd]?) )[a-z]+ (?:me|us) (?:.{{0,10}} )?with (?:.{{0,8}} )?{_THING}\b",
    rf"\b{ANYONE}{BY} (?:beat|beats|hit|hits|rape|raped|rapes|flog|slap|kick|punch|gang raped|gang rape|drugged|"
    r"drug|molest|choke|burn|burnt|pushed me down|sold|sell|dragged|drags|tied|tie|locked|undressed|kidnapped) "
    r"(?:me|us)\b(?! (?:at (?!home|night|school|work)|in (?:the|a|chess|fifa|this)|to (?:it|the)|up\b|out\b|by \d|"
    r"a (?:message|dm)|out of|down in|a (?:car|phone|house|book)|with (?:(?:his|her|their|a|an|the) )?(?:joke|"
    r"smile|question|news|bill|idea|surprise|homework)|(?:his|her|a|the|my|some|into) ))",
    r"\band (?:beats?|hits?|raped?|slaps?|slapped|punched|kicked|kissed|choked|touch(?:e|es|ed)?) "
    r"me\b(?! (?:at|to|in|by|with a joke))",
    rf"\b{ANYONE}{BY} (?:punched|slapped|kicked|beats?|beat|hits?|choked|stabbed|strangled) (?:my )?mom\b(?! (?:at|"
    r"in|to) )",
    r"\bhusband (?:.{0,12} )?(?:nearly |almost )?(?:kill|kills|killed|beats?|stab|stabbed) her|\bis breaking "
    r"the (?:door|window)|\bi (?:am |m )?hiding (?:.{0,30} )?(?:he|she|they|him|them|dad|drunk)|\b(?:someone|"
    r"somebody|a man) is in my (?:house|room)(?= *$| (?:and|help|i))",
    r"\b(?:a|some|the) (?:car|man|guy|bike|stranger|van|men) (?:has|have|is|was|are|been|keeps)(?: been)? "
    r"follow\w* me",
    r"\b(?:oga|madam|boss) .{0,10}(?:beat|flog|slap) me",
    r"\b(?:friend|classmate|sister|brother|cousin|roommate|daughter|son) (?:.{0,10} )?has (?:cuts|scars|marks|"
    r"bruises) (?:all )?(?:over|on)",
    rf"\b{ANYONE} (?:dey |always |often |still |keeps |just |has |have |is |was |are |been |want to |wants to |"
    r"tried to |going to |trying to )*(?:beat|beats|hit|hits|rape|rapes|raped|touch|touches|touched|molest|"
    r"molested|abuse|abuses|abused|beating|hitting|hurting) (?:up )?my (?:little |small |younger |big |baby "
    r")?(?:sister|brother|friend|cousin|mom|daughter|son|siblings|mate)\b(?! (?:at|in|up to|on) )",
)  # fmt: skip
