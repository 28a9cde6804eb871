import type { AggregateFunction, OverFunction } from '@querent/contracts';
import {
  attach,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  isCount,
  type Key,
  pair,
  setOf,
} from '@querent/grammar';
import { addsUp as isSumOrCount, isOver } from '@querent/model';

/** Figures divided by other figures, and figures over groups. */
export const FIGURES_OF_FIGURES: readonly Construction[] = [
  pair(
    'figure that another is divided by',
    ['w:to', 'w:and'],
    'figure',
    { cost: 0.03, zh: '与总金额', en: 'to premium' },
    (_, of) => (isPlain(of) && !of.implied && of.keys.length === 0 ? { cat: 'divisor', of } : null),
  ),
  pair('ratio of two figures', 'figure', 'divisor', { cost: 0.02, zh: '保额与保费的比例', en: '' }, (part, { of }) =>
    part.share?.length === 0 ? dividedBy({ ...part, share: null }, of) : null,
  ),
  pair(
    'number of rows that another is divided by',
    ['w:to', 'w:and'],
    'set',
    { cost: 0.03, zh: '', en: 'to unpaid orders' },
    (_, set) => {
      const of = countOf(set);
      return of && { cat: 'divisor', of };
    },
  ),
  pair(
    'what a ratio is of',
    'w:ratio',
    ['figure', 'set', 'condition'],
    { zh: '', en: 'ratio of paid orders' },
    (_, what) => {
      const part = what.cat === 'set' ? countOf(what) : what;
      return part && { cat: 'ratio_of', part };
    },
  ),
  pair(
    'ratio and its divisor',
    'ratio_of',
    'divisor',
    { zh: '', en: 'ratio of paid to unpaid orders' },
    ({ part }, { of }, facts) => {
      if (part.cat === 'figure') return ratioOf(part, of);
      const attached = attach(facts, of.thing, part.thing, part.filters);
      const own = attached && ratioOf({ ...of, filters: attached.filters }, of);
      return own && attached && { meaning: own, cost: attached.cost };
    },
  ),
  pair(
    'part of another figure',
    'figure',
    'whole',
    { cost: 0.03, zh: '自付金额占总金额', en: 'own payments as a share of all payments' },
    (part, { of }) => dividedBy(part, of),
  ),
  ...either(
    'word of a share beside its figures',
    'op:share',
    'figure',
    { cost: 0.01, zh: '自付金额占总金额的比例', en: 'percentage that own payments are of all payments' },
    (_, figure) => (figure.per !== null ? figure : null),
  ),
  pair(
    'average of each part of time',
    'op:average_by',
    'figure',
    { zh: '日均运费', en: '' },
    ({ operator: { grain } }, figure, facts) =>
      isPlain(figure) && figure.keys.length === 0 && addsUp(facts, figure)
        ? overGroups(facts, figure, [{ column: null, grain, each: true }], 'avg')
        : null,
  ),
  pair(
    'figure per head',
    'w:perHead',
    'figure',
    { cost: 0.05, zh: '人均运费', en: 'per capita freight' },
    (_, figure, facts) => {
      const heads = isPlain(figure) && addsUp(facts, figure) ? headsOf(facts, figure.thing) : [];
      return heads.flatMap((thing) => perThing(facts, { ...figure, bare: null, implied: false }, thing, []) ?? []);
    },
  ),
];

/** The lasting things that rows look up and that are not lists of kinds: the heads of a "per capita". */
function headsOf(facts: Facts, thing: string): string[] {
  return Object.keys(facts.model.tables).filter((other) => {
    const name = facts.nameColumn(other);
    const isThing = facts.playerOf(other) === other && facts.isLasting(other) && !facts.isLookup(other);
    return isThing && name !== null && facts.way(thing, other)?.kind === 'lookup';
  });
}

function dividedBy(part: FigureMeaning, of: FigureMeaning): FigureMeaning | null {
  if (!isPlain(part) || !isPlain(of) || part.implied || of.implied) return null;
  return JSON.stringify(part.measures) === JSON.stringify(of.measures) ? null : { ...part, per: of };
}

/** A ratio whose sides have separate conditions: students to lecturers, paid bills to unpaid ones. */
function ratioOf(part: FigureMeaning, of: FigureMeaning): FigureMeaning | null {
  const isSame = JSON.stringify([part.measures, part.filters]) === JSON.stringify([of.measures, of.filters]);
  return isSame || !isPlain(part) || !isPlain(of) || of.periods.length > part.periods.length
    ? null
    : { ...part, per: of, apart: true };
}

