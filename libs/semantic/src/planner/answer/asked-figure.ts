import { MEASURE_WORDS } from '@querent/language';
import type { Cue } from '../lexicon/cues';
import { cueOf, isContent, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { A_FEW, COMMON_WORDS, COUNTABLE_BEFORE, GOES_ON, HOW_MANY, MONEY, REQUEST_BEFORE, SURELY_OVERVIEW, WEAK_GROWTH } from './intent-words';

/** How surely a word asks for a figure: `how_many` counts whatever else is said, `figure` gives way to a ranking, `unless_listed` also to a list. */
export type FigureAsked = 'how_many' | 'figure' | 'unless_listed';

/** Kinds of cues that may ask for a figure. */
const FIGURES = ['count', 'aggregate', 'share', 'growth', 'trend', 'overview'] as const satisfies Cue['kind'][];

/** Whether a word asks for a figure; null for one that only looks so, as the 数 of 指数 or the number of "phone number". */
export function figureAsked(reading: Reading, mention: Mention): FigureAsked | null {
  if (cueOf(mention, 'count')) return countAsked(reading, mention);
  if (isContent(mention) || !FIGURES.some((kind) => cueOf(mention, kind) !== null)) return null;
  const { text } = mention.span;
  if (cueOf(mention, 'overview')) return SURELY_OVERVIEW.test(text) ? 'figure' : null;
  if (cueOf(mention, 'growth')) return WEAK_GROWTH.test(text) ? null : 'figure';
  // 总 opens many a name, and "mean" is a verb: both are figures only right before what is added up.
  if (COMMON_WORDS.test(text)) return standsBefore(reading, mention) ? 'figure' : null;
  return 'figure';
}

function countAsked(reading: Reading, mention: Mention): FigureAsked | null {
  const { text, start, end } = mention.span;
  const [before, after] = [reading.text.slice(0, start), reading.text.slice(end)];
  if (A_FEW.test(text) && REQUEST_BEFORE.test(before)) return null;
  if (HOW_MANY.test(text) && !MONEY.test(text)) return text === '多少' && !/有\s*$/.test(before) ? 'figure' : 'how_many';
  if (isOwnColumn(reading, mention)) return null;
  if (/^(?:number|quantity)/.test(text)) return COUNTABLE_BEFORE.test(before) && (/\bof$/.test(text) || /^\s+of\b/.test(after)) ? 'figure' : null;
  const named = standsBehind(reading, mention);
  if (text === '数') return named && !GOES_ON.test(after) ? 'figure' : null;
  if (text === 'count') return named || !isUnknown(neighbour(reading, mention, -1)) ? 'figure' : /^\s+of\b/.test(after) ? null : 'unless_listed';
  return named ? 'figure' : 'unless_listed';
}

/** The quantity of order lines, where order lines are spoken of, is a column of theirs. */
function isOwnColumn({ mentions }: Reading, mention: Mention): boolean {
  const owners = sensesOf(mention, 'attribute').map(({ attribute }) => attribute.ref.table);
  return mentions.some((other) => sensesOf(other, 'thing').some(({ thing }) => owners.includes(thing)));
}

/** Right behind a thing of the model, a kind of it or what is done with it: 订单数, 大客户的数量, 退货次数. */
function standsBehind(reading: Reading, mention: Mention): boolean {
  const before = neighbour(reading, mention, -1);
  return before !== undefined && (['thing', 'term', 'value'] as const).some((kind) => sensesOf(before, kind).length > 0);
}

function standsBefore(reading: Reading, mention: Mention): boolean {
  const after = neighbour(reading, mention, 1);
  return after !== undefined && (isContent(after) || cueOf(after, 'count') !== null);
}

/** The word on that side with nothing but a space, a 的 or a measure word between. */
function neighbour({ mentions, text }: Reading, mention: Mention, step: -1 | 1): Mention | undefined {
  const other = mentions[mention.index + step];
  if (!other) return undefined;
  const [left, right] = step === 1 ? [mention, other] : [other, mention];
  return BETWEEN.test(text.slice(left.span.end, right.span.start)) ? other : undefined;
}

const BETWEEN = new RegExp(`^\\s*(?:的|${MEASURE_WORDS.join('|')}|the|of)?\\s*$`, 'u');

const isUnknown = (mention: Mention | undefined): boolean => mention?.literal?.kind === 'unknown';
