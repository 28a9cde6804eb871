import { simpleAggregate } from '../assembly/simple-aggregate';
import type { Sense } from '../lexicon/sense';
import { cueOf, type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { columnOf, figureOfRows } from './change-measure';
import { type Change, type Turn } from './turn';

/**
 * "Only those above 100", 大于100的: a bound that names no figure is of the one that the answer shows. The figure is put
 * before it as if it had been said, so that bounds are read in one place. A figure named by the column that the measure of
 * the groups adds up (金额 of 订单金额) is that measure.
 */
export const nameBound: Change = (turn) => {
  const { reading, kept } = turn;
  const at = reading.mentions.findIndex((mention) => mention.claim === null && startsBound(reading, mention));
  const bound = reading.mentions[at];
  if (!bound) return null;
  const [measure, ...others] = kept.measures;
  const grouped = measure && others.length === 0 && kept.dimensions.length > 0;
  const before = reading.mentions[at - 1];
  if (before?.claim === 'measure') return null;
  const label = before && before.claim === null && isFigure(before) ? before : null;
  if (label) {
    if (grouped && sumsUp(turn, label)) standFor(reading, label, 'measure');
    return null;
  }
  if (isFigure(reading.mentions[lastOf(reading, at) + 1])) return null;
  if (grouped) insert(reading, at, [{ kind: 'cue', cue: { kind: 'count' } }], 'measure');
  else {
    const figure = measure ? columnOf(reading, measure) : figureOfRows(reading, kept);
    if (figure) insert(reading, at, [{ kind: 'attribute', attribute: figure, qualified: true }], null);
  }
  return null;
};

function startsBound({ mentions }: Reading, mention: Mention): boolean {
  const next = mentions[mention.index + 1];
  const number = mention.literal?.kind === 'number' && !mention.literal.ordinal;
  const cue = mention.senses.some((sense) => sense.kind === 'cue' && (sense.cue.kind === 'between' || (sense.cue.kind === 'compare' && sense.cue.number === 'after' && sense.cue.of === undefined)));
  if (cue) return next?.literal?.kind === 'number' && !next.literal.ordinal;
  const unit = cueOf(next, 'unit') ? mentions[mention.index + 2] : next;
  return number && (unit?.senses.some((sense) => sense.kind === 'cue' && sense.cue.kind === 'compare' && sense.cue.number === 'before') ?? false);
}

function lastOf({ mentions }: Reading, at: number): number {
  let last = at;
  while (mentions[last + 1]?.literal?.kind === 'number' || cueOf(mentions[last + 1], 'unit') || cueOf(mentions[last + 1], 'compare') || cueOf(mentions[last + 1], 'between')) last++;
  return last;
}

function isFigure(mention: Mention | undefined): boolean {
  return sensesOf(mention, 'metric').length > 0 || sensesOf(mention, 'attribute').some(({ attribute }) => attribute.numeric) || sensesOf(mention, 'thing').length > 0;
}

function sumsUp({ reading, kept }: Turn, label: Mention): boolean {
  const [measure] = kept.measures;
  if (!measure) return false;
  const named = sensesOf(label, 'metric').some(({ id }) => measure.what.kind === 'metric' && measure.what.id === id);
  const simple = measure.what.kind === 'metric' ? simpleAggregate(reading.model.metrics[measure.what.id]?.expression) : null;
  const ref = measure.what.kind === 'aggregate' ? measure.what.column : simple;
  return named || sensesOf(label, 'attribute').some(({ attribute }) => attribute.ref.table === ref?.table && attribute.ref.column === ref.column);
}

/** The measure of the query before is what the bound speaks of. */
function standFor(reading: Reading, mention: Mention, claim: 'measure'): void {
  mention.claim = claim;
  reading.draft.measures = reading.draft.measures.map((one, index) => (index === 0 ? { ...one, span: mention.span } : one));
}

function insert(reading: Reading, at: number, senses: Sense[], claim: 'measure' | null): void {
  const [span = { start: 0, end: 0, text: '' }] = reading.mentions.slice(at, at + 1).map((mention) => mention.span);
  const said: Mention = {
    index: at, span, senses, literal: null, corrected: null, confidence: 1, glue: new Set(), claim: null,
  };
  reading.mentions = [...reading.mentions.slice(0, at), said, ...reading.mentions.slice(at)].map((mention, index) => Object.assign(mention, { index }));
  if (claim) standFor(reading, said, claim);
}
