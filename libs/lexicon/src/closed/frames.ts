/**
 * Clauses around a Chinese question that say who asks it and what for: 老板想知道, 给董事会看的:, 下午开会要用. They may hold any
 * words and carry no meaning.
 */

const ANYBODY = String.raw`(?:(?!谁|哪|什么|多少|几)\p{Script=Han}){1,6}?`;
const A_BIT = '(?:一?下|看看|问问|查查|看|问)?';
const STOP = String.raw`(?:的是)?\s*[,，:：]`;

/** Wishes end where the question begins: 院长想看看, 老板问, */
const WISHES = [
  `(?:这边|那边|一直|就)?(?:很|都|也)?(?:想|想要)(?:知道|了解|看|问|查|核对|确认|搞清楚|弄清楚)${A_BIT}`,
  `(?:让|叫|要|催)(?:我们?|咱们?)(?:去|来|帮忙)?(?:报|查|问|看|统计|整理|核对|确认|提供|汇总)${A_BIT}`,
  `(?:这边|那边|都|在|要|又)*(?:问|催|要|要看|要查|关心|关注|需要|想要)${A_BIT}${STOP}`,
];
const PURPOSES = [
  String.raw`(?:给|为|向|帮)[^,，:：]{1,8}?(?:看|用|汇报|报告|准备|做|写|交)的?\s*[,，:：]`,
  String.raw`(?:写|做|准备|整理|出|编|填)[^,，:：]{1,8}?(?:用的?|要用|需要|要)\s*[,，:：]`,
  String.raw`[^,，:：]{0,6}(?:汇报|开会|复盘|审计|盘点|[早周月例年]会)(?:上|时)?(?:要用|要|用|需要)?的?\s*[,，:：]`,
  String.raw`(?:很|比较|特)?(?:急|着急|紧急)[!！,，:：]`,
];
const OPENING = new RegExp(
  String.raw`^(?:(?:${ANYBODY}(?:${WISHES.join('|')})|${PURPOSES.join('|')})[\s,，:：]*)+`,
  'u',
);
/** What the answer is for, in a clause of its own at the end. */
const CLOSING =
  /[,，。;；]\s*(?:[^,，。;；]{0,10}?(?:要用|急用|用的|备用|等着用?|在等|要看|会上用|报告用|汇报用?|开会用?|交差|参考)|(?:比较|有点|很)?(?:急|着急)|在线等)[\s!！。~～]*$/u;

/** 至少成过一单: at least once is once. */
const AT_LEAST_ONCE = /至少(?=\p{Script=Han}{0,2}过一\p{Script=Han})/u;

/** The frames of a normalised text. */
export function framesIn(text: string): { start: number; end: number }[] {
  return [OPENING, CLOSING, AT_LEAST_ONCE].flatMap((pattern) => {
    const found = pattern.exec(text);
    return found === null || found[0].length === text.length
      ? []
      : [{ start: found.index, end: found.index + found[0].length }];
  });
}
