import type { Measure } from '@querent/contracts';
import { enumerate } from '../../wording/words';
import { readScoreWords, settleMetricForms } from '../assembly/metric-forms';
import { addMeasure, aggregateOf, countOf, readMeasures } from '../assembly/read-measures';
import { simpleAggregate } from '../assembly/simple-aggregate';
import type { Stop } from '../assembly/step';
import type { Attribute } from '../../model/things';
import { cueOf, isContent, type Mention, sensesOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { moveSubject } from './move-subject';
import { attributeAt } from './resume-draft';
import { aggregateAlike } from './same-aggregate';
import { isOnlyBound } from './stands-alone';
import { type Change, type Turn, UNFIT, tell } from './turn';

/** 那客单价呢, "and the average?", 一共多少个: another figure of the same rows, or one more beside it. */
export const changeMeasure: Change = (turn) => {
  const { reading, kept } = turn;
  const before = kept.measures;
  const stop = countRows(turn) ?? averageOf(turn) ?? readScoreWords(reading) ?? readFigures(turn);
  if (stop) return stop;
  const bound = reading.draft.measures.filter(({ span }) => reading.mentions.some((mention) => span && mention.span.start === span.start && isOnlyBound(reading, mention)));
  const named = reading.draft.measures.filter((measure) => !bound.includes(measure));
  if (claimBy(reading) && kept.dimensions.length === 0) return UNFIT;
  if (named.length > 0) {
    const added = turn.opening.marks.has('besides');
    const fresh = named.filter((one) => !before.some((other) => isSame(one, other)));
    if (kept.compare && kept.order.some(({ by }) => by.kind === 'change' || by.kind === 'growth')) kept.order = [];
    kept.measures = added ? [...before, ...fresh] : named;
    const result = before.length === 0 ? figureOfList(turn) : settleOrder(turn, before);
    if (result) return result;
    const moved = added && before.length > 0 ? null : moveSubject(turn);
    if (moved) return moved;
    sayMeasures(turn, added ? fresh : named, added, before.length === 0);
  }
  reading.draft.subject = kept.subject;
  const spoken = kept.measures.map((one) => bound.find((other) => isSame(one, other)) ?? one);
  reading.draft.measures = [...spoken, ...bound.filter((one) => !spoken.includes(one))];
  return null;
};

/** "By units sold": the figure to rank by takes the place of the one before. */
function claimBy({ mentions }: Reading): boolean {
  const by = mentions.find((mention) => mention.claim === null && /^(?:by|按|按照)$/.test(mention.span.text) && mentions[mention.index + 1]?.claim === 'measure');
  claim('introduces', by);
  return by !== undefined;
}

export function isSame(a: Measure, b: Measure): boolean {
  return JSON.stringify(a.what) === JSON.stringify(b.what) && !a.share === !b.share;
}

/** Metrics and aggregates as any question names them, read near to the subject; parents say in which form. */
function readFigures(turn: Turn): Stop | null {
  const { reading, kept } = turn;
  const named = reading.draft.measures;
  const stop = readMeasures(reading);
  if (stop) return stop;
  // 客户数, "number of orders": a counting word that found nothing of its own counts no rows here.
  if (reading.draft.measures.length === named.length && kept.measures.length > 0) countThing(turn);
  if (reading.draft.measures.length === named.length) aggregateAlike(turn);
  return settleMetricForms(reading);
}

/** 那退款呢 after a number of orders: the number of refunds. */
function countThing(turn: Turn): void {
  const { reading, kept } = turn;
  const [only] = kept.measures;
  if (!only || kept.measures.length > 1 || !(isCount(reading, only.what) || turn.opening.marks.has('instead')) || only.share) return;
  const mention = reading.mentions.find((one) => one.claim === null && sensesOf(one, 'thing').length > 0 && isBare(reading, one));
  const sense = sensesOf(mention, 'thing').find(({ entity }) => entity) ?? sensesOf(mention, 'thing')[0];
  const thing = sense && reading.lexicon.things.get(sense.thing);
  if (mention && thing && thing !== kept.subject?.thing && reading.mentions.filter(isContent).length === 1) addMeasure(reading, countOf(reading, thing), [mention]);
}

function isBare(reading: Reading, mention: Mention): boolean {
  const before = reading.mentions[mention.index - 1];
  return !cueOf(before, 'group') && !cueOf(before, 'negation') && !cueOf(before, 'have') && !/^[各每]/.test(mention.span.text);
}

export function isCount({ model }: Reading, what: Measure['what']): boolean {
  return what.kind === 'aggregate' ? what.fn === 'count' : /^\s*count/i.test(model.metrics[what.id]?.expression ?? '');
}

/** "How many are there", 其中VIP的有多少: a counting word with no noun counts the rows of the answer before. */
function countRows({ reading, kept, opening }: Turn): Stop | null {
  const cue = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'count') && (kept.measures.every(({ what }) => isCount(reading, what)) ? /多少|几|how many|^(?:数量|总数|个数|count|number)/ : /多少|几|how many|^(?:数量|个数|count|number)/).test(mention.span.text));
  const thing = kept.subject?.thing;
  if (!cue || !thing) return null;
  const nouns = reading.mentions.filter((mention) => sensesOf(mention, 'thing').length + sensesOf(mention, 'metric').length > 0 || (sensesOf(mention, 'attribute').length > 0 && !isOnlyBound(reading, mention)));
  if (nouns.some((mention) => !sensesOf(mention, 'thing').some((sense) => sense.thing === thing.name))) return null;
  if (nouns.length > 0 && !opening.marks.has('those')) return null;
  // The groups of a ranking are no rows of the subject, and the first ten of a list are not all of them.
  if (kept.dimensions.length > 0 || kept.having.length > 0 || kept.limit !== null || kept.compare) return UNFIT;
  const [column] = kept.select;
  const kinds = kept.distinct && column && kept.select.length === 1 ? aggregateOf(reading, 'count_distinct', column) : null;
  addMeasure(reading, kinds ?? countOf(reading, thing), [cue, ...nouns]);
  claim('measure', ...reading.mentions.filter((mention) => mention !== cue && cueOf(mention, 'aggregate')?.fn === 'sum'));
  return null;
}

