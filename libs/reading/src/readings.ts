import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import { closedUnits, openNames, type Unit } from '@querent/lexicon';
import type { Locale } from '@querent/language';
import { conditionsOfTerm, type SemanticModel, signatureOf } from '@querent/model';
import { buildChart, type Chart, ConstructionTable, type Item } from './chart';
import { CONSTRUCTIONS } from './constructions';
import { verbsInNames } from './combined/verbs-in-names';
import { Facts } from '@querent/grammar';
import { type Lattice, latticeOf, UNKNOWN_COST } from './lattice';
import type { Normal } from './normal-form/empty-form';
import { normalForms } from './normal-form/normal-form';
import { isOneOfMany } from './one-of-many';
import { sharedHeads } from './combined/shared-heads';
import { combinedUnits, weighedUnits } from './units/weighed-units';
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
  /** Cheapest first, each with a different meaning. */
  readings: Reading[];
  /** Words that no unit explains. */
  unknown: { start: number; end: number; text: string }[];
  chart: Pick<Chart, 'items' | 'cut'>;
}

const table = new ConstructionTable(CONSTRUCTIONS);
const factsOf = new WeakMap<SemanticModel, Facts>();

export interface ReadingContext {
  model: SemanticModel;
  today: string;
  locale: Locale;
  /** Meanings that the asker has chosen for unknown words. */
  decided?: readonly Unit[];
  /** Whether words may be left out, each at a cost higher than any reading of all words. */
  partial?: boolean;
  /** The highest cost of a reading that is needed; default: readings with unknown words are found too. */
  most?: number;
}

/** The planner's facts about a model, cached with the model. */
export function factsFor(model: SemanticModel): Facts {
  const facts = factsOf.get(model) ?? new Facts(model);
  factsOf.set(model, facts);
  return facts;
}

/** All readings of a normalised question. Pure; takes a few ms for an ordinary question. */
export function readingsOf(text: string, { locale, ...context }: ReadingContext): Readings {
  const { facts, units, lattice, chart } = chartOf(text, context, table);
  const readings = meaningsOf(chart, { facts, locale, today: context.today });
  const unknown = unknownIn(text, lattice, units);
  return { text, units, readings, unknown, chart: { items: chart.items, cut: chart.cut } };
}

/** The meaningful units of a normalised text and its unknown words, without combined readings. */
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

/** The queries of the items that cover a whole question, with the cheapest derivation of each. */
function meaningsOf(chart: Chart, context: { facts: Facts; locale: Locale; today: string }): Reading[] {
  const found = new Map<string, Reading>();
  // For things that a model file describes, the file chooses the columns shown.
  const isRepeating = (query: SemanticQuery): boolean => context.facts.model.derived === true && repeatsItself(query);
  for (const item of chart.whole) {
    for (const normal of normalForms(item.meaning, context)) {
      const signature = signatureOf(withoutTerms(withoutPresentation(normal.query), context.facts));
      const isOfMany = isOneOfMany(normal.query, item, context.facts);
      const cost = item.cost + normal.cost + (isRepeating(normal.query) ? REPEATED : 0) + (isOfMany ? ONE_OF_MANY : 0);
      const known = found.get(signature);
      if (!known || cost < known.cost)
        found.set(signature, { query: normal.query, signature, cost, notes: normal.notes, item });
    }
  }
  const sorted = [...found.values()].sort((a, b) => a.cost - b.cost || (a.signature < b.signature ? -1 : 1));
  return sorted.filter(
    (reading, at) => !sorted.slice(0, at).some((cheaper) => differsOnlyInDistinct(cheaper, reading)),
  );
}

/** Cost of reading a single highest point as an attribute of each of many rows. */
const ONE_OF_MANY = 0.6;

/** Cost of an answer that would repeat the question. */
const REPEATED = 0.3;

/**
 * Whether all columns shown have values that the question states: "Ann's neighbours" hardly asks for neighbours called
 * Ann.
 */
function repeatsItself({ select, filters }: SemanticQuery): boolean {
  const isGiven = ({ table, column }: ColumnRef): boolean =>
    filters.some(
      (one) => one.kind === 'compare' && one.op === '=' && one.column.table === table && one.column.column === column,
    );
  return select.length > 0 && select.every(isGiven);
}

/** Whether two readings differ only in whether equal rows are shown once. */
function differsOnlyInDistinct({ query: one }: Reading, { query: other }: Reading): boolean {
  const once = (query: SemanticQuery): string => signatureOf(withoutPresentation({ ...query, distinct: true }));
  return one.distinct !== other.distinct && once(one) === once(other);
}

/**
 * Removes differences that are no difference in meaning: the order of the columns shown, whether equal rows are shown
 * once, and whether groups without rows or name are shown. The likelier form is chosen without asking.
 */
