import { oneOf } from '../names/derive/word-list';
import { FRESH, newTopicIn } from './new-topics';

/** A clause before or after a question that states who asks it, or for what purpose: "the dean wants to know". */
export interface Frame {
  start: number;
  end: number;
}

/** One to three words, mostly with an article. The words of a frame are open, its form is not. */
const READER = String.raw`(?:(?:the|our|my|a|an|your|his|her|their) )?[a-z'-]+(?: (?:of )?[a-z'-]+){0,2}`;
const THE = String.raw`(?:the|our|my|a|an|your|this|next|his|her|their|[a-z]+(?: [a-z]+)?'s)`;
const WANTS = oneOf(`
  wants?|needs?|would like|'d like|likes?|asked|wanted|needed|is curious|are curious|is keen|are keen|was asking|
  were asking|is asking|are asking|has asked|have asked|asks?`);
const TO_KNOW = '(?:to (?:know|see|find out|understand|hear|learn|have|check))';
const ASKS_US = oneOf(`
  (?:has |have |is |are |keeps? |was |were )?(?:asked|asking|asks?)(?: (?:me|us|you)(?: (?:for|about|if|whether))?|
   about)|wants? (?:me|us) ${TO_KNOW}|is wondering|are wondering|wonders?`);
/** The occasion of a question and the other readers of its answer. */
const OCCASION = oneOf(`
  reports?|reporting|meetings?|papers?|presentations?|decks?|slides?|briefings?|reviews?|calls?|updates?|newsletters?|
  agenda|minutes|memos?|pitch|audits?|talks?|discussions?|sessions?|workshops?|conference|handover|summary|brochure|
  website|press release|paperwork|poster|leaflet|appendix|stand-?up|budget|planning|board|boss|management|committee|
  auditors?|investors?|trustees|shareholders|press`);

/** A purpose and a wish: "for planning the budget I need to know". */
const PURPOSE = new RegExp(
  String.raw`^(?:(?:for|when|while) [a-z]+ing|(?:in order )?to [a-z]+)(?: [a-z'-]+){0,4}?,? ` +
    String.raw`(?:i|we)(?: would|'d)? (?:need|want|like|have|wish) to (?:know|find out|see|check|understand)(?![a-z])[:,]?`,
);

const ENGLISH: readonly RegExp[] = [
  new RegExp(`^(?:(?:so|hi|hello|hey|and|well|ok|okay),? )?${READER} (?:${WANTS} ${TO_KNOW}|${ASKS_US})(?![a-z])[:,]?`),
  new RegExp(`^for ${THE} (?:[a-z'-]+ ){0,3}?${OCCASION}(?![a-z])(?: [a-z]+){0,2}?[:,]`),
  new RegExp(`^(?:for )?(?:${THE} )?(?:[a-z'-]+ ){0,2}?[a-z'-]+ ${OCCASION}\\s?:`),
  new RegExp(`^for ${THE} (?:[a-z'-]+ )?[a-z'-]+\\s?:`),
  new RegExp(`[,;:]? ?(?<![a-z])for ${THE} (?:[a-z'-]+ ){0,3}?${OCCASION}(?: please)?$`),
  PURPOSE,
  /^(?:just )?(?:a |one |another )?(?:(?:quick|short|small|simple|little|last) )?(?:question|check|one|thing|query|request)(?: for you| from me)?\s?[:,-]/,
];

/**
 * Clauses around a Chinese question that state who asks it and for what purpose: 老板想知道, 给董事会看的:, 下午开会要用. They may
 * contain any words and carry no meaning.
 */
const ANY_READER = String.raw`(?:(?!谁|哪|什么|多少|几)\p{Script=Han}){1,6}?`;
const A_BIT = '(?:一?下|看看|问问|查查|看|问)?';
const STOP = String.raw`(?:的是)?\s*[,，:：]`;

/** A wish ends where the question begins: 院长想看看, 老板问, */
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
  String.raw`^(?:(?:${ANY_READER}(?:${WISHES.join('|')})|${PURPOSES.join('|')})[\s,，:：]*)+`,
  'u',
);
/** The purpose of the answer, in a separate clause at the end. */
const CLOSING =
  /[,，。;；]\s*(?:[^,，。;；]{0,10}?(?:要用|急用|用的|备用|等着用?|在等|要看|会上用|报告用|汇报用?|开会用?|交差|参考)|(?:比较|有点|很)?(?:急|着急)|在线等)[\s!！。~～]*$/u;

/** The system that contains all data, at the beginning of a question about all of it: 平台上一共有多少, 系统里. */
const WHERE_KEPT = new RegExp(
  String.raw`^(?:目前|现在|如今|当前)?(?:(?:我们|咱们?|本|整个)?(?:平台|系统|数据库|网站|库)(?:[上里中内]面?|当中)|` +
    String.raw`(?:我们|咱们?)(?:公司|平台|单位|集团|这里|这儿|这边))(?:目前|现在)?[,，]?(?=\p{Script=Han})`,
  'u',
);

/** 至少成过一单: "at least once" is the same as "once". */
const AT_LEAST_ONCE = /至少(?=\p{Script=Han}{0,2}过一\p{Script=Han})/u;

/** "What is the mood of our guests like": "like" adds nothing to "how". */
const LIKE = / (?:look )?like(?=[?!. ]*$)(?<=^(?:so |and )?what(?:'s| is| are| was| were| do| does| did)\b.* like)/u;

const FRAMES = [...ENGLISH, LIKE, OPENING, CLOSING, AT_LEAST_ONCE, WHERE_KEPT, ...FRESH];

/** The frames of a normalised text, in lower case. */
export function framesIn(text: string): Frame[] {
  const newTopic = newTopicIn(text);
  const others = FRAMES.flatMap((frame) => {
    const found = frame.exec(text);
    return found && found[0].length < text.length ? [{ start: found.index, end: found.index + found[0].length }] : [];
  });
  return newTopic ? [newTopic, ...others] : others;
}
