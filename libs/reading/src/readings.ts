import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import { closedUnits, openNames, type Unit } from '@querent/lexicon';
import type { Locale } from '@querent/language';
import { conditionsOfTerm, type SemanticModel, signatureOf } from '@querent/model';
import { buildChart, type Chart, ConstructionTable, type Item } from './chart';
import { CONSTRUCTIONS } from './constructions';
import { combinedUnits } from './combined/combined-units';
import { doingsAmong } from './combined/doings-of-things';
import { Facts } from '@querent/grammar';
import { type Lattice, latticeOf, UNKNOWN_COST } from './lattice';
import type { Normal } from './normal-form/empty-form';
import { normalForms } from './normal-form/normal-form';
import { isOneOfMany } from './one-of-many';
import { sharedHeads } from './combined/shared-heads';
import { unitWords } from './units/unit-words';
import { weighedUnits } from './units/weighed-units';
import { wholeWords } from './combined/whole-words';

/** One meaning of the whole question, by its cheapest derivation. */
export interface Reading {
  query: SemanticQuery;
  signature: string;
  cost: number;
  notes: Normal['notes'];
  item: Item;
  /** Whether it changes the last query of the conversation. */
  continued?: boolean;
}

export interface Readings {
  text: string;
  units: Unit[];
  /** Cheapest first, each with another meaning. */
  readings: Reading[];
  /** Words that nothing explains. */
  unknown: { start: number; end: number; text: string }[];
  chart: Pick<Chart, 'items' | 'cut'>;
}

const table = new ConstructionTable(CONSTRUCTIONS);
const factsOf = new WeakMap<SemanticModel, Facts>();

export interface ReadingContext {
  model: SemanticModel;
  today: string;
  locale: Locale;
  /** What words mean that nothing else explains, as the asker has decided. */
  decided?: readonly Unit[];
  /** Whether words may be left out, each at a price that no reading of all words comes to. */
  partial?: boolean;
}

/** What the planner knows of a model; kept with it. */
export function factsFor(model: SemanticModel): Facts {
  const facts = factsOf.get(model) ?? new Facts(model);
  factsOf.set(model, facts);
  return facts;
}

/** All readings of a normalised question. Pure; a few ms for an ordinary question. */
export function readingsOf(text: string, { locale, ...context }: ReadingContext): Readings {
  const { facts, units, lattice, chart } = chartOf(text, context, table);
  const readings = meaningsOf(chart, { facts, locale, today: context.today });
  const unknown = unknownIn(text, lattice, units);
  return { text, units, readings, unknown, chart: { items: chart.items, cut: chart.cut } };
}

/**
 * The words of a normalised text that mean something, and those that nothing explains, without what they mean together.
 */
export function wordsOf(text: string, context: Omit<ReadingContext, 'locale'>): Pick<Readings, 'units' | 'unknown'> {
  const { units, lattice } = latticeIn(text, context);
  return { units, unknown: unknownIn(text, lattice, units) };
}

const unknownIn = (text: string, lattice: Lattice, units: readonly Unit[]): Readings['unknown'] =>
  wholeWords(text, lattice.unknown, units).map(({ start, end }) => ({
    start,
    end,
    text: text.slice(start, end).trim(),
  }));

/** The queries that the items of a whole question come to, the cheapest derivation of each. */
function meaningsOf(chart: Chart, context: { facts: Facts; locale: Locale; today: string }): Reading[] {
  const found = new Map<string, Reading>();
  // What is shown of things that a file describes is chosen there.
  const isRepeating = (query: SemanticQuery): boolean => context.facts.model.derived === true && repeatsItself(query);
  for (const item of chart.whole) {
    for (const normal of normalForms(item.meaning, context)) {
      const signature = signatureOf(spelledOut(inAnyOrder(normal.query), context.facts));
      const isOfMany = isOneOfMany(normal.query, item, context.facts);
      const cost = item.cost + normal.cost + (isRepeating(normal.query) ? REPEATED : 0) + (isOfMany ? ONE_OF_MANY : 0);
      const known = found.get(signature);
      if (!known || cost < known.cost)
        found.set(signature, { query: normal.query, signature, cost, notes: normal.notes, item });
    }
  }
  const sorted = [...found.values()].sort((a, b) => a.cost - b.cost || (a.signature < b.signature ? -1 : 1));
  return sorted.filter((reading, at) => !sorted.slice(0, at).some((cheaper) => isSameButOnce(cheaper, reading)));
}

/** What it costs that the one highest point of many rows is each row's. */
const ONE_OF_MANY = 0.6;

/** What it costs that an answer would repeat the question. */
const REPEATED = 0.3;

/** Whether all that is shown is given: "Ann's neighbours" are hardly the neighbours called Ann, by their names. */
function repeatsItself({ select, filters }: SemanticQuery): boolean {
  const isGiven = ({ table, column }: ColumnRef): boolean =>
    filters.some(
      (one) => one.kind === 'compare' && one.op === '=' && one.column.table === table && one.column.column === column,
    );
  return select.length > 0 && select.every(isGiven);
}

