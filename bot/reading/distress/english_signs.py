"""How people say in English and in pidgin that they want to die, or are hurt, without saying it outright: like
`french_signs`, patterns over `words.words_of`, alone and two together."""

from typing import Final

_TOXIC = (
    r"(?:sniper|gramoxone|bleach|(?:rat )?poison|rat killer|acid|insecticide|pesticide|izal|hypo|kerosene|detergent|"
    r"battery water)"
)
_DRANK = r"(?:drink|drank|drunk|swallow(?:ed)?|took|take|taken)"
_ME = r"(?:me|us)"
_KIN = (
    r"(?:dad|mom|uncle|aunt|aunty|auntie|step dad|step mom|brother|cousin|teacher|pastor|boss|oga|madam|boyfriend|"
    r"husband|ex|neighbou?r|papa|mama|landlord|lecturer|guardian)"
)
_WHO = (
    rf"(?:he|she|they|someone|somebody|a (?:man|guy|boy)|this (?:man|guy)|(?:my|the|our|some) (?:\w+ )?{_KIN}|my "
    rf"(?:parents|family|people))"
)
SELF: Final = (
    r"\b(?:no ?one|nobody) (?:will|would|go) (?:cry|notice|care|miss me) (?:when|if) i (?:am |m )?(?:dead|die|gone)|"
    r"\bfeel(?:ing)? like jumping (?:off|from|out)",
    r"\bi no (?:fit|dey|wan) (?:fit )?(?:continue|go on|take|carry on)(?: with)? (?:this )?life",
    r"\b(?:want|wish|need) (?:my|this) life to (?:end|stop|be over)|\b(?:god|jesus|allah) (?:please )?kill me|\bi "
    r"(?:want to|am going to|go) hang(?= *$)|"
    r"\b(?:think|thinking) (?:of|about) (?:jumping|hanging|drowning|ending|shooting)(?! (?:out|up|rope|the "
    r"(?:picture|frame|video)))|"
    r"\bi (?:just |already |have )*(?:took|taken|swallowed|drank) (?:a |the |my )?(?:whole |entire |full )(?:box|"
    r"bottle|pack|strip|packet) of (?!water|juice|milk|coke|fanta|tea)",
    r"\b(?:only|just) (?:death|dying) (?:go|fit|can|will|would|could)|\b(?:pain|suffering|it) (?:only )?(?:stops|"
    r"ends|go end) (?:only )?(?:if|when) i (?:die|am dead|am gone)|\bwant out of this life|\b(?:want to|going to|"
    r"will|go) jump (?:inside|into|in) (?:the )?(?:river|well|lagoon|sea|water|lake)(?! (?:to|and) swim)",
    r"\b(?:this|my) life (?:no|is not|isn t|not) worth|\b(?:tied?|tie|hung|hang) (?:the |a )?rope (?:for|on|to|from|"
    r"around) (?:the |my )?(?:ceiling|fan|roof|tree|neck|beam)",
    r"\b(?:think|thinking|thought|dream|dreaming) (?:about |of )?(?:to )?(?:kill|killing|hang|hanging|end|ending) "
    r"(?:myself|my life)|\b(?:find|found|see|discover) my (?:dead )?body\b(?! (?:type|shape|weight))",
    r"\bif i (?:take|took|drink|drank|swallow|swallowed) (?:[1-9]\d|all|a whole|too many|the whole|bleach|poison) "
    r"(?:.{0,14})(?:pills|tablets|paracetamol|bottle|tramadol)|\bwhen i die\b.{0,4}$|look like an accident "
    r".{0,14}(?:i|me)",
    r"\b(?:knife|razor|blade|scissors|lighter|needle)s? (?:.{0,24} )?(?:on|at|against) (?:myself|my (?:skin|arms?|"
    r"wrists?|thighs?|legs?))|\bwrote (?:my )?(?:goodbye )?(?:letters?|notes?) .{0,30}(?:tonight|goodbye|sorry)|\bi "
    r"(?:have |ve )?decided .{0,8}tonight .{0,12}sorry|\bif i (?:don t|didn t|never) wake up",
    r"^this is goodbye$|\bthis is goodbye forever",
    rf"\bi (?:have |just |already |done |don )*{_DRANK} (?:.{{0,12}} )?{_TOXIC}\b",
    r"\b(?:cut|cutting|slice|slicing|burn|burning) (?:up )?my (?:hands?|arms?|skin|thighs?|legs?|wrists?) (?:with|"
    r"again|at night|every|when|to feel)",
    r"\bi (?:want to )?(?:want )?end am\b",
    r"\b(?:nobody|no one|no body|who) (?:go|would|will|is going to) (?:even )?(?:miss|cry for|notice) (?:me )?(?:if|"
    r"when) i (?:die|go|am gone|disappear)|\b(?:nobody|no one) (?:go|would|will) (?:even )?notice if i (?:die|am "
    r"gone|disappear)",
    r"\b(?:make )?(?:god|jesus|allah|lord) (?:please )?(?:to )?(?:take|carry|call) (?:my life|me(?= *$| (?:away|home|"
    r"tonight|now)))",
    r"\bkms (?:tonight|now|today|no joke|for real)|\bi (?:am going to|will|want to) kms\b",
    r"\bi (?:have|got|bought|tied|prepared) the (?:rope|noose)|\bi (?:have|got|bought) (?:the|a) (?:rope|pills|blade|"
    r"gun|razor|noose) (?:ready|and i (?:am|will)|in my hand|for tonight)",
    r"\bi (?:am |m )?(?:standing |sitting )(?:on|at) the (?:edge|ledge|railing)(?! of the (?:field|world))",
    r"\b(?:can t|cannot) (?:go on|take it|do (?:this|it)|live)(?: like this)? (?:anymore|any more|any longer|no "
    r"more)(?= *$| (?:help|please|i))",
    r"\bi (?:won t|will not|am not going to|not going to) be (?:alive (?:tomorrow|by|much)|here (?:anymore|much "
    r"longer))",
    r"\b(?:will|would|does|can) (?:god|allah|jesus) (?:still )?forgive (?:me|someone|people|you|those) (?:if|who|"
    r"when|for) (?:.{0,10} )?(?:kill|killing|suicide|commit|take|taking)",
    r"\bdon t want to (?:live|be alive|exist|be here)\b(?! (?:in|with|at|here|near|when|for the))",
    r"\bi (?:just )?(?:want to|could|wish i could) (?:go to )?sleep (?:and|to) (?:never|not) wake",
    r"\bi hate myself$",
    r"\bi (?:hate myself|am worthless|m worthless|am a burden|m a burden) (?:.{0,20} )?(?:disappear|die|gone|end)",
    r"\bi (?:am|m) (?:just |only |nothing but |such )?a burden (?:to|on|for) (?:everyone|everybody|them|others|"
    r"people|my (?:family|parents|mom|mum|mother|dad|father|friends))",
    r"\bif i (?:die|am gone|disappear) (?:.{0,10} )?(?:who|nobody|no one|will anyone)",
)  # fmt: skip
OTHERS: Final = (
    r"\b(?:she|he) (?:said|says|told me|keeps saying) (?:that )?(?:she|he) (?:wants?|wanted|is going|was going) "
    r"to (?:die(?! (?:of|her|his|hair))|kill (?:her|him)self|end it all)",
    r"\b(?:friend|bestie|roommate|brother|sister|cousin|girlfriend|boyfriend|mother|mom|mum|daughter|son|she|he) "
    r"(?:just |"
    r"has |have )*(?:swallowed|overdosed|drank|took) (?:.{0,14} )?(?:pills|tablets|bleach|poison|sniper)\b",
    r"\b(?:friend|bestie|roommate|brother|sister|cousin|girlfriend|boyfriend|she|he) (?:just |has |have )*(?:texted|"
    r"sent|posted|wrote|said) (?:me |us |his |her |their |a )*(?:goodbye|(?:final|last|goodbye) (?:message|words|"
    r"post)) "
    r"(?:.{0,20} )?(?:won ?t|not|doesn ?t|isn ?t|stopped|no longer) (?:\w+ )?(?:answer|reply|respond|pick)\w*",
)  # fmt: skip
TOGETHER: Final = (
    (
        r"\b(?:this is goodbye|goodbye|my last (?:message|text|words)|i (?:won t|will not) be here|where i am going|"
        r"when i am gone|after i am gone)",
        r"\b(?:love (?:her|him|you|them)|sorry|forgive|forever|(?:gave|given|giving) away|won t need|not need|take "
        r"care of|tell (?:my|them)|i am tired|end)",
    ),
    (r"\b(?:gave|given|giving) away (?:all )?my (?:things|stuff|clothes|phone|"
     r"belongings)", r"\b(?:won t need|not need|where i am going|goodbye|soon it)"),
)  # fmt: skip
WEAK: Final = (
    r"\b(?:nobody|no one|no body) (?:loves?|cares? about|wants?|understands?|likes?|listens to) me",
    r"\bi (?:hate|am disgusted with|am disgusted by|can t stand) myself",
    r"\bi (?:am |m |feel )(?:so |completely |all )?(?:alone|empty|worthless|hopeless|useless|numb|a burden|a "
    r"failure)\b(?! (?:at|in) (?:home|math|class))",
    r"\bi (?:cry|cried|am crying|keep crying|been crying) (?:.{0,12} )?(?:every|all|myself|at night)",
    r"\b(?:can t|cannot) (?:take|do) (?:it|this|life) (?:anymore|any more|again)",
    r"\b(?:no hope|no way out|no point|no future|what s the point|nothing matters)(?! (?:in|for|of) (?:this|the) "
    r"(?:match|exercise|game))",
    r"\b(?:want to|wish i could|could) (?:just )?(?:disappear|vanish|be gone|run away)",
    r"\b(?:life (?:is|has) (?:too hard|no meaning|so hard|hell|unbearable)|tired of (?:life|everything|it all))",
    r"\bi (?:am |m )(?:so )?depressed|\bdepression is (?:killing|eating)",
)  # fmt: skip
_BY: Final = (
    r"(?: (?:dey|don|go|always|often|still|keeps?|just|has|have|had|is|was|are|were|been|even|once|also|nearly|"
    r"almost|and|wants? to|want to|tried to|trying to|going to|will|started|used to)){0,4}"
)
_PART: Final = (
    r"(?:neck|throat|mouth|face|head|arms?|hands?|legs?|back|belly|stomach|hair|breasts?|thighs?|ribs?|nose|teeth|"
    r"eyes?|body|clothes|underwear|pants|skirt|dress)"
)
_THING: Final = (
    r"(?:chair|knife|belt|cane|stick|bottle|stone|pot|pan|plate|shoe|cable|wire|rod|hammer|pestle|iron|hot water|"
    r"boiling water|acid|broom|machete|cutlass|brick|rope|wood|whip|cord)"
)
HURT: Final = (
    r"\b(?:beats?|beating|hits?|hitting|rapes?|chok(?:es|ing)) (?:up )?my (?:mother|mum|mom|sister|little|baby)\b(?! "
    r"(?:at|in) (?:chess|fifa|the (?:game|race)))",
    r"\bif i (?:don t|do not|refuse to|won t) (?:sleep|have sex|go to bed) with (?:him|her|them)",
    r"\bblackmail(?:ed|ing|s)? (?:me )?(?:.{0,10} )?(?:my )?(?:nudes?|naked|private|intimate|pictures|photos|videos?)",
    r"\bhaven ?t (?:eaten|ate|had (?:any )?food) (?:anything )?(?:in|for|since) (?:\w+ )?(?:days?|week)",
    r"\bforc(?:e|es|ed|ing) (?:me|us) to (?:beg|steal|work (?:for free|without pay|day and night)|sell (?:my body|"
    r"drugs)|drink)(?! (?:water|milk|tea|more))",
    rf"\b{_WHO}{_BY} (?:broke|breaks|break|twisted|burnt|burned|burns|cut|bit|bites|squeezed|grabbed|grabs|pulled|"
    rf"pulls|smashed|touches|touched|removed|removes|tore|took off) my {_PART}\b(?! (?:off|line|in the (?:game|"
    rf"match)|up\b|shorter))",
    rf"\b{_WHO}{_BY} (?:throws?|threw|throwing|pours?|poured|pouring) (?:.{{0,12}} )?{_THING} (?:at|on|over) (?:me|"
    rf"us|my)",
    rf"\b{_WHO}{_BY} (?:puts?|held|holds|pressed|placed) (?:.{{0,16}} )?(?:(?:on|to|over|against|in|around) my "
    rf"(?:neck|throat|mouth|breasts?|thighs?|underwear|pants|skirt)|(?:knife|gun|blade|machete) (?:on|to|at|against) "
    rf"my)",
    rf"\b{_WHO}{_BY} (?!(?:called|wrote|texted|helped|taught|showed|shows|drives?|drove|feeds?|surprised|"
    rf"provide[sd]?) )[a-z]+ (?:me|us) (?:.{{0,10}} )?with (?:.{{0,8}} )?{_THING}\b",
    rf"\b{_WHO}{_BY} (?:beat|beats|hit|hits|rape|raped|rapes|flog|slap|kick|punch|gang raped|gang rape|drugged|drug|"
    rf"molest|choke|burn|burnt|pushed me down|sold|sell|dragged|drags|tied|tie|locked|undressed|kidnapped) (?:me|"
    rf"us)\b(?! (?:at (?!home|night|school|work)|in (?:the|a|chess|fifa|this)|to (?:it|the)|up\b|out\b|by \d|a "
    rf"(?:message|dm)|out of|down in|a (?:car|phone|house|book)|with (?:(?:his|her|their|a|an|the) )?(?:joke|smile|"
    rf"question|news|bill|idea|surprise|homework)|(?:his|her|a|the|my|some|into) ))",
    r"\band (?:beats?|hits?|raped?|slaps?|slapped|punched|kicked|kissed|choked) me\b(?! (?:at|to|in|by|with a joke))",
    rf"\b{_WHO}{_BY} (?:punched|slapped|kicked|beats?|beat|hits?|choked|stabbed|strangled) (?:my )?mom\b(?! (?:at|in|"
    rf"to) )",
    rf"\b{_WHO}{_BY} do(?:es|ing)? (?:bad|dirty|nasty|sexual|weird|wrong) (?:things?|stuff) (?:to|with) me|\bno sex "
    rf"no (?:pass|grade|marks?|degree|job)",
    r"\bhusband (?:.{0,12} )?(?:nearly |almost )?(?:kill|kills|killed|beats?|stab|stabbed) her|\bis breaking the "
    r"(?:door|window)|\bi (?:am |m )?hiding (?:.{0,30} )?(?:he|she|they|him|them|dad|drunk)|\b(?:someone|somebody|a "
    r"man) is in my (?:house|room)(?= *$| (?:and|help|i))",
    r"\b(?:i am |i m |am |im )1[0-7] .{0,14}(?:want to|wants to|going to|will|forc\w+) (?:me )?(?:to )?marry|"
    r"\b(?:they|he|dad|my \w+) (?:want to|wants to|are going to|is going to|will) marry me(?! (?:because he loves|in "
    r"church))",
    r"\b(?:a|some|the) (?:car|man|guy|bike|stranger|van|men) (?:has|have|is|was|are|been|keeps)(?: been)? follow\w* "
    r"me|\b(?:brought|took|sent) (?:me|us) .{0,40}(?:sleep|sex) with (?:men|clients|customers)|must (?:now )?sleep "
    r"with (?:men|clients|customers)",
    r"\b(?:recorded|record|screenshot\w*) (?:our|my|the|me) .{0,20}(?:call|video|naked|nude|bathing) .{0,24}(?:money|"
    r"pay|send|post|share)|\b(?:oga|madam|boss) .{0,10}(?:beat|flog|slap) me",
    r"\b(?:friend|classmate|sister|brother|cousin|roommate|daughter|son) (?:.{0,10} )?has (?:cuts|scars|marks|"
    r"bruises) (?:all )?(?:over|on)",
    rf"\b{_WHO} (?:dey |always |often |still |keeps |just |has |have |is |was |are |been |want to |wants to |tried "
    rf"to |going to |trying to )*(?:beat|beats|hit|hits|rape|rapes|raped|touch|touches|touched|molest|molested|abuse|"
    rf"abuses|abused|beating|hitting|hurting) (?:up )?my (?:little |small |younger |big |baby )?(?:sister|brother|"
    rf"friend|cousin|mom|daughter|son|siblings|mate)\b(?! (?:at|in|up to|on) )",
    rf"\b{_WHO} (?:made|makes|make|forced?|forces) {_ME} (?:to )?(?:do (?:things|stuff)|perform|sleep with|have sex|"
    rf"watch)(?= *$| (?:i|to|with|him|that|men|people|at))",
    rf"\b{_WHO} (?:no |don t |doesn t |does not |never |refuse to |refuses to )+(?:give|gives|dey give|feed|feeds) "
    rf"{_ME} (?:any )?(?:food|chop|anything to eat)",
    r"\b(?:want to|wants to|going to|planning to|about to|tried to|will) (?:circumcise|cut) (?:me|my (?:little |"
    r"younger |small |baby )?(?:sisters?|daughters?|cousins?))\b(?! (?:off|out|some|from|hair|a|short|in))",
    r"\b(?:took|take|seized|keeps?|has|have|hold(?:ing)?|collected) my passport .{0,30}(?:lock|can t|won t let|"
    r"refuse)",
    r"\b(?:want to|wants to|going to|trying to|tried to|will) sell (?:me|my (?:kidney|organs?|body|sister))(?= *$| "
    r"(?:to (?:a|an|some|him|them|men)|off|for))",
    r"\b(?:sleep|have sex|lie) with (?:men|clients|customers|strangers|old men) (?:for|and|to)",
    r"\bheld (?:here )?against my will|\bkept (?:here )?against my will|\bkidnapped me|\b(?:they|he|she|someone) "
    r"(?:have |has )?(?:abducted|trafficked) (?:me|us)",
    r"\b(?:has|have|got|with) my (?:pics|pictures|photos|videos?|nudes?) .{0,40}(?:money|pay|send (?:them|it)|to my "
    r"(?:dad|mom|parents|school)|post)",
    r"\bpregnant .{0,25}(?:scared|afraid|alone|don t know what|kill me|disown|throw me|1[0-5])|(?:scared|afraid) "
    r".{0,12}pregnant(?! (?:women|cat|dog))",
    r"\bran away (?:from (?:home|my|the house))|\b(?:nowhere|no where) to (?:go|sleep)(?= *$| (?:tonight|please|i|"
    r"and))|\bsleeping (?:outside|on the street|on the streets)",
    r"\b(?:i (?:have|haven t|had)|we (?:have|haven t)) (?:not |nothing )?(?:eaten|eat)(?: anything| nothing)? (?:in|"
    r"for|since) (?:\d|two|three|four|five|days|yesterday)",
)  # fmt: skip
NOW: Final = (
    r"\bthere (?:is|s) (?:a man|a stranger|a thief|an intruder|a robber|a guy|someone|somebody|men) (?:is )?in "
    r"(?:my|our|the) (?:house|room|compound)(?= *$| (?:help|please|right|now|with))",
    r"\b(?:trying|tries|tried|wants?) to (?:break|get|force (?:his|their) way) into my (?:room|house|home)",
    r"\bhelp (?:me )?(?:please )?(?:he|she|they|someone|somebody|a man|my \w+) (?:am |is |are )?(?:going to|want to|"
    r"wants to|will) (?:hurt|kill|beat|rape|shoot|stab)",
    r"\bhelp (?:me )?(?:please )?(?:my|a|this) \w+ (?:want to|wants to|is going to|going to|is about to) (?:hurt|"
    r"kill|beat|rape|shoot|stab)",
    r"\bmy (?:best |close )?friend (?:said|sent|texted|wrote) (?:me )?(?:a )?goodbye .{0,20}(?:not (?:answering|"
    r"replying|picking)|won t answer|off)",
    r"\bwon t wake up\b.{0,10}$",
)  # fmt: skip
