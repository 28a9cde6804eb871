import type { AggregateFunction } from '@querent/contracts';
import { attach, isCount } from '../attach';
import { type Construction, either, pair } from '../construction';
import type { Facts } from '../facts';
import { countOf, type FigureMeaning, figureOf, type Key, type SetMeaning, setOf } from '../meaning';

/** Figures divided by others, and figures over groups of their own. */
export const FIGURES_OF_FIGURES: readonly Construction[] = [
  pair(
    'figure that another is divided by',
    ['w:to', 'w:and', 'w:each'],
    ['figure', 'set'],
    { cost: 0.03, zh: '与总金额', en: 'to premium' },
    (marker, what) => {
      // Per customer is by customer.
      const isKey = (marker as { cat: string }).cat === 'w:each' && what.cat === 'set';
      const of = isKey ? null : asFigure(what);
      return of && isPlain(of) && !of.implied && of.keys.length === 0 ? { cat: 'divisor', of } : null;
    },
  ),
  pair('figure to be divided', 'w:ratio', ['figure', 'set'], { zh: '', en: 'ratio of orders' }, (_, what) => {
    const part = asFigure(what);
    return part && { cat: 'dividend', part };
  }),
  pair(
    'ratio of a figure to another',
    'dividend',
    'divisor',
    { zh: '', en: 'ratio of orders to customers' },
    ({ part }, { of }) => dividedBy(part, of),
  ),
  pair(
    'ratio of two figures',
    'figure',
    'divisor',
    { cost: 0.02, zh: '', en: 'ratio of insured amount to premium' },
    (part, { of }) => (part.share?.length === 0 ? dividedBy({ ...part, share: null }, of) : null),
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
];

/** Things stand for their number. */
const asFigure = (what: FigureMeaning | SetMeaning): FigureMeaning | null =>
  what.cat === 'set' ? countOf({ ...what, asked: false }) : what;

function dividedBy(part: FigureMeaning, of: FigureMeaning): FigureMeaning | null {
  if (!isPlain(part) || !isPlain(of) || part.implied || of.implied) return null;
  const isSame = JSON.stringify([part.measures, part.filters]) === JSON.stringify([of.measures, of.filters]);
  return isSame ? null : { ...part, per: of };
}

/** One number that is neither a share, a comparison, a quotient nor taken over groups. */
export const isPlain = (figure: FigureMeaning): boolean =>
  figure.measures.length === 1 &&
  figure.share === null &&
  figure.compare === null &&
  figure.per === null &&
  figure.over === null &&
  figure.having.length === 0 &&
  figure.order === null;

type OverFunction = NonNullable<FigureMeaning['over']>['fn'];
const isOver = (fn: AggregateFunction): fn is OverFunction =>
  fn === 'avg' || fn === 'median' || fn === 'min' || fn === 'max';

/** "Average daily orders", "average number of claims": of groups that are there, or still to come. */
export function aggregatedOver(facts: Facts, figure: FigureMeaning, fn: AggregateFunction): FigureMeaning | null {
  // The average of amounts is that of the rows, whatever they are grouped by.
  if (!isOver(fn) || !isPlain(figure) || figure.bare !== null || !addsUp(facts, figure)) return null;
  const [key, ...more] = figure.keys;
  if (key === undefined) return !figure.implied ? { ...figure, over: { fn, by: [] } } : null;
  if (more.length > 0 || key.each === undefined) return null;
  return overGroups(facts, { ...figure, keys: [] }, [key], fn)?.meaning ?? null;
}

/** Counts and sums differ from group to group; the average of averages is no figure that people ask for. */
function addsUp(facts: Facts, figure: FigureMeaning): boolean {
  const [measure] = figure.measures;
  if (measure?.what.kind === 'aggregate') return ['count', 'count_distinct', 'sum'].includes(measure.what.fn);
  const expression = facts.model.metrics[measure?.what.id ?? '']?.expression ?? '';
  return /^\s*(?:sum|count)\s*\([^/]*$/i.test(expression);
}

/** A figure over groups: "per customer" is by their number, which counts those that have none. */
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

/** The number of Y by the number of X; conditions on X are on both. */
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
  // How many drugs a prescription has are its lines, each with a drug.
  const back = facts.way(thing, figure.thing);
  if (back?.kind !== 'through' || !isCount(figure) || figure.periods.length > 0) return null;
  const attached = attach(facts, back.pivot, figure.thing, figure.filters);
  if (!attached) return null;
  const lines = figureOf(back.pivot, { kind: 'aggregate', fn: 'count', table: back.pivot });
  return { meaning: { ...lines, filters: attached.filters, per: divisor }, cost: 0.05 };
}