/** Whether a figure is one number, without a share, comparison, divisor, groups, bound or order. */
export const isPlain = (figure: FigureMeaning): boolean =>
  figure.measures.length === 1 &&
  figure.share === null &&
  figure.compare === null &&
  figure.per === null &&
  figure.over === null &&
  figure.having.length === 0 &&
  figure.order === null;

/**
 * "Average daily orders", "average number of claims": an aggregate over the figure's groups, or over groups that
 * follow.
 */
export function aggregatedOver(facts: Facts, figure: FigureMeaning, fn: AggregateFunction): FigureMeaning | null {
  // The average of amounts is over rows, in any grouping.
  const [key, ...more] = figure.keys;
  const isBare = figure.bare !== null && (key?.grain ?? null) === null;
  if (!isOver(fn) || !isPlain(figure) || isBare || !addsUp(facts, figure)) return null;
  if (key === undefined) return !figure.implied ? { ...figure, over: { fn, by: [] } } : null;
  if (more.length > 0 || key.each === undefined) return null;
  return overGroups(facts, { ...figure, keys: [] }, [key], fn)?.meaning ?? null;
}

/** Whether a figure is a count or a sum. An average of averages is not a useful figure. */
export function addsUp(facts: Facts, { measures: [measure] }: FigureMeaning): boolean {
  if (measure?.what.kind === 'aggregate') return isSumOrCount(measure.what.fn);
  const expression = facts.model.metrics[measure?.what.id ?? '']?.expression ?? '';
  return /^\s*(?:sum|count)\s*\([^/]*$/i.test(expression);
}

/** A figure over groups. "Per customer" divides by the number of customers, including those without rows. */
export function overGroups(
  facts: Facts,
  figure: FigureMeaning,
  keys: readonly Key[],
  fn: OverFunction,
): { meaning: FigureMeaning; cost: number } | null {
  const [key, ...more] = keys;
  if (!key || more.length > 0) return null;
  const plain = { ...figure, bare: null, implied: false };
  const { column } = key;
  if (column === null) return { meaning: { ...plain, over: { fn, by: [{ column, grain: key.grain }] } }, cost: 0 };
  const name = facts.nameColumn(column.table);
  const isThing = name?.column === column.column && key.grain === null;
  if (isThing && fn === 'avg') return perThing(facts, plain, column.table, key.of ?? []);
  if (key.of !== undefined || facts.way(figure.thing, column.table)?.kind !== 'lookup') return null;
  return { meaning: { ...plain, over: { fn, by: [{ column, grain: key.grain }] } }, cost: 0 };
}

/**
 * "Orders per complaint", where each complaint has one order: the number of the one divided by the number of the other.
 */
export function perRelated(
  facts: Facts,
  figure: FigureMeaning,
  { column, grain, each, of }: Key,
): FigureMeaning | null {
  const thing = column?.table;
  if (!each || grain !== null || of !== undefined || thing === undefined || !isPlain(figure) || !isCount(figure))
    return null;
  const isThing = facts.nameColumn(thing)?.column === column?.column;
  const divisor = countOf(setOf(thing, true));
  const areEvents = facts.isEvent(thing) && facts.isEvent(figure.thing);
  return isThing && areEvents && divisor && facts.way(figure.thing, thing)?.kind === 'fan'
    ? { ...figure, per: divisor }
    : null;
}

/** A figure divided by the number of things. Conditions on the things apply to both sides. */
function perThing(
  facts: Facts,
  figure: FigureMeaning,
  thing: string,
  filters: NonNullable<Key['of']>,
): { meaning: FigureMeaning; cost: number } | null {
  const way = facts.way(figure.thing, thing);
  const divisor = countOf({ ...setOf(thing, true), filters });
  if (!divisor || way === null) return null;
  if (way.kind === 'lookup') return { meaning: { ...figure, per: divisor }, cost: 0 };
  // The drugs of a prescription are its lines, each with one drug.
  const back = facts.way(thing, figure.thing);
  // A thing in several rows of an event counts once: 平均每个项目有多少位客户 does not count orders.
  const pairs =
    back?.kind === 'through' ? back.pivot : back?.kind === 'lookup' ? facts.junctionOf(thing, figure.thing) : null;
  // An artist with two parts in one play is in one play.
  if (pairs === null || !isCount(figure) || figure.periods.length > 0 || !facts.isJunction(pairs)) return null;
  const attached = attach(facts, pairs, figure.thing, figure.filters);
  if (!attached) return null;
  const lines = figureOf(pairs, { kind: 'aggregate', fn: 'count', table: pairs });
  return { meaning: { ...lines, filters: attached.filters, per: divisor }, cost: 0.05 };
}
