import type { Grain } from '@querent/contracts';
import { type TimeMatch, findComparisons, findDistances, findGrains, findNumbers, findQuoted, findTimeExpressions } from '@querent/language';
import type { Lexicon, LexiconEntry } from '../lexicon/lexicon';
import type { Cue } from '../lexicon/cues';
import type { Sense } from '../lexicon/sense';
import { type Unit, unitsOf } from '../lexicon/units';
import { cueOf, type Glue, type Mention } from './mention';
import { repairUnits } from './repair-units';
import { windowsBack } from './windows-back';
import { type LiteralSpan, type Segment, segment } from './segmentation';

/** A near miss is worth asking about only together with others; alone it is disclosed. */
const CORRECTED = 0.7;

interface Cut {
  text: string;
  today: string;
  units: Unit[];
  pieces: Segment[];
}

/** An ambiguous question is planned once for each of its options: its cut, which no choice changes, is kept from one to the next. */
const lastCut = new WeakMap<Lexicon, Cut>();

function cutOnce(text: string, lexicon: Lexicon, today: string): Cut {
  const last = lastCut.get(lexicon);
  if (last?.text === text && last.today === today) return last;
  const units = repairUnits(unitsOf(text), lexicon.trie);
  const cut = { text, today, units, pieces: segment(units, lexicon, literalsOf(text, today, lexicon)) };
  lastCut.set(lexicon, cut);
  return cut;
}

/** Cuts a normalised question into mentions, grammar and courtesy left out but remembered as glue. */
export function readMentions(text: string, lexicon: Lexicon, today: string): Mention[] {
  const { units, pieces } = cutOnce(text, lexicon, today);
  const mentions: Mention[] = [];
  let glue = new Set<Glue>();
  for (const piece of pieces) {
    const senses = sensesBest(piece);
    const glued = isPicture(senses, mentions.at(-1)) ? null : glueOf(senses, piece);
    if (glued === 'content') {
      const start = units[piece.from]?.start ?? 0;
      const end = units[piece.to - 1]?.end ?? start;
      const span = { start, end, text: text.slice(start, end) };
      mentions.push({ index: mentions.length, span, senses, literal: piece.literal?.kind === 'cue' ? null : piece.literal, corrected: piece.corrected, confidence: piece.corrected ? CORRECTED : confidence(piece), glue, claim: null, ...(piece.nearMisses ? { nearMisses: piece.nearMisses } : {}) });
      glue = new Set();
    } else if (glued) glue.add(glued);
  }
  return shareYears(mentions, today);
}

/** 2024和2025年: the first number is a year because the second is one. */
function shareYears(mentions: Mention[], today: string): Mention[] {
  return mentions.map((mention) => {
    const next = mentions[mention.index + 1];
    const year = mention.literal?.kind === 'number' ? mention.literal.value : 0;
    const shared = next?.literal?.kind === 'time' && (next.glue.has('and') || next.glue.has('or')) && year >= 1900 && year <= 2100;
    const [time] = shared ? findTimeExpressions(`${year}年`, { today }) : [];
    return time ? { ...mention, literal: { kind: 'time', time } } : mention;
  });
}

function literalsOf(text: string, today: string, lexicon: Lexicon): LiteralSpan[] {
  const quoted = findQuoted(text).filter((one) => !quotesName(text, one, lexicon)).map(({ start, end, value }): LiteralSpan => ({ start, end, literal: { kind: 'quoted', text: value } }));
  const times = [...findTimeExpressions(text, { today }), ...windowsBack(text, today)].map((time): LiteralSpan => ({ start: time.start, end: pointedOut(text, time), literal: { kind: 'time', time } }));
  const distances = findDistances(text).map((one): LiteralSpan => ({ start: one.start, end: one.end, literal: { kind: 'distance', meters: one.meters } }));
  const numbers = findNumbers(text).map((one): LiteralSpan => ({ start: one.start, end: one.end, literal: { kind: 'number', value: one.value, unit: one.unit ?? null, ordinal: one.ordinal ?? false } }));
  const grains = findGrains(text).map(({ start, end, grain }) => cueSpan(start, end, { kind: 'grain', grain, each: true }));
  const comparisons = findComparisons(text).filter(({ kind }) => kind !== 'between').map(({ start, end, kind, grain }) =>
    cueSpan(start, end, { kind: 'growth', direction: null, base: kind === 'yoy' ? 'year' : 'previous', as: 'growth', ...(grain ? { grain } : {}) }),
  );
  return [...quoted, ...times, ...distances, ...numbers, ...grains, ...comparisons];
}

