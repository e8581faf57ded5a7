"""How people say in English that they, or somebody close, are in danger: patterns over `distress_words.words_of`
(dad and mom stand for every word for them)."""

from typing import Final

_I_WANT = (
    r"(?:i )?(?:just |ve been |have been |ve |only |still |always |so |sometimes |also |kinda |honestly |often |"
    r"really )*"
    r"(?:want(?:ed)? to|wish (?:i (?:was|were|could)|to)|would rather|d rather|am ready to|m ready to|(?:am |m |"
    r"was )?going to|need to|"
    r"(?:am |m )?about to|(?:am |m )?plan(?:ning|ned)? (?:to|on)|feel like|decided to|keep thinking (?:about|of)|"
    r"(?:am |m |keep |been |have been |was |keep on )?think(?:ing)? (?:about|of)|think i should|might|should just|"
    r"could just|hope (?:i|to)|have to) "
    r"(?:just |really |so bad |actually |only |be able to )*"
)
_NOT_OF = (
    r"(?! (?:of|from) (?:laughter|laughing|hunger|boredom|embarrassment|thirst|cringe|shame|heat|old age|cold|"
    r"cuteness|happiness)|"
    r" (?:laughing|my hair|rich|a (?:hero|legend|fabric)|to (?:know|see|meet|try|go)|in (?:the|this|a|my) (?:game|"
    r"play|movie|film|level)|for my country))"
)
_DIE = (
    rf"(?:die{_NOT_OF}\b|dying{_NOT_OF}\b(?! (?:to|my))|kill(?:ing)? myself|end(?:ing)? (?:my life|it all|it(?= *$|"
    r" (?:tonight|now|all|today))|everything)|"
    r"hang(?:ing)? myself|hurt(?:ing)? myself|cut(?:ting)? myself|harm(?:ing)? myself|drown(?:ing)? myself|"
    r"shoot(?:ing)? myself|"
    r"commit(?:ting)? suicide|suicide\b(?! (?:prevention|rates?|squad|bomb))|unaliv\w+|kms\b|be dead|not be here|"
    r"not (?:be alive|exist|wake up)|be gone forever|"
    r"disappear(?= *$| (?:forever|for good|from this))|never wake up|never been born|jump (?:off|from|in front)|"
    r"overdose|slit(?:ting)? my)"
)
_KIN = (
    r"(?:dad|mom|uncle|aunt|auntie|step ?dad|step ?mom|step ?brother|brother|big brother|sister|teacher|boyfriend|"
    r"girlfriend|husband|wife|"
    r"cousin|parents|neighbou?r|grandpa|grandfather|grandma|boss|coach|pastor|guardian|ex|bf|partner|headmaster|"
    r"tutor|landlord|foster \w+)"
)
_WHO = (
    rf"(?:he|she|they|somebody|someone|people|dad|mom|(?:my|the|a|our|this) (?:\w+ )?{_KIN}|(?:a|this|the|some) "
    r"(?:older |old |big )?(?:man|men|boy|boys|guy|guys|adult|teacher|woman)|"
    r"(?:the|some) (?:kids|boys|girls|people|students)(?: (?:at|in) (?:my )?(?:school|class))?)"
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
    r"with (?:a )?(?:question|surprise|homework|the truth|facts|news)|on (?:fifa|the test)|deeply|emotionally|very "
    r"much|so much (?:with|by)|right in the feels))"
)
_HARM = (
    r"(?:hits?|hitting|beats?|beating|beaten|rapes?|raped|raping|touch(?:es|ed|ing|e)|abus(?:es|ed|ing)|hurts?|"
    r"hurting|molest(?:s|ed|ing)|slap(?:s|ped|ping)|"
    r"kick(?:s|ed|ing)|punch(?:es|ed|ing)|chok(?:es|ed|ing)|bull(?:ies|ied|ying)|burn(?:s|ed|ing)|whip(?:s|ped|"
    r"ping)|strangl(?:es|ed|ing)|assault(?:s|ed|ing)|"
    r"rape|touch|abuse|molest|beat|slap|punch|choke|strangle|stab|fondl(?:es|ed|ing)|grop(?:es|ed|ing)|hurt|hit|"
    r"threaten(?:s|ed|ing)|harass(?:es|ed|ing)?|kill(?:ing)?)"
)