/** Whether two readings differ in nothing but whether equal rows are shown once. */
function isSameButOnce({ query: one }: Reading, { query: other }: Reading): boolean {
  const once = (query: SemanticQuery): string => signatureOf(inAnyOrder({ ...query, distinct: true }));
  return one.distinct !== other.distinct && once(one) === once(other);
}

/**
 * What is no meaning of its own: the order of what is shown, whether equal rows are shown once, and whether groups
 * are shown that have no rows or no name. The likelier form is taken, and nothing asked.
 */
function inAnyOrder({ withNone: _, ...query }: SemanticQuery): SemanticQuery {
  const key = ({ table, column }: ColumnRef): string => `${table}.${column}`;
  const groups = new Set(query.dimensions.map(({ column }) => key(column)));
  const filters = query.filters.filter((one) => one.kind !== 'null' || !one.negated || !groups.has(key(one.column)));
  return { ...query, filters, distinct: false, select: [...query.select].sort((a, b) => (key(a) < key(b) ? -1 : 1)) };
}

/**
 * Terms by what they are short for: an unresolved ticket, and one whose time of resolution is missing, are the same. So
 * are the rows that keep the name of a thing, and those of the thing of this name.
 */
function spelledOut(query: SemanticQuery, facts: Facts): SemanticQuery {
  const spelled = (filters: readonly Filter[]): Filter[] =>
    filters.flatMap((one): Filter[] => {
      if (one.kind === 'exists') return [{ ...one, filters: spelled(one.filters) }];
      if (one.kind === 'compare' || one.kind === 'in')
        return [{ ...one, column: facts.nameStoredIn(one.column) ?? one.column }];
      const term = one.kind === 'term' && !one.negated ? facts.model.terms[one.id] : undefined;
      const conditions = term && one.kind === 'term' ? conditionsOfTerm(term, one.role) : null;
      return conditions ?? [one];
    });
  return { ...query, filters: spelled(query.filters) };
}

/** Each word as one that may be left out. */
function skips(units: readonly Unit[]): Unit[] {
  const stretches = new Map(
    units.filter(({ meaning }) => meaning.type !== 'filler').map((unit) => [`${unit.start} ${unit.end}`, unit]),
  );
  return [...stretches.values()].map(({ start, end, text }) => ({
    start,
    end,
    text,
    meaning: { type: 'filler' },
    form: 'word',
    cost: UNKNOWN_COST,
  }));
}

/** What the dearest reading costs that anything is done with, words that it leaves out aside. */
const DEAREST = 1.2;
/** So many known words may be left out of a reading in part. */
export const MOST_LEFT_OUT = 2;

/** Whether the asker has decided that the words of a name mean something else. */
const isDecided = ({ start, end, meaning }: Unit, decided: readonly Unit[]): boolean =>
  ['thing', 'attribute', 'measure'].includes(meaning.type) &&
  decided.some((one) => one.start === start && one.end === end && one.meaning.type !== 'filler');

/**
 * All meanings of all stretches of a normalised text. `closedOf` is what a kind of text makes of the words of the
 * closed classes.
 */
export function chartOf(
  text: string,
  context: Omit<ReadingContext, 'locale'>,
  constructions: ConstructionTable,
  closedOf?: (closed: readonly Unit[]) => readonly Unit[],
  subject: string | null = null,
): { facts: Facts; units: Unit[]; lattice: Lattice; chart: Chart } {
  const { facts, units, lattice } = latticeIn(text, context, closedOf, subject);
  const leftOut = lattice.unknown.length + (context.partial ? MOST_LEFT_OUT : 0);
  const chart = buildChart(lattice, constructions, facts, DEAREST + leftOut * UNKNOWN_COST);
  return { facts, units, lattice, chart };
}

/** The words of a text, and the ways in which they cover it. */
function latticeIn(
  text: string,
  { model, today, decided = [], partial = false }: Omit<ReadingContext, 'locale'>,
  closedOf: (closed: readonly Unit[]) => readonly Unit[] = (closed) => closed,
  subject: string | null = null,
): { facts: Facts; units: Unit[]; lattice: Lattice } {
  const facts = factsFor(model);
  const closed = closedOf(closedUnits(text, today, unitWords(model)));
  const names = openNames(model);
  const named = [...names.unitsIn(text), ...sharedHeads(text, (part) => names.unitsIn(part))];
  const known = combinedUnits({ text, units: weighedUnits(named, closed, facts, subject), facts, today });
  const units = [...known.filter((unit) => !isDecided(unit, decided)), ...decided];
  const plain = latticeOf(text, partial ? [...units, ...skips(units)] : units, facts);
  // Those who dive are divers, and no misspelt diver.
  const slips = units.filter(({ form }) => form === 'typo');
  const doings = doingsAmong([...unknownIn(text, plain, units), ...slips], text, facts);
  if (doings.length === 0) return { facts, units, lattice: plain };
  const all = [...units, ...doings];
  return { facts, units: all, lattice: latticeOf(text, partial ? [...all, ...skips(all)] : all, facts) };
}
