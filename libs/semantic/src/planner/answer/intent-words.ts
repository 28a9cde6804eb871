/**
 * Words that tell what kind of answer is wanted, beside the planner's cues. The cue table cannot hold them: there they are courtesy,
 * grammar or the names of columns.
 */

/** The lexicon passes over these as courtesy, since the planner finds what is asked for elsewhere. */
export const FIGURE_COURTESY = /\bhow much\b|多少钱|一共有|总共有|数一下|数一数/gu;

/** Counting words that can ask for nothing but how many, and those among them that ask for an amount. */
export const HOW_MANY = /^(?:how many|各?有?多少|几)/u;
export const MONEY = /多少(?:钱|元|块)/u;

/** 有几个 counts, but 推荐几个 wants a few of them, and 这几个 points at them. */
export const A_FEW = /^几/;
export const REQUEST_BEFORE = /(?:推荐|介绍|列出|列举|列|找|找出|找到|来|给我|给|看|挑|选|说|举|这|那|前|后|头|某|好)\s*$/;

/** What may stand before "number of" where it counts; behind a noun it is a number that things have: phone number, "room number of". */
export const COUNTABLE_BEFORE =
  /(?:^|[^\p{L}\s]\s*|(?:^|\s)(?:the|total|overall|average|mean|median|maximum|minimum|max|min|exact|same|combined|highest|lowest|largest|greatest|biggest|smallest|most|least|fewest|what|what's|whats|is|are|was|were|me|us|show|list|give|get|find|display|return|tell|know|see|calculate|compute|count|compare|plot|by|with|and|or|of|in|on|for|per|than|to|have|has|having|their|its|our))\s*$/iu;

/** What makes another word of a 数 before it: 客户数据, 订单数字. */
export const GOES_ON = /^[字据码学值组位]/u;

/** Cues that are everyday words or beginnings of names, too. */
export const COMMON_WORDS = /^(?:总|mean)$/u;

/** "Tell me about", 看看 and 情况 also lead questions for lists. */
export const SURELY_OVERVIEW = /统计|汇总|概况|总览|概览|报表|summary|statistics|stats|overview|report/u;

/** Of things that changed or differ, more than a figure may be wanted. */
export const WEAK_GROWTH = /^(?:changed|difference between|差异)$/u;

/** Ranks things, whatever is known of what they are ranked by: 最忠诚的, "the fastest", "most loyal". */
export const RANKING =
  /最(?![近终初后])|排名|排行|\b(?:best|worst|finest|fastest|slowest|quickest|busiest|loudest|strongest|weakest|richest|poorest|safest|healthiest|happiest|cleanest|closest to target)\b|(?<!\bat )\b(?:most|least)\b(?! of\b)/iu;

/** Asks for things one by one. "List price" is a column. */
export const LISTING = /列出|列举|罗列|哪[些个家所位种类座款条台名几]|名单|名录|清单|\bwhich\b|\bwho\b|\blist\b(?! prices?\b)/iu;

/** A degree right behind a metric tells which things are meant: 带宽低的学校. */
export const BOUND_BEHIND = /^(?:较|偏|很|更|比较|太)?(?:[高低好差强弱大小]|多|少)(?![少低高不小])的/u;

/** What describes or recommends single things: ratings, tickets, introductions, "best". */
export const MARKS_OF_DETAIL =
  /评分|评级|口碑|门票|票价|价格|介绍|简介|详情|详细|描述|推荐|热门|受欢迎|好玩|最[好佳优]|排名|营业时间|开放时间|电话|地址|\b(?:ratings?|rated|reviews?|tickets?|prices?|admission|introduc\w+|descriptions?|describe|details?|best|finest|recommend\w*|popular|famous|opening hours|phone|address)\b/iu;

/** Words that can only speak of places around a place. */
export const NEARNESS = /附近|周边|周围|旁边|方圆|临近|附近的|距离|最近的地方|\b(?:near|nearby|nearest|around|close to|closest|vicinity|surrounding|distance)\b/iu;