function withoutPresentation({ withNone: _, ...query }: SemanticQuery): SemanticQuery {
  const key = ({ table, column }: ColumnRef): string => `${table}.${column}`;
  const groups = new Set(query.dimensions.map(({ column }) => key(column)));
  const filters = query.filters.filter((one) => one.kind !== 'null' || !one.negated || !groups.has(key(one.column)));
  return { ...query, filters, distinct: false, select: [...query.select].sort((a, b) => (key(a) < key(b) ? -1 : 1)) };
}

/**
 * Replaces terms by their conditions: an unresolved ticket is a ticket whose time of resolution is missing. Rows that
 * copy the name of a thing are also equal to the thing with this name.
 */
function withoutTerms(query: SemanticQuery, facts: Facts): SemanticQuery {
  const replaced = (filters: readonly Filter[]): Filter[] =>
    filters.flatMap((one): Filter[] => {
      if (one.kind === 'exists') return [{ ...one, filters: replaced(one.filters) }];
      if (one.kind === 'compare' || one.kind === 'in')
        return [{ ...one, column: facts.nameStoredIn(one.column) ?? one.column }];
      const term = one.kind === 'term' && !one.negated ? facts.model.terms[one.id] : undefined;
      const conditions = term && one.kind === 'term' ? conditionsOfTerm(term, one.role) : null;
      return conditions ?? [one];
    });
  return { ...query, filters: replaced(query.filters) };
}

/** Each word as a unit that may be left out. */
function skippableWords(units: readonly Unit[]): Unit[] {
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

/** The highest cost of a reading that is used, apart from words that it leaves out. */
const DEAREST = 1.2;
/** A partial reading may leave out at most this many known words. */
export const MOST_LEFT_OUT = 2;

/** Whether the asker has chosen another meaning for the words of a name. */
const isDecided = ({ start, end, meaning }: Unit, decided: readonly Unit[]): boolean =>
  ['thing', 'attribute', 'measure'].includes(meaning.type) &&
  decided.some((one) => one.start === start && one.end === end && one.meaning.type !== 'filler');

/** All meanings of all stretches of a normalised text. `closedOf` adapts the function words to the kind of text. */
export function chartOf(
  text: string,
  context: Omit<ReadingContext, 'locale'>,
  constructions: ConstructionTable,
  closedOf?: (closed: readonly Unit[]) => readonly Unit[],
  subject: string | null = null,
): { facts: Facts; units: Unit[]; lattice: Lattice; chart: Chart } {
  const { facts, units, lattice } = latticeIn(text, context, closedOf, subject);
  const leftOut = lattice.unknown.length + (context.partial ? MOST_LEFT_OUT : 0);
  const chart = buildChart(lattice, constructions, facts, context.most ?? DEAREST + leftOut * UNKNOWN_COST);
  return { facts, units, lattice, chart };
}

/** The units of a text, and the lattice that they form. */
function latticeIn(
  text: string,
  { model, today, decided = [], partial = false }: Omit<ReadingContext, 'locale'>,
  closedOf: (closed: readonly Unit[]) => readonly Unit[] = (closed) => closed,
  subject: string | null = null,
): { facts: Facts; units: Unit[]; lattice: Lattice } {
  const facts = factsFor(model);
  const closed = closedOf(closedUnits(text, today, unitsOfMeasurement(model)));
  const names = openNames(model);
  const named = [...names.unitsIn(text), ...sharedHeads(text, (part) => names.unitsIn(part))];
  const known = combinedUnits({ text, units: weighedUnits(named, closed, facts, subject), facts, today });
  const units = [...known.filter((unit) => !isDecided(unit, decided)), ...decided];
  const plain = latticeOf(text, partial ? [...units, ...skippableWords(units)] : units, facts);
  // "Dive" beside divers is their verb, and no misspelt "diver".
  const typos = units.filter(({ form }) => form === 'typo');
  const verbs = verbsInNames([...unknownIn(text, plain, units), ...typos], text, facts);
  if (verbs.length === 0) return { facts, units, lattice: plain };
  const all = [...units, ...verbs];
  return { facts, units: all, lattice: latticeOf(text, partial ? [...all, ...skippableWords(all)] : all, facts) };
}

/** The noun of a counted amount: customers affected. */
const COUNTED = /^([a-z]{3,}s) [a-z]+ed$/;
const measurementUnits = new WeakMap<SemanticModel, string[]>();

/** Units of measurement that a model names. */
function unitsOfMeasurement(model: SemanticModel): string[] {
  const known = measurementUnits.get(model);
  if (known) return known;
  const parts = [
    ...Object.values(model.metrics),
    ...Object.values(model.tables).flatMap(({ columns }) => Object.values(columns)),
  ];
  const counted = parts.flatMap(({ label }) => COUNTED.exec(label.en?.toLowerCase() ?? '')?.slice(1) ?? []);
  const words = [...parts.flatMap(({ unit }) => [unit?.zh, unit?.en]), ...counted];
  const found = [...new Set(words.flatMap((word) => (word === undefined || word === '' ? [] : [word])))];
  measurementUnits.set(model, found);
  return found;
}