SELF: Final = (
    rf"\bi {_I_WANT}{_DIE}",
    rf"^(?:i )?(?:{_I_WANT})?(?:want to die|kms|going to kill myself|kill myself|wish i was dead|want to kill "
    r"myself|want to end it all)$",
    r"\bi (?:wish|wished) (?:that )?i (?:was|were|am|could be|had never been|was never|d never been) (?:dead|die|"
    r"born|not alive|gone forever)|wish i could (?:die|just die|disappear forever)",
    r"\b(?:don t|do not|no longer|can t|never) (?:really )?(?:want|wish|wanted)? ?(?:to )?(?:live(?= *$| "
    r"(?:anymore|any more|any longer|like this|this life|in this world|no more))|be alive|exist|wake up (?:anymore|"
    r"again|tomorrow)|be here anymore|go on living)",
    r"\bi (?:want|wish|have decided) to stop (?:living|existing)|tired of (?:living|life|being alive)$",
    r"\b(?:no|any|a) reason (?:left )?(?:for me )?to (?:live|stay alive|keep living)$|\bmy life (?:is(?: not| n "
    r"t)? (?:worthless|pointless|over$|worth (?:living|nothing)|meaningless)|isn t worth|has no (?:meaning|point|"
    r"purpose))",
    r"\bi (?:hate|loathe) (?:my life|being alive|living)\b(?! (?:in|with|as|here|at|near))",
    r"\b(?:i am|i m|i d be|i would be|they d be|they would be|everyone (?:is|would be|will be)|everybody (?:is|"
    r"would be)|world (?:is|would be)|family (?:is|would be)|better) (?:so much )?(?:better )?off (?:dead|without "
    r"me)|better (?:off )?without me$|world would be better (?:off )?without me",
    r"\bi (?:deserve|need) to die\b(?! of)|i don t deserve to live",
    r"\bi (?:am |m |have been |ve been |keep |started |been |have |ve )?(?:cut|cutting|harm|harming|hurt|hurting|"
    r"burn|burning|started cutting) myself(?! (?:shaving|cooking|on|by|while|off|some|playing|with the (?:paper|"
    r"knife while)|at|when i (?:fell|tripped|was (?:cooking|playing|shaving))|a))",
    r"\bi (?:have |ve |just |already )*(?:took|taken|swallowed|drank|had|ate) (?:all|too many|a lot of|lots of|a "
    r"bottle of|a whole bottle of|a bunch of) (?:of )?(?:the |my |her |his )?(?:mom s |dad s |sleeping )?(?:pills|"
    r"tablets|medicine|paracetamol|painkillers|meds)|\bi (?:just )?(?:drank|took|swallowed) (?:an overdose|bleach|"
    r"poison|rat poison)",
    r"\bi (?:have |ve |already |once |just )*tried (?:to )?(?:kill myself|killing myself|die|end my life|commit "
    r"suicide|hang myself|suicide)",
    r"\bi (?:am|m|feel|felt|have been|ve been|been feeling|m feeling|am feeling) (?:so |very |really |kind of |"
    r"kinda |feeling )*suicidal|\bi (?:have|ve had|am having|m having|keep having|get|been having|m getting) "
    r"(?:been having |really |these |dark )*(?:suicidal|suicide) (?:thoughts|ideas|ideation)",
    r"\bhow (?:can i|do i|to|could i|should i) (?:kill myself|die (?:painlessly|without pain|quickly|fast|easily|"
    r"in my sleep)|hang myself|end my life|commit suicide|overdose|cut myself)",
    r"\b(?:how many|how much|what dose|which) (?:.{0,40} )?(?:to (?:die$|kill myself|overdose|end my life)|will "
    r"kill me$|would kill me$)",
    r"\b(?:easiest|quickest|fastest|best|painless|least painful) (?:\w+ )?way (?:for me )?to (?:die|kill myself|"
    r"end my life)(?! in)",
    r"\bmy (?:suicide note|goodbye letter|own suicide)|nobody (?:would|will) (?:miss me|care if i (?:die|died|was "
    r"gone|disappeared))|no one (?:would|will) (?:miss me|care if i (?:die|died|was gone))",
    r"\b(?:can t|cannot) (?:go on|do this|live like this) (?:living|anymore i want to|like this anymore|with "
    r"(?:this|my) life)|i can t go on$",
)  # fmt: skip
HURT: Final = (
    rf"\b{_WHO} {_OFTEN}{_HARM} (?:me|us)\b{_GAMES}(?! (?:if i (?:fail|don t pass|get a)|when (?:she|he) sees my "
    r"(?:grade|mark|report)))",
    rf"\b(?:he|dad|my (?:\w+ )?{_KIN}) {_OFTEN}(?:hits?|hitting|beats?|beating|rapes?|raped|abus(?:es|ed|ing)|"
    r"molest(?:s|ed|ing)|chok(?:es|ed|ing)|punch(?:es|ed|ing)) (?:up )?my (?:mom|little|sister|brother|siblings|"
    rf"baby|kids|children)\b{_GAMES}",
    r"\bi (?:was|got|have been|ve been|had been|am|m|am being|m being|keep (?:getting|being)|get|am getting|m "
    r"getting) (?:being |getting |always |often |just |almost |nearly |sexually |physically )*"
    r"(?:raped|molested|abused|beaten(?: up)?|assaulted|harassed|bullied|threatened|kidnapped|touched|groped|hit|"
    r"strangled|forced)"
    r"(?= *$| (?:by (?:my|a|an|some|the|him|her|them|this) ?(?:\w+ ){0,2}(?:dad|mom|uncle|aunt|teacher|man|men|boy|"
    r"boys|guy|brother|cousin|neighbou?r|husband|boyfriend|stepdad|stepmom|parents|friend|relative|coach|pastor|"
    r"stranger|classmates?|kids|boss|student|students|ex)|"
    r"at (?:home|school|night)|every|to (?:marry|have sex|sleep with|undress|touch|send)|last night|yesterday|when "
    r"i was|as a child|into (?:marriage|marrying|sex)|in my|a lot|again|daily|regularly|all the time))",
    r"\b(?:force[sd]?|forcing|make|makes|making|made|want|wants|wanted|going) (?:me )?to (?:marry (?:me off|him|"
    r"an? (?:old|older|man)|my|against|someone|somebody)|touch (?:him|his|her)|have sex|sleep with (?:him|them|me)|"
    r"undress|get married|send (?:him )?(?:nudes|naked|nude|pictures of my body|photos of my body)|be circumcised)"
    r"(?! (?:a|the) (?:doctor|prince))",
    r"\b(?:force[sd]?|forcing|makes?|making|made) me (?:touch|undress|strip|have sex|sleep with|marry|do (?:sexual|"
    r"dirty) things|take (?:my|off my) clothes|watch porn|suck)",
    r"\bmarry(?:ing)? me (?:off|to (?:an? )?(?:old|older|man))|forced? (?:me )?into (?:a )?marriage|\bforced "
    r"marriage (?:on|for) me",
    r"\b(?:ask(?:s|ed|ing)? (?:me )?for|want(?:s|ed)?|demand(?:s|ed)?|keeps asking for) (?:my |me to send "
    r")?(?:nudes|naked (?:pictures|photos|pics)|nude (?:pictures|photos|pics)|sexy (?:pictures|photos|pics)|"
    r"pictures of my body)",
    r"\b(?:touch(?:es|ed|ing|e)?|grab(?:s|bed|bing)?|rub(?:s|bed|bing)?) (?:me )?(?:on |in |between )?(?:my "
    r"(?:private|privates|private parts|breasts?|boobs|butt|bum|thighs?|chest|vagina|penis|body|legs)|down there|"
    r"where (?:he|she) shouldn t|inappropriately)",
    r"\b(?:put|puts|putting|slid) his (?:hand|hands|finger|fingers) (?:in|up|under|between|inside|on) my",
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
    r"\bhelp (?:me )?(?:please )?(?:he|she|they|someone|somebody|a man|my dad|dad|my \w+) (?:is|s|are|re|has|"
    r"wants?|will) (?:going to |trying to |coming|here|outside|at the door|in my|drunk|a gun|a knife|to (?:kill|"
    r"hurt)|hurting|hitting|beating)",
    r"\b(?:he|she|dad|someone|my \w+) (?:has|s got|got|is holding|pulled|came with) (?:a |out a )?(?:knife|gun|"
    r"machete|weapon|axe)(?= *$| (?:and|he|to my|at me|on me|in his hand|please|help))",
    r"\bi (?:have been|ve been|was|am being|m being|got) (?:kidnapped|abducted|held (?:hostage|captive)|trafficked|"
    r"locked (?:in|up))|locked me (?:in|up|inside)",
    r"\b(?:please )?call (?:the )?(?:police|911|999|112|an ambulance)(?: (?:please|for me|now|quick|he|help))*$",
    r"\b(?:someone|somebody|a man|some guy) (?:is|s|has been) (?:following me|outside my (?:door|window)|trying to "
    r"(?:break|get) in|breaking in(?:to my)?|chasing me)",
)  # fmt: skip
_CLOSE = (
    r"\b(?:my|our|a|this) (?:best |close |little |big |older |younger |good |baby )?(?:friend|sister|brother|"
    r"mom|dad|cousin|bff|bestie|classmate|girlfriend|boyfriend|roommate|neighbou?r|daughter|son|child|niece|nephew|gf|"
    r"bf|wife|husband|bro|sis|aunt|uncle|partner|kid)"
)
OTHERS: Final = (
    rf"{_CLOSE} (?:.{{0,40}} )?(?:want(?:s|ed)? to (?:die{_NOT_OF}|kill (?:her|him|them)sel(?:f|ves)|end (?:her|"
    r"his|their) life|commit suicide|hurt (?:him|her)self|end it all)|"
    r"is (?:suicidal|going to (?:kill|hurt) (?:her|him|them)sel(?:f|ves)|in danger|thinking (?:about|of) "
    r"(?:suicide|dying|killing))|(?:cuts?|cutting|hurting|hurts|harms?|harming|is cutting) (?:her|him|them)sel(?:f|"
    r"ves)|"
    r"tried to (?:kill|hurt) (?:her|him)self|tried suicide|attempted suicide|talks? about (?:suicide|dying|"
    r"killing)|is talking about (?:suicide|dying|killing)|took (?:too many|all (?:the|her|his)) pills)",
    rf"{_CLOSE} (?:.{{0,20}} )?(?:is|was|gets|got|has been|is being|keeps getting) (?:being |getting |sexually |"
    r"always )*(?:raped|molested|abused|beaten|assaulted|bullied|hit|touched)(?= *$| (?:by (?!a ball|a car|the "
    r"music)|at (?:home|school)|every))",
    r"\b(?:her|his) (?:dad|mom|stepdad|step dad|uncle|boyfriend|husband|brother|teacher|parents) (?:.{0,12} "
    r")?(?:hits?|beats?|rapes?|raped|touche|touches|touched|abuses|abused|molests|molested|is (?:hitting|beating|"
    r"abusing|raping|touching)) (?:her|him)(?! (?:at|in|deeply))",
    rf"{_CLOSE} (?:told me|said|texted me|wrote me|says|says that|told me that|said that|keeps saying) (?:that "
    r")?(?:she|he|they)? ?(?:wants?|is going|s going|would|feels? like|is thinking|wanted|i want)? ?(?:to|of|"
    r"about)? ?(?:die|dying|kill (?:her|him|my)sel(?:f|ves)|killing (?:her|him)self|suicide|suicidal|goodbye "
    r"forever|end it)",
)  # fmt: skip
