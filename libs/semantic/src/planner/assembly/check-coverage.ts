import type { Cue } from '../lexicon/cues';
import { type Mention, sensesOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { thingOfVerb } from './read-relations';
import { refuse } from './refuse';
import { simpleAggregate } from './simple-aggregate';
import type { Stop } from './step';

/** Cues that may stand without a part of their own: they only say that something is asked. */
const HARMLESS: ReadonlySet<Cue['kind']> = new Set(['list', 'which', 'all', 'person', 'and', 'or', 'of', 'filler']);

/** Cues that are harmless once the query has what they speak of. */
const HARMLESS_WITH: Partial<Record<Cue['kind'], (reading: Reading) => boolean>> = {
  have: () => true,
  // Of one row both and only add nothing; of related rows they change the answer.
  both: (reading) => reading.draft.exists.length === 0,
  only: (reading) => reading.draft.exists.length === 0,
  verb: ({ draft }) => draft.filters.length + draft.dimensions.length + draft.exists.length > 0 || draft.measures.some(({ what }) => what.kind === 'aggregate' && what.fn === 'count_distinct'),
  overview: (reading) => reading.draft.measures.length > 0,
  versus: (reading) => reading.draft.dimensions.length > 0 || reading.draft.measures.length > 1 || reading.draft.compare !== null,
  count: (reading) => reading.draft.measures.length > 0 && reading.mentions.filter((one) => one.claim === null).length <= 1,
  breakdown: (reading) => reading.draft.measures.length === 0 || reading.draft.dimensions.length > 0,
  contains: (reading) => reading.draft.filters.some((one) => one.filter.kind === 'compare' || one.filter.kind === 'in') || reading.draft.exists.length > 0,
  distinct: (reading) => reading.draft.dimensions.length > 0,
  single: (reading) => reading.draft.filters.some(({ attribute }) => attribute?.numeric) || (reading.draft.measures.length === 0 && reading.draft.order.length > 0),
  // 卖 beside the units sold, 下 beside the orders: the verb repeats what is measured.
  sell: ({ draft }) => draft.measures.some((measure) => /sold|sell|sales|revenue|销|卖/i.test(measure.label)),
  sort: (reading) => reading.draft.order.length > 0,
  // "Which school scored lowest on wifi": the figure that is ranked by says the same.
  score: ({ draft }) => draft.order.length > 0 && draft.measures.some(({ what }) => what.kind === 'metric'),
  group: (reading) => reading.draft.dimensions.length > 0,
};

/** Nothing of the question may be left out silently: what no part accounts for ends the plan. */
export function checkCoverage(reading: Reading): Stop | null {
  const open = reading.mentions.find((mention) => mention.claim === null && !isHarmless(reading, mention));
  return open ? refuse(reading, 'unplaced', open.span.text) : null;
}

/** Whether an unclaimed mention may be left out: it says only that, or how politely, something is asked. */
export function isHarmless(reading: Reading, mention: Mention): boolean {
  if (mention.literal !== null) return false;
  if (saysOfAll(reading, mention)) return true;
  return mention.senses.some((sense) => {
    if (sense.kind !== 'cue') return false;
    if (sense.cue.kind === 'whole') return knowsOne(reading, sense.cue.level);
    if (sense.cue.kind === 'aggregate') return sense.cue.fn === 'sum' && isTotal(reading);
    // 退款一共退了多少钱: the verb says again what is measured.
    if (sense.cue.kind === 'relation') return reading.draft.measures.length > 0 && !/多少[?？。]*$/.test(reading.text) && thingOfVerb(reading, mention) === reading.draft.subject?.thing;
    if (sense.cue.kind === 'verb' && /^(?:make|made|makes|earn|earned)$/.test(mention.span.text)) return reading.draft.measures.length > 0;
    if (sense.cue.kind === 'where') return leadsCondition(reading, mention);
    if (sense.cue.kind === 'compare') return reading.mentions[mention.index + 1]?.literal?.kind === 'time';
    return HARMLESS.has(sense.cue.kind) || HARMLESS_WITH[sense.cue.kind]?.(reading) === true;
  });
}

/** 注册用户, "registered users": what every one of them was, so that it tells none apart. A time beside it would be of it. */
function saysOfAll(reading: Reading, mention: Mention): boolean {
  const next = reading.mentions[mention.index + 1];
  const things = sensesOf(next, 'thing').map(({ thing }) => thing);
  const dated = reading.mentions.some(({ literal }) => literal?.kind === 'time');
  return !dated && sensesOf(mention, 'attribute').some(({ attribute: { role, ref } }) => role === 'time' && things.includes(ref.table) && reading.model.tables[ref.table]?.columns[ref.column]?.nullable === false);
}

/** 一共, "in total": what is counted or added up is a total already. */
function isTotal({ draft, model }: Reading): boolean {
  const totals = draft.measures.filter(({ what, share }) => {
    const fn = what.kind === 'aggregate' ? what.fn : simpleAggregate(model.metrics[what.id]?.expression)?.fn;
    return share === undefined && (fn === 'count' || fn === 'count_distinct' || fn === 'sum');
  });
  return totals.length > 0 && totals.length === draft.measures.length;
}

/** 全市 adds nothing where every row lies in one city. */
function knowsOne(reading: Reading, level: string): boolean {
  const attributes = [...reading.lexicon.things.values()].flatMap((thing) => thing.attributes);
  return !attributes.some((one) => one.stored.length > 1 && `${one.label.zh ?? ''}${one.synonyms.zh.join('')}`.includes(level === '市' ? '城市' : level));
}

/** "customers where city is York" leads a condition; "where are they made" asks for something. */
function leadsCondition(reading: Reading, mention: Mention): boolean {
  const next = reading.mentions.slice(mention.index + 1).find(({ claim }) => claim !== 'introduces' && claim !== 'measure');
  const bounded = next?.claim === 'having' || (next?.index === mention.index + 1 && (next.claim === 'filter' || next.claim === 'label'));
  return mention.index > 0 && bounded;
}
