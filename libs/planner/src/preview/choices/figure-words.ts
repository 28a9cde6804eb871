import { isPlural, singular } from '@querent/language';
import type { Edit, TextSpan } from '../preview';
import { type ChoiceContext, inPlaceOf, isNoVerb, withoutRepetition } from './choice-context';

/** The names of a figure in the language of the question. */
export interface FigureWords {
  words: string;
  /** Words with the name of the thing, where those without it have several meanings. */
  qualified?: string;
  /** The counted thing in the plural, if it is a number of things. */
  counted: string | null;
}

/** Ways to write another figure in place of the words of one, with a sentence that agrees with it. */
export function waysOf(figure: FigureWords, own: TextSpan, context: ChoiceContext): readonly (readonly Edit[])[] {
  const ways = context.language === 'zh' ? chineseWays : englishWays;
  return [figure.words, figure.qualified]
    .filter((words) => words !== undefined)
    .flatMap((words) => ways({ ...figure, words }, own, context));
}

/** 销售额; 的销售额 in place of 有多少笔交易; 客户的销售额 in place of 客户数 behind a condition on 客户. */
function chineseWays({ words }: FigureWords, own: TextSpan, { text, units, query }: ChoiceContext): Edit[][] {
  const [before, old] = [text.slice(0, own.start), text.slice(own.start, own.end)];
  const isAttached = /[\p{L}\p{N}]$/u.test(before) && !/[的各按]$/u.test(before);
  const noun = units.find(({ meaning, start, end }) => meaning.type === 'thing' && start >= own.start && end < own.end);
  const reaches = ({ end }: TextSpan): boolean => end === own.start || (end === own.start - 1 && before.endsWith('的'));
  const isNarrowed =
    query.filters.some(({ span }) => span && reaches(span)) &&
    !units.some((unit) => unit.meaning.type === 'period' && reaches(unit));
  const asks = /^(?:一共|总共|共)?(?:有|是)?(?:多少|几)/u.test(old);
  // 客户最多 becomes 完成率最高.
  const most = /^最[多少]/u.exec(text.slice(own.end))?.[0];
  if (most && !/[数量额]$/u.test(words))
    return [[{ start: own.start, end: own.end + most.length, words: `${words}${most === '最多' ? '最高' : '最低'}` }]];
  return inPlaceOf(own, [
    ...(noun && isNarrowed && !asks ? [`${text.slice(noun.start, noun.end)}的${words}`] : []),
    ...(asks && isAttached ? [`的${words}`] : []),
    words,
  ]).slice(0, noun && isNarrowed && !asks ? 1 : 2);
}

function englishWays(
  { words, counted }: FigureWords,
  own: TextSpan,
  context: ChoiceContext,
): readonly (readonly Edit[])[] {
  const { text } = context;
  const [before, old, after] = [text.slice(0, own.start), text.slice(own.start, own.end), text.slice(own.end)];
  // "number of orders of app orders", "the most revenue orders"
  if (counted !== null && new RegExp(`^\\s+of\\b.*\\b${escaped(counted)}\\b`, 'i').test(after)) return [];
  if (/\b(?:most|least|fewest|best|worst)\s+$/i.test(before) && /ed$/i.test(old)) return [];
  const asked = /^(how many|how much)\s+/i.exec(old);
  if (asked) {
    const there = /^\s+(?:(?:are|were|is|was) there|(?:do|did) we (?:have|get))\b/i.exec(after)?.[0].length ?? 0;
    if (isNoVerb(after.slice(there))) return [[{ start: own.start, end: own.end + there, words }]];
    // "How many members joined" becomes "revenue of members that joined".
    const noun = old.slice(asked[0].length);
    return isRepeated(words, noun) ? [] : inPlaceOf(own, [`${words} of ${noun} that`]);
  }
  const detached = /\b(?:how many|(?:the )?(?:total )?number of)\s+(?=(?:[^\s,]+\s+){1,4}$)/i.exec(before);
  if (detached) {
    // "number of VIP customers" becomes "revenue of VIP customers".
    const stretch = { start: detached.index, end: detached.index + detached[0].trimEnd().length };
    const isAsked = /^how/i.test(detached[0]) && !isNoVerb(after);
    return isAsked || isRepeated(words, old) ? [] : inPlaceOf(stretch, [`${words} of`]);
  }
  // "What is the revenue" and "What are the sales" agree in number.
  const verb = /\bwhat(?:'s| (is|are|was|were)) (?:the )?$/i.exec(before);
  if (verb) {
    const isPast = /^w/i.test(verb[1] ?? '');
    const form = isMany(words) ? (isPast ? 'were' : 'are') : isPast ? 'was' : 'is';
    return [[{ start: verb.index, end: own.end, words: `what ${form} the ${words}` }]];
  }
  // "The most customers" becomes "the most orders" or "the highest revenue".
  const most = /\b(most|fewest|least)\s+$/i.exec(before);
  if (most) {
    if (counted !== null) return inPlaceOf(own, [counted]);
    const height = /^most/i.test(most[0]) ? 'highest' : 'lowest';
    return [[{ start: most.index, end: own.end, words: `${height} ${words}` }]];
  }
  return inPlaceOf(own, [withoutRepetition(words, own, context)]);
}

/** Whether a name is plural: sales, "units sold"; not "number of orders". */
const isMany = (words: string): boolean =>
  isPlural((words.split(' of ')[0] ?? '').replace(/ (?:\w+ed|sold|paid|spent|lost)$/i, ''));

/** "Number of ordering customers of customers". */
const isRepeated = (words: string, noun: string): boolean => words.toLowerCase().includes(singular(noun.toLowerCase()));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