/** 11月11号那天, 9月当月: words that point at the time just named say it again. 11月11号那个月 does not. */
function pointedOut(text: string, { end, grain }: TimeMatch): number {
  const pointing = grain && POINTING[grain];
  return end + (pointing?.exec(text.slice(end))?.[0].length ?? 0);
}

const POINTING: Partial<Record<Grain, RegExp>> = { day: /^的?[那当这](?:一?天|日)(?![前后内])/, month: /^的?[那当这]一?个?月(?![前后内底初份])/, year: /^的?[那当这]一?年(?![前后内底初])/ };

/** “订单数”按渠道: marks around a name of the model add nothing, but behind words that compare they hold a value. */
function quotesName(text: string, { start, value }: { start: number; value: string }, lexicon: Lexicon): boolean {
  if (COMPARING.test(text.slice(0, start))) return false;
  const senses = lexicon.trie.exactly(unitsOf(value).filter(({ kind }) => kind !== 'punct').map(({ key }) => key)).map(({ sense }) => sense);
  const stored = senses.some((sense) => sense.kind === 'value' && sense.value.toLowerCase() === value.trim().toLowerCase());
  return !stored && senses.some(({ kind }) => kind !== 'cue');
}

const COMPARING = /(?:\b(?:contain\w*|includ\w*|like|named|called|start\w*|begin\w*|end\w*|with|letters?|words?|substring|text|string|is|are|was|were|equals?|not)|=|为|是|叫做?|名为|包含|包括|含有?|带有?|以|等于)\s*$/i;

function cueSpan(start: number, end: number, cue: Cue): LiteralSpan {
  return { start, end, literal: { kind: 'cue', cue } };
}

function sensesBest(piece: Segment): Sense[] {
  if (piece.literal?.kind === 'cue') return [{ kind: 'cue', cue: piece.literal.cue }];
  return [...piece.entries].sort((a, b) => b.weight - a.weight).map((entry: LexiconEntry) => entry.sense);
}

function confidence(piece: Segment): number {
  return piece.entries.length === 0 ? 1 : Math.max(...piece.entries.map((entry) => entry.weight));
}

/** Whether a text speaks of how the answer is drawn. */
export function wantsPicture(text: string, lexicon: Lexicon, today: string): boolean {
  return cutOnce(text, lexicon, today).pieces.some((piece) => isPicture(sensesBest(piece), undefined) && piece.entries.some(({ sense }) => sense.kind === 'cue' && sense.cue.kind === 'picture'));
}

/** "As a pie chart" says nothing of the data, unless charts are what is counted or had. */
function isPicture(senses: Sense[], before: Mention | undefined): boolean {
  const picture = senses.length > 0 && senses.every((sense) => sense.kind === 'cue' && (sense.cue.kind === 'picture' || sense.cue.kind === 'filler'));
  return picture && !cueOf(before, 'count') && !cueOf(before, 'have') && !cueOf(before, 'negation');
}

/** What a piece is to its neighbours when it is not content itself; null for what means nothing at all. */
function glueOf(senses: Sense[], piece: Segment): Glue | 'content' | null {
  if (piece.literal) return 'content';
  if (senses.length === 0) return null;
  const kinds = new Set(senses.map((sense) => (sense.kind === 'cue' ? sense.cue.kind : 'model')));
  const grammar = ['or', 'and', 'of', 'filler'].find((kind) => kinds.has(kind as 'or'));
  if (grammar === undefined || [...kinds].some((kind) => !GRAMMAR.has(kind))) return 'content';
  return grammar === 'filler' ? null : (grammar as Glue);
}

/** Prepositions double as cues of nearness and ranges; those meanings are read from the text between mentions. */
const GRAMMAR: ReadonlySet<string> = new Set(['of', 'and', 'or', 'filler', 'near']);
