"""How people say in English that they are being hurt, or in danger at this moment: patterns over
`words.words_of`, like those of `english`."""

from typing import Final

_KIN = (
    r"(?:dad|mom|uncle|aunt|auntie|step ?dad|step ?mom|step ?brother|brother|big brother|sister|teacher|boyfriend|"
    r"girlfriend|husband|wife|"
    r"cousin|parents|papa|mama|madam|oga|aunty|lecturer|step (?:dad|mom)|in law|prophet|reverend|imam|alhaji|mallam|"
    r"supervisor|"
    r"principal|neighbou?r|grandpa|grandfather|grandma|boss|coach|pastor|guardian|ex|bf|partner|headmaster|"
    r"tutor|landlord|foster \w+)"
)
_WHO = (
    rf"(?:he|she|they|somebody|someone|people|(?:two|three|four|five|some|these) (?:boys|men|guys|people|girls)|dad|"
    rf"mom|papa|mama|(?:my|the|a|our|this) (?:\w+ )?{_KIN}|(?:a|this|the|some) "
    r"(?:older |old |big )?(?:man|men|boy|boys|guy|guys|adult|teacher|woman)|"
    r"(?:(?:the|some) (?:kids|boys|girls|people|students)|every(?:one|body))(?: (?:at|in) (?:my )?(?:school|class))?)"
)
_OFTEN = (
    r"(?:(?:always|still|often|sometimes|keeps?|just|regularly|also|has|have|had|been|is|was|are|were|will|"
    r"sexually|physically|even|used to|tries to|tried to|wants to|trying to|threatens to|threatened to|started|likes "
    r"to|would|got drunk and|comes home drunk and|gets drunk and|again|and|really) ){0,4}"
)
_GAMES = (
    r"(?! (?:at (?!home|night|school|work|church)\w+|in (?:chess|fifa|the (?:race|game|final|test|quiz)|math|maths|"
    r"a (?:race|game))|to (?:it|the)|up\b|by \d|with (?:his|her|their) (?:question|words|speech|lecture|humou?r|"
    r"joke)|"
    r"with (?:a )?(?:questions?|surprise|homework|exams|"
    r"(?:all )?(?:this|that|his|her|the|so much)? ?work(?:load)?(?= *$)|"
    r"deadlines|the truth|facts|news)|on (?:fifa|the test)|deeply|emotionally|very "
    r"much|so much (?:with|by)|right in the feels))"
)
_HARM = (
    r"(?:hits?|hitting|beats?|beating|beaten|rapes?|raped|raping|touch(?:es|ed|ing|e)|abus(?:es|ed|ing)|hurts?|"
    r"hurting|molest(?:s|ed|ing)|slap(?:s|ped|ping)|"
    r"kick(?:s|ed|ing)|punch(?:es|ed|ing)|chok(?:es|ed|ing)|bull(?:ies|ied|ying)|burn(?:s|ed|ing)|whip(?:s|ped|"
    r"ping)|strangl(?:es|ed|ing)|assault(?:s|ed|ing)|"
    r"rape|touch|abuse|molest|beat|slap|punch|choke|strangle|stab|fondl(?:es|ed|ing)|grop(?:es|ed|ing)|hurt|hit|"
    r"threaten(?:s|ed|ing)|harass(?:es|ed|ing)?|flog(?:s|ged|ging)?|bully|defile[ds]?|starve[sd]?|starving|"
    r"kill(?:ing)?)"
)

