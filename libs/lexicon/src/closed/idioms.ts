import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '../unit';
import { fillerUnits, markerUnits, operatorUnit } from './closed-unit';

/** "Coming up in the next 60 days", 从官网过来的: words that repeat what the time, or 从, already expresses. */
const REDUNDANT = new RegExp(
  String.raw`(?<![a-z])coming up(?= (?:(?:in|over|within|during) )?(?:the )?next (?:\d|[a-z]+ (?:days?|weeks?|months?)))|` +
    '(?<=从[^,，。]{1,12})过来(?=的)',
  'giu',
);

/** 从官网来的客户: the source of the customers, as in 来自官网. */
const COME_FROM = /从(?=[^,，。从]{1,12}?(?:过来|来)的)/gu;

/** 先后买过, 连一张票也没, 却一张都没: emphasis before a verb, or before "one" in a denial. */
const EMPHASIS = /先后(?=\p{Script=Han}{1,3}[过了])|(?:连|哪怕|却连?|竟然?连?|居然连?|愣是连?)(?=一)/gu;

/** Words of movement and emphasis: filler, or a marker of a source. */
export const movementUnits = (text: string): Unit[] => [
  ...fillerUnits(text, REDUNDANT),
  ...markerUnits(text, COME_FROM, 'in'),
  ...fillerUnits(text, EMPHASIS),
];

/** 按类型分: the verb after a grouping adds nothing, unless something follows that it may group as well. */
const CLOSED_GROUPING = /(?<=[按依][^,，。;；]{1,12})(?:来|进行)?(?:分|划分|区分)(?=\s*(?:[,，、;；]|各|$))/gu;

/** "By doing a left join from the orders to the items table": instructions on joins do not change the question. */
const JOIN =
  /,? ?\b(?:(?:by|based on|using|through|via) (?:doing |performing |making )?)(?:an? |the )?(?:(?:left|right|inner|outer|full) )?join(?:ing|s)?\b[^.?!;]*?\btables?\b/giu;

/** "In all halls together": what all have together is what all have. */
const TOGETHER = /(?<=(?<![a-z])all (?:[a-z'-]+ ){1,4})(?:put |taken )?together(?! with)(?![a-z])/giu;

/** Instructions that do not change what is asked. */
export const instructionUnits = (text: string): Unit[] => [
  ...fillerUnits(text, CLOSED_GROUPING),
  ...fillerUnits(text, JOIN),
  ...fillerUnits(text, TOGETHER),
];

/** 已付的订单里面，…占多大比例: the words before the comma name the whole, not a filter of the part. */
const AMIDST =
  /(?:里面|里边|里头|当中|之中|中|里)(?:\s?[,，](?=[^,，。?？]*(?:比例|比重|占|百分之|几成))|(?=[^,，。?？的]{1,12}的占))/gu;

/** 渗漏缺陷当中…占几成: the same without a comma, where the words may also mean something else. */
const AMIDST_WITHOUT_COMMA = /(?:里面|里边|里头|当中|之中|中|里)(?=[^,，。?？]{1,20}(?:比例|比重|占|百分之|几成))/gu;

/** 大额订单里企业客户的有几个: the question counts what is named before the word. */
const AMONGST =
  /(?<!其)(?:里面|里边|里头|当中|之中|中|里)(?=[^,，。?？的][^,，。?？]{0,18}的(?:一共|总共|共|大概|都)?有(?:多少|几|哪些))/gu;

/** "What share of rush orders is each channel": the verb separates the whole, before it, from the parts. */
const EACH_OF_SHARE = new RegExp(
  String.raw`(?<=(?<![a-z])(?:share|percentage|percent|proportion|fraction|part) of [^,;?]{2,80} )` +
    String.raw`(?:is|are|was|were|does|do|did|has|have)(?= (?:(?:in|from|for|of|by|with) )?(?:each|every)(?![a-z]))`,
  'giu',
);

/** Markers of a whole whose parts the question asks for, where the position of the word leaves no other meaning. */
export const wholeUnits = (text: string): Unit[] => [
  ...markerUnits(text, AMIDST, 'amidst'),
  ...markerUnits(text, AMONGST, 'amongst'),
  ...markerUnits(text, EACH_OF_SHARE, 'is'),
];

/** 平均一个项目: "one" beside an average means "each". */
const ONE_OF_AVERAGE = new RegExp(String.raw`(?<=平均(?:下来|来说|而言)?[,，]?)一(?:${MEASURE_WORDS.join('|')})`, 'gu');

/** Markers of a whole, or of each part, beside the other meanings of the same words. */
export const possibleWholeUnits = (text: string): Unit[] => [
  ...markerUnits(text, AMIDST_WITHOUT_COMMA, 'amidst'),
  ...markerUnits(text, ONE_OF_AVERAGE, 'each'),
];

/** A unit of measurement for the answer does not change the question: "in square kilometers", 以米为单位. */
const NAMED_UNIT = new RegExp(
  String.raw`(?<![a-z])(?:in|measured in) (?:people per )?(?:square |cubic |metric )?(?:kilo|centi|milli)?` +
    String.raw`(?:met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|grams?|tonn?es?|tons|pounds|lit(?:er|re)s?|km2?|cm|mm|kg|mph|kmh|` +
    String.raw`hours|minutes|seconds|degrees|percent|percentage)(?![a-z])|` +
    String.raw`以(?:平方|立方)?(?:千米|公里|米|厘米|公斤|千克|克|吨|升|小时|分钟|秒)为单位`,
  'giu',
);

export const answerUnits = (text: string): Unit[] => fillerUnits(text, NAMED_UNIT);

/** A closing question for the value of the extreme before it: "the longest film, and how long is it?" */
export function howSo(text: string): Unit[] {
  return [...text.matchAll(HOW_SO)].flatMap(({ 0: found, groups, index }) => {
    const degree = groups?.['degree'] ?? '';
    const superlatives = [`most ${degree}`, `least ${degree}`, ...superlativesOf(degree)];
    const isAsked = superlatives.some((word) =>
      new RegExp(`(?<![a-z])${word}(?![a-z])`, 'u').test(text.slice(0, index)),
    );
    return isAsked
      ? [operatorUnit(text, { start: index, end: index + found.length }, { op: 'plain', word: 'howSo' })]
      : [];
  });
}

const HOW_SO = new RegExp(
  String.raw`[,;]? ?(?:and )?(?:exactly )?how (?<degree>[a-z]+) (?:is|are|was|were|does|do|did) ` +
    String.raw`(?:it|they|that|this|those|he|she)(?: (?:run|last|take|weigh|measure|get|reach|go|stand))?(?=[\s?.!]*$)`,
  'giu',
);

/** long → longest, big → biggest, large → largest, heavy → heaviest. */
const superlativesOf = (degree: string): string[] => [
  `${degree}est`,
  `${degree}st`,
  `${degree}${degree.slice(-1)}est`,
  `${degree.slice(0, -1)}iest`,
];
