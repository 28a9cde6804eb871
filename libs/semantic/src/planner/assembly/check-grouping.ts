import type { Dimension } from '@querent/contracts';
import { reach } from '../lexicon/join-graph';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import { type Reading, original } from '../reading/reading';
import { thingOf } from './head-thing';
import { refuse } from './refuse';
import type { Step } from './step';

/**
 * Grouping words that do more than group: "tablets per student" divides, "top 3 per category" ranks something that is
 * not named, "which province has no 3A spot" is said of all rows of a group. Grouping alone would answer another question.
 */
export const checkGrouping: Step = (reading) => {
  for (const [find, why] of LIMITS) {
    const words = find(reading);
    if (words !== null) return refuse(reading, why, words);
  }
  return null;
};

const LIMITS: [find: (reading: Reading) => string | null, why: 'ratio' | 'of_each' | 'none_of_group' | 'unplaced'][] = [
  [perMeasure, 'ratio'],
  [perOwner, 'ratio'],
  [rankedOfEach, 'of_each'],
  [noneOfGroup, 'none_of_group'],
  [qualityOfFigure, 'unplaced'],
];

/** "Tablets per student": one figure over another. */
function perMeasure(reading: Reading): string | null {
  const { mentions } = reading;
  const per = mentions.find((mention, at) => mention.claim === null && HANDS_OUT.test(mention.span.text) && mentions[at + 1]?.claim === 'measure');
  return per ? between(reading, mentions[per.index], mentions[per.index + 1]) : null;
}

const HANDS_OUT = /^(?:per|each|for each|for every|every|每.?)$/;

/** "Revenue per customer by type": with a group that customers themselves fall into, per divides. */
function perOwner(reading: Reading): string | null {
  const { mentions, draft } = reading;
  const per = mentions.find((mention) => mention.span.text === 'per' && mention.claim === 'dimension');
  const owner = per && thingOf(reading, mentions[per.index + 1]);
  if (!per || !owner || !draft.dimensions.some(({ column }) => column.table === owner.name)) return null;
  const by = mentions.find((mention) => mention.claim === 'dimension' && BY.test(mention.span.text));
  const coarser = by && draft.dimensions.some((one) => isWithin(mentions[by.index + 1], one) && !isWithin(mentions[per.index + 1], one, true) && one.grain === undefined && isOf(reading, owner.name, one));
  return coarser ? between(reading, per, mentions[per.index + 1]) : null;
}

const BY = /^(?:by|by each|for each|in each|across|across different|broken down by|grouped by|split by)$/;

function isOf({ model }: Reading, owner: string, { column }: Dimension): boolean {
  const kind = reach(model, owner, column.table)?.kind;
  return column.table === owner || kind === 'same' || kind === 'one';
}

/** Whether a dimension was made of a mention; `ends`: of that and nothing behind it. */
function isWithin(mention: Mention | undefined, { span }: Dimension, ends = false): boolean {
  return mention !== undefined && span !== undefined && span.start <= mention.span.start && (ends ? mention.span.end === span.end : mention.span.end <= span.end);
}

/** "Top 3 per category by revenue": of what within each category, no word says. */
function rankedOfEach(reading: Reading): string | null {
  const { mentions, draft } = reading;
  const top = mentions.find((mention) => mention.claim === 'order' && cueOf(mention, 'superlative'));
  if (!top || draft.limit === null || draft.limitPer !== null || draft.dimensions.length !== 1) return null;
  const after = mentions.slice(top.index + 1).find((mention) => mention.literal?.kind !== 'number');
  if (after && EACH.test(after.span.text) && after.claim === 'dimension') return between(reading, after, mentions[after.index + 1]);
  const before = mentions.find((mention) => mention.index < top.index && mention.claim === 'dimension' && EACH.test(mention.span.text));
  const measured = mentions.slice(0, top.index).some((mention) => mention.claim === 'measure');
  const left = before && !measured && after && cueOf(after, 'group')?.side === 'before';
  return left ? between(reading, before, mentions[before.index + 1]) : null;
}

const EACH = /^(?:per|each|every|(?:in|of|for|from|within|at|on|with) (?:each|every))$/;

/** 哪个省没有3A景区: that none of a group's rows is so, which rows that are not so do not tell. */
function noneOfGroup(reading: Reading): string | null {
  const { mentions, draft } = reading;
  const kinds = draft.measures.length === 0 ? draft.distinct && draft.select.length === 1 : draft.measures.every(({ what }) => what.kind === 'aggregate' && what.fn === 'count_distinct');
  if (!kinds) return null;
  const none = mentions.find((mention, at) => mention.claim === 'negation' && HAS_NONE.test(mention.span.text) && sensesOf(mentions[at + 1], 'value').length + sensesOf(mentions[at + 1], 'term').length > 0);
  return none ? between(reading, none, mentions[none.index + 1]) : null;
}

const HAS_NONE = /^(?:没有|没|无|没有任何|从未|从没|no|without|have no|has no|without any|do not have|does not have|lacking|none of|not any)$/;

/** "Schools with good wifi", 带宽优秀的学校: the word is said of the figure, though it is a kind of something else. */
function qualityOfFigure(reading: Reading): string | null {
  const { mentions } = reading;
  const isKind = (mention: Mention | undefined) => mention?.filtered === true && mention.claim === 'filter' && sensesOf(mention, 'value').length > 0;
  for (const mention of mentions) {
    if (mention.claim !== 'measure' || sensesOf(mention, 'metric').length === 0) continue;
    const [before, after, head] = [mentions[mention.index - 1], mentions[mention.index + 1], mentions[mention.index + 2]];
    const had = cueOf(mentions[mention.index - 2], 'have') !== null && thingOf(reading, mentions[mention.index - 3]) !== null;
    if (isKind(before) && had && !mention.glue.has('of')) return between(reading, before, mention);
    const told = after?.glue.size === 0 && /\p{Script=Han}/u.test(after.span.text) && head?.glue.has('of') === true && thingOf(reading, head) !== null;
    if (isKind(after) && told) return between(reading, mention, after);
  }
  return null;
}

function between(reading: Reading, first: Mention | undefined, last: Mention | undefined): string {
  const [a, b] = [first, last].map((mention) => (mention ? original(reading, mention) : ''));
  return /[a-z]$/i.test(a ?? '') ? `${a} ${b}`.trim() : `${a}${b}`;
}
