import type { Locale } from '@querent/contracts';

/** Longest topic, in characters: a question may be very long. */
const longest = 120;

/**
 * Opening phrases of requests. Words that may also begin a noun have a lookahead that excludes it: 统计局 (statistics
 * bureau) is not a request to count, and "list price" is not a request to list.
 */
const openings: Record<Locale, RegExp> = {
  zh: /^(?:请问|请|麻烦(?:你|您)?|劳驾|帮忙|帮我|给我|替我|能否|能不能|可否|可以|(?:我|我们)?(?:想要?|要|需要)(?:知道|了解|看看|看一下|看|查一下|查)|告诉我|查询(?!次|量|数|率|费)|查(?:一下|查|看|找|出)|看(?:看|一下|一看)|列(?:出|举|一下)|罗列|显示(?!器|屏)|展示(?!柜|位|架)|找(?:出|到|一下)|统计(?!局|学|师|员|量|数|年鉴)|计算(?!机|器)|算(?:一下|算)|给出|汇总(?!表)|分析(?!师|员|仪)|了解|调出|一下|下(?=各|所有|全部)|(?:都)?有哪些|，|,|：|:|\s)+/u,
  en: /^(?:(?:please|pls|kindly|hi|hello|can you|could you|would you|i would like to|i'd like to|i want to|i need to|show(?: me| us)|show(?= (?:the|all|every|each|our|my|which|how)\b)|list(?! prices?\b)|give (?:me|us)|tell (?:me|us)|find(?: me)?(?= (?:the|all|every|each|our|my|out)\b)|get(?: me)?(?= (?:the|all|every|each|our|my)\b)|(?:display|return|retrieve|fetch|look up|see|know|view|calculate|compute|count)(?= (?:the|all|every|each|our|my|me)\b)|what(?:'s| is| are| was| were)(?= (?:the|our|my|all|total|average|number)\b))[\s,:]+)+(?:(?:the|an?|all|all the)\s+(?=\S))?/iu,
};
const closings: Record<Locale, RegExp> = {
  zh: /(?:分别|都|各)?(?:是|有)(?:多少|哪些|什么)[呢啊呀]?$/u,
  en: /,?\s*(?:please|thanks|thank you)$/iu,
};

/** Topic of a question: its text without the request phrases around it, shortened to `longest` characters. */
export function askedTopic(question: string, locale: Locale): string {
  const whole = question.trim();
  const topic = whole.replace(openings[locale], '').replace(closings[locale], '').trim();
  const characters = [...(/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(topic) ? topic : whole)];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}
