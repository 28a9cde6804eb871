/**
 * Words that show the kind of answer that is asked for. The planner treats them as courtesy, grammar or names of
 * columns; a language model's prompt states the kind that they ask for.
 */

/** Courtesies that ask for a figure. */
const FIGURE_COURTESY = /\bhow much\b|多少钱|一共有|总共有|数一下|数一数/gu;

/** 推荐几个 asks for a few, and 这几个 is demonstrative; 有几个 counts. */
const REQUEST_BEFORE = /(?:推荐|介绍|列出|列举|列|找|找出|找到|来|给我|给|看|挑|选|说|举|这|那|前|后|头|某|好)\s*$/;

/** Words before "number of" where it counts. After a noun it names an attribute: "room number of". */
const COUNTABLE_BEFORE =
  /(?:^|[^\p{L}\s]\s*|(?:^|\s)(?:the|total|overall|average|mean|median|maximum|minimum|max|min|exact|same|combined|highest|lowest|largest|greatest|biggest|smallest|most|least|fewest|what|what's|whats|is|are|was|were|me|us|show|list|give|get|find|display|return|tell|know|see|calculate|compute|count|compare|plot|by|with|and|or|of|in|on|for|per|than|to|have|has|having|their|its|our))\s*$/iu;

/** Characters that form another word with 数: 客户数据, 订单数字. */
const GOES_ON = /^[字据码学值组位]/u;

/** Ranks things, even if the measure is unknown: 最忠诚的, "the fastest", "most loyal". */
const RANKING =
  /最(?![近终初后])|排名|排行|^(?:top|bottom)\b|\b(?:best|worst|finest|fastest|slowest|quickest|busiest|loudest|strongest|weakest|richest|poorest|safest|healthiest|happiest|cleanest|closest to target)\b|(?<!\bat )\b(?:most|least)\b(?! of\b)/iu;

/** Asks for things one by one. "List price" is a column. */
const LISTING =
  /列出|列举|罗列|显示|哪[些个家所位种类座款条台名几]|名单|名录|清单|\bwhich\b|\bwho\b|\blist\b(?! prices?\b)/iu;

/** A degree right after a figure filters the things: 带宽低的学校. */
const DEGREE_BEHIND = /^(?:较|偏|很|更|比较|太)?(?:[高低好差强弱大小]|多|少)(?![少低高不小])的/u;

/** Words that describe or recommend single things: ratings, tickets, introductions, "best". */
const DETAIL =
  /评分|评级|口碑|门票|票价|价格|介绍|简介|详情|详细|描述|推荐|热门|受欢迎|好玩|最[好佳优]|排名|营业时间|开放时间|电话|地址|\b(?:ratings?|rated|reviews?|tickets?|prices?|admission|introduc\w+|descriptions?|describe|details?|best|finest|recommend\w*|popular|famous|opening hours|phone|address)\b/iu;

/** "Tell me about", 看看 and 情况 also introduce questions for lists; these words ask for figures. */
const SURELY_OVERVIEW = /统计|汇总|概况|总览|概览|报表|summary|statistics|stats|overview|report/u;

/** Words whose only meaning is a place near another place. */
const NEARNESS =
  /附近|周边|周围|旁边|方圆|临近|距离|最近的地方|\b(?:near|nearby|nearest|around|close to|closest|vicinity|surrounding|distance)\b/iu;

type TextRange = { start: number; end: number };

export const figureCourtesies = (text: string): string[] => text.match(FIGURE_COURTESY) ?? [];
export const asksForAFew = (text: string, { start, end }: TextRange): boolean =>
  /^几/.test(text.slice(start, end)) && REQUEST_BEFORE.test(text.slice(0, start));
export const mayCount = (text: string, { start }: TextRange): boolean => COUNTABLE_BEFORE.test(text.slice(0, start));
export const isCutFromWord = (text: string, { end }: TextRange): boolean => GOES_ON.test(text.slice(end));
export const isGraded = (text: string, { end }: TextRange): boolean => DEGREE_BEHIND.test(text.slice(end));
export const isListing = (text: string): boolean => LISTING.test(text);
export const isRanking = (words: string): boolean => RANKING.test(words);
export const isDetail = (words: string): boolean => DETAIL.test(words);
export const isOverview = (words: string): boolean => SURELY_OVERVIEW.test(words);
export const isNearness = (words: string): boolean => NEARNESS.test(words);