_GROWN: Final = (
    r"(?:(?:my|our|a|the) (?:step ?)?(?:dad|father|uncle|teacher|lecturer|boss|oga|cousin|grandpa|grandfather|pastor|"
    r"coach|"
    r"tutor|neighbou?r|landlord|guardian|principal|headmaster|supervisor|imam|alhaji|mallam|step (?:dad|brother)|"
    r"brother in "
    r"law)|papa)"
)
HURT: Final = (
    rf"\b{_WHO} {_OFTEN}{_HARM} (?:me|us)\b{_GAMES}(?! (?:if i (?:fail|don t pass|get a)|when (?:she|he) sees my "
    r"(?:grade|mark|report)))",
    rf"\b(?:he|dad|my (?:\w+ )?{_KIN}) {_OFTEN}(?:hits?|hitting|beats?|beating|rapes?|raped|abus(?:es|ed|ing)|"
    r"molest(?:s|ed|ing)|chok(?:es|ed|ing)|punch(?:es|ed|ing)) (?:up )?my (?:mom|little|sister|brother|siblings|"
    rf"baby|kids|children)\b{_GAMES}",
    r"\bi (?:was|got|have been|ve been|had been|am|m|am being|m being|keep (?:getting|being)|get|am getting|m "
    r"getting) (?:being |getting |always |often |just |almost |nearly |sexually |physically )*"
    r"(?:raped|defiled|molested|abused|beaten(?: up)?|assaulted|harassed|bullied|threatened|kidnapped|touched|groped|"
    r"hit|"
    r"strangled|forced)"
    r"(?= *$| (?:by (?:my|a|an|some|the|him|her|them|this) ?(?:\w+ ){0,2}(?:dad|mom|uncle|aunt|teacher|man|men|boy|"
    r"boys|guy|brother|cousin|neighbou?r|husband|boyfriend|stepdad|stepmom|parents|friend|relative|coach|pastor|"
    r"stranger|classmates?|kids|boss|student|students|ex)|"
    r"at (?:home|school|night)|every|to (?:marry|have sex|sleep with|undress|touch|send)|last night|yesterday|when "
    r"i was|as a child|into (?:marriage|marrying|sex)|in my|a lot|again|daily|regularly|all the time))",
    r"\b(?:force[sd]?|forcing|make|makes|making|made|want|wants|wanted|going) (?:me )?to (?:marry (?:me off|him|"
    r"an? (?:old|older|man)|my|against|someone|somebody)|touch (?:him|his|her)|have sex|sleep with (?:him|them|me)|"
    r"undress|(?<=me to )get married|send (?:him )?(?:nudes|naked|nude|pictures of my body|photos of my body)|be "
    r"circumcised)"
    r"(?! (?:a|the) (?:doctor|prince))",
    r"\b(?:force[sd]?|forcing|makes?|making|made) me (?:touch|undress|strip|have sex|sleep with|marry|do (?:sexual|"
    r"dirty) things|take (?:my|off my) clothes|watch porn|suck)",
    rf"\b{_GROWN} (?:always |often |still |also |has |have |had |is |was |been |keeps |wants to |wanted to |tried to "
    rf"|"
    rf"asked to )*"
    r"(?:sleeps?|slept|sleeping|had sex|having sex|has sex) with me\b(?! in (?:the same|a|my) (?:bed|room))|"
    r"\b(?:asks?|asked|asking|wants?|wanted|demands?) (?:me )?(?:for )?(?:to have )?sex\b(?= *$| (?:with me|before|"
    r"for|"
    r"to pass|in "
    r"exchange))|\bforc(?:es|ed|ing) (?:him|her)self on me|^he forced me$",
    rf"\bpregnant (?:for|by|with) {_GROWN}|{_GROWN} (?:got me pregnant|impregnated me|made me pregnant|put me in the "
    rf"family way)|"
    r"\bi (?:was|got|have been|had been) raped (?:and|now|i)\b|\b(?:i m|i am|only) 1[0-5] (?:years old )?and (?:i m |"
    r"i "
    r"am )?pregnant|pregnant (?:and (?:i m |i am )?"
    r"(?:only )?|at )1[0-5]\b",
    r"\bmarr(?:y|ied) (?:against my will|by force)|\bforc\w+ (?:me )?(?:to|into) (?:marry|marriage|get married)|"
    r"\bwants? to (?:circumcise "
    r"(?:me|my sister)|cut me$|do fgm (?:on|to) me|perform fgm)",
    r"\bblackmail\w* me|\b(?:post|leak|share|send|publish|release|expose|posting|leaking|sharing) my (?:nudes?|naked|"
    r"nude|sex "
    r"tape|private (?:photos?|pictures|videos?))|\bthreaten\w* to (?:post|leak|share|send|publish|expose) my "
    r"(?:photos?|pictures|"
    r"pics|videos?)",
    rf"\b(?:he|{_GROWN}) (?:always |often |still |keeps )*(?:comes?|coming|enters?|sneaks?) (?:in|into|to|inside)? "
    rf"?(?:to )?my (?:bed$|"
    r"bed (?:at|when)|(?:bed ?)?room (?:at night|when i (?:am |m )?sleep|while i))",
    rf"\b{_WHO} (?:does not|doesn t|don t|do not|refuses? to|never) (?:give|feed) me (?:any )?(?:food|to eat)|"
    rf"lock(?:s|ed) me (?:in|up)|{_WHO} lock me (?:in|up)",
    r"\b(?:he|husband|boyfriend|ex|they|someone|somebody|uncle|step dad|in law) (?:is|are|s|re) going to kill me(?= "
    r"*$| (?:if i (?:tell|leave|"
    r"talk|go)|tonight|please|help|he|with))",
    r"\bmarry(?:ing)? me (?:off|to (?:an? )?(?:old|older|man))|forced? (?:me )?into (?:a )?marriage|\bforced "
    r"marriage (?:on|for) me",
    r"\b(?:ask(?:s|ed|ing)? (?:me )?for|want(?:s|ed)?|demand(?:s|ed)?|keeps asking for) (?:my |me to send "
    r")?(?:nudes|naked (?:pictures|photos|pics)|nude (?:pictures|photos|pics)|sexy (?:pictures|photos|pics)|"
    r"pictures of my body)",
    r"\b(?:touch(?:es|ed|ing|e)?|grab(?:s|bed|bing)?|rub(?:s|bed|bing)?) (?:me )?(?:on |in |between )?(?:my "
    r"(?:private|privates|private parts|breasts?|boobs|butt|bum|thighs?|chest|vagina|penis|body|legs)|down there|"
    r"where (?:he|she) shouldn t|inappropriately)",
    r"\b(?:put|puts|putting|slid) his (?:hand|hands|finger|fingers) (?:in|up|under|between|inside|on) my(?! (?:head|"
    r"shoulders?|back|hands?|forehead))",
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
)  # fmt: skip
NOW: Final = (
    r"^(?:sos|help me (?:please )?(?:i am |i m )?in danger|save me(?: please)?|someone (?:please )?save me)$",
    r"\b(?:i am|i m|we are|we re) (?:in|currently in) (?:real |great |serious |big |immediate )?danger\b(?! of "
    r"(?:failing|losing|being (?:late|expelled)|extinction))|\b(?:i am|i m|i do(?: not|n t)|i don t) (?:not safe|"
    r"unsafe|feel safe)(?= *$| (?:at home|here|right now|with him|in my))",
    r"\bi (?:have been|ve been|was|am being|m being|got) (?:kidnapped|abducted|held (?:hostage|captive)|trafficked|"
    r"locked (?:in|up))|locked me (?:in|up|inside)|\bi (?:am|m) locked (?:in|inside) (?:a|the|this) (?:room|house|"
    r"car)|"
    r"\bmy life is in danger|\b(?:at|outside|behind) my (?:door|window) with (?:a|an) (?:gun|knife|machete|axe)",
    r"\b(?:please )?call (?:the )?(?:police|911|999|112|an ambulance)(?: (?:please|for me|now|quick|he|help))*$",
    r"\b(?:someone|somebody|a man|some guy) (?:is|s|has been) (?:following me|outside my (?:door|window)|trying to "
    r"(?:break|get) in|breaking in(?:to my)?|chasing me)",
)  # fmt: skip
