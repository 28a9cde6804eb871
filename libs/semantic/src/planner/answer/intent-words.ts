/**
 * Words that tell what kind of answer is wanted, beside the planner's cues. The cue table cannot hold them: there they are courtesy,
 * grammar or the names of columns.
 */

/** The lexicon passes over these as courtesy, since the planner finds what is asked for elsewhere. */
export const FIGURE_COURTESY = /\bhow much\b|多少钱|一共有|总共有/gu;

/** 有几个 counts, but 推荐几个 wants a few of them. */
export const A_FEW = /^几/;
export const REQUEST_BEFORE = /(?:推荐|介绍|列出|列举|列|找|找出|找到|来|给我|给|看|挑|选|说|举)\s*$/;

/** What describes or recommends single things: ratings, tickets, introductions, "best". */
export const MARKS_OF_DETAIL =
  /评分|评级|口碑|门票|票价|价格|介绍|简介|详情|详细|描述|推荐|热门|受欢迎|好玩|最[好佳优]|排名|营业时间|开放时间|电话|地址|\b(?:ratings?|rated|reviews?|tickets?|prices?|admission|introduc\w+|descriptions?|describe|details?|best|finest|recommend\w*|popular|famous|opening hours|phone|address)\b/iu;

/** Words that can only speak of places around a place. */
export const NEARNESS = /附近|周边|周围|旁边|方圆|临近|附近的|距离|最近的地方|\b(?:near|nearby|nearest|around|close to|closest|vicinity|surrounding|distance)\b/iu;