/** 平均呢, "and the average?": the same figure taken another way. */
function averageOf({ reading, kept }: Turn): Stop | null {
  const cue = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'aggregate'));
  const fn = cueOf(cue, 'aggregate')?.fn;
  if (!cue || !fn || reading.mentions.some((mention) => sensesOf(mention, 'metric').length > 0 || sensesOf(mention, 'attribute').some(({ attribute }) => attribute.numeric))) return null;
  const figures = kept.measures.length > 0 ? kept.measures.map((measure) => columnOf(reading, measure)) : [figureOfRows(reading, kept)];
  const [figure] = figures;
  if (!figure || figures.length > 1) return UNFIT;
  const metric = Object.values(reading.model.metrics).find(({ expression }) => {
    const simple = simpleAggregate(expression);
    return simple?.fn === fn && simple.table === figure.ref.table && simple.column === figure.ref.column;
  });
  const measure = metric ? { label: metric.label[reading.locale] ?? metric.label.zh ?? metric.label.en ?? metric.id, what: { kind: 'metric' as const, id: metric.id, form: 'value' as const } } : aggregateOf(reading, fn, figure);
  addMeasure(reading, measure, [cue]);
  return null;
}

/** The column that a measure aggregates, where it is plainly one. */
export function columnOf(reading: Reading, { what }: Measure): Attribute | null {
  if (what.kind === 'aggregate') return what.column && what.fn !== 'count' && what.fn !== 'count_distinct' ? attributeAt(reading, what.column) : null;
  const simple = simpleAggregate(reading.model.metrics[what.id]?.expression);
  return simple && !simple.fn.startsWith('count') ? attributeAt(reading, simple) : null;
}

/** The figure that a list is about: what it is ordered by or shows, else the only one that its rows have. */
export function figureOfRows(reading: Reading, kept: Turn['kept']): Attribute | null {
  const ordered = kept.order.flatMap(({ by }) => (by.kind === 'column' ? [attributeAt(reading, by.column)] : [])).find((one) => one?.numeric);
  if (ordered) return ordered;
  const bounded = kept.filters.flatMap(({ filter, attribute }) => ((filter.kind === 'compare' || filter.kind === 'between') && attribute?.numeric && !attribute.isYear ? [attribute] : []));
  const shown = kept.select.filter((one) => one.numeric && one.role === 'measure');
  for (const found of [bounded, shown, kept.subject?.thing.attributes.filter((one) => one.numeric && one.role === 'measure') ?? []]) {
    const [only] = found;
    if (only) return new Set(found).size === 1 ? only : null;
  }
  return null;
}

/** A list becomes one figure of its rows: what it showed and how it was sorted fall away, what it was cut to may not. */
function figureOfList({ kept }: Turn): Stop | null {
  if (kept.limit !== null || kept.near) return kept.limit !== null ? UNFIT : null;
  kept.select = [];
  kept.distinct = false;
  kept.order = [];
  kept.strategy = null;
  return null;
}

/** An order by a figure stays one by the same figure, or by the one that takes its place. */
function settleOrder({ kept }: Turn, before: Measure[]): Stop | null {
  kept.order = kept.order.map((order) => {
    if (order.by.kind !== 'measure') return order;
    const measure = before[order.by.index];
    const at = kept.measures.findIndex((one) => measure && isSame(one, measure));
    return { ...order, by: { kind: 'measure', index: Math.max(at, 0) } };
  });
  return before.some(({ share }) => share?.of === 'filtered') ? UNFIT : null;
}

function sayMeasures(turn: Turn, named: Measure[], added: boolean, wasList: boolean): void {
  const [zh, en] = [enumerate(named.map((one) => one.label), 'zh'), enumerate(named.map((one) => one.label), 'en')];
  if (added && !wasList) tell(turn, `加上${zh}`, `${en} added`);
  else tell(turn, `改看${zh}`, `now showing ${en}`);
}
