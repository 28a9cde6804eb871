/** Words around a choice that choose nothing: 就要综合评分吧, "the composite one please". Compared by units, so one Han character each. */
export const COURTESY = /^(?:我|就|要|想|看|选|择|用|是|指|的|请|那|给|帮|一|下|吧|呢|了|啊|哦|嘛|哈|呀|好|嗯|行|对|谢|您|你|说|只|意|思|按|以|都|全|两|者|也|i|want|would|like|to|see|the|a|an|please|choose|pick|take|use|it|is|mean|meant|just|show|me|give|go|with|let|let'?s|one|ones|option|number|only|thanks?|thank|you|ok|okay|yes|yeah|sure|i'd|i'll|by|my|that|this|think|say|said|guess|choice|answer|no|not|both)$/;

/** The paused question is given up; what follows, if anything, is another one. */
export const RESTART = /^(?:算了吧?|不问(?:这个|了)+|换个问题|换一个问题|不用了|别管(?:这个|它)了?|先不管(?:这个)?|forget (?:it|that|about it)|never ?mind|scratch that|actually,? never ?mind|let'?s (?:change the subject|start over)|new question|different question|another question)[\s,，.。:：;；!！-]*/;

/** The reply says that something else was meant; what follows says what. */
export const CORRECTION = /^(?:不不|不是(?:的|这个|这些)?|不对|不,|不，|错了|搞错了|no|nope|not (?:that|this|these)|wrong|sorry|抱歉|对不起|actually|其实)(?![a-z])[\s,，.。:：;；!！]*|^(?:我(?:说|指|要|想要|的意思)的?是|我的意思是|应该是|改成|改为|换成|换为|i (?:mean|meant|said|want(?:ed)?)|make (?:it|that)|change (?:it|that) to|should be)(?![a-z])[\s,，:：]*/;

/** Closing words of a correction: "in Beijing instead". */
export const INSTEAD = /[\s,，]*(?:instead|rather|才对|才是)$/;

/** Nothing of what was offered. */
export const NONE = /^(?:(?:以上|这些|它们)?(?:都|全)(?:不是|不对|不要|不行)|没有(?:一个|我要的|对的)|哪个都不是|(?:no,? )?none(?: of (?:these|those|them|the above))?|neither(?: of (?:them|these))?|not any of (?:these|them)|nothing)$/;

/** Everything that was offered. */
export const ALL = /^(?:(?:我)?(?:(?:两|三|四|2|3|4)(?:个|项|种|者)|全部|所有|它们|这些|全)?(?:都|全)?(?:都要|都看|都行要|都选|都可以看|都给我|全要|全都要|全看|都|全部|所有|所有的)(?:一下|吧|看看)?|两者|两者都要|(?:i (?:want|need|would like) |give me |show me )?(?:both|all|everything|all (?:of )?(?:them|these|those|the above)|both of (?:them|these)|all (?:two|three|four)|the (?:two|three|four) of them|each(?: of them)?)(?: please)?)$/;

/** Agreement, which picks only where one thing is offered. */
export const YES = /^(?:是|是的|对|对的|没错|嗯|好|好的|可以|yes|yeah|yep|right|correct|ok|okay|sure|that'?s (?:it|right))$/;

/** What joins several picks. */
export const JOINERS = /\s*(?:、|,|，|;|；|\+|&|和|跟|与|以及|还有|加上|外加|\band\b|\bplus\b|\bas well as\b|\balong with\b)\s*/;

/** A rejected pick beside the one that is meant: 不是第一个，是第二个; "B, not A"; "A rather than B". */
export const NOT_BUT = /^(?:不是|不要|不选|别选|not)(?:\s*)(.+?)(?:\s*[,，;；]\s*|\s+)?(?:而是|要的是|是(?:要)?|要|选|but(?: rather)?|it'?s|i (?:want|meant?))\s*(.+)$/;
export const BUT_NOT = /^(.+?)(?:[\s,，;；]*)(?:而不是|不是|不要|rather than|instead of|(?:and|but)? ?not)\s*(.+)$/;
/** What follows is rejected, up to the next part of the reply. Words that only courtesy would otherwise leave out. */
export const DENIES = /(?:不要|不想要?|不是|不看|不选|不用|别选|别看|别|(?<![a-z'])(?:do not|don'?t|did not|didn'?t|not)(?![a-z]))(?: (?:want|need|like|mean|care about))?\s*/;
/** A rejected pick alone: what is left is meant where that is clear. */
export const EXCEPT = /^(?:除了|除去|除开|all (?:but|except)(?: for)?|everything (?:but|except)(?: for)?|any(?:thing)? but|except(?: for)?|不是|不要|不选|别选|not)\s*(.+?)(?:(?:以外|之外|外)?(?:的)?(?:都要|都行|都看|都可以|其他的?都要)?)$/;
