import type { SemanticQuery } from '@querent/contracts';
import { closedUnits, openNames, type Unit } from '@querent/lexicon';
import type { Locale } from '@querent/language';
import { type SemanticModel, signatureOf } from '@querent/semantic';
import { buildChart, type Chart, ConstructionTable, type Item } from './chart';
import { CONSTRUCTIONS } from './constructions/constructions';
import { Facts } from './facts';
import { type Lattice, latticeOf } from './lattice';
import { type Normal, normalForms } from './normal-form';

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
  unknown: string[];
  chart: Pick<Chart, 'items' | 'cut'>;
}

const table = new ConstructionTable(CONSTRUCTIONS);
const factsOf = new WeakMap<SemanticModel, Facts>();

/** All readings of a normalised question. Pure; a few ms for an ordinary question. */
export function readingsOf(text: string, { model, today, locale }: { model: SemanticModel; today: string; locale: Locale }): Readings {
  const { facts, units, lattice, chart } = chartOf(text, { model, today }, table);
  const found = new Map<string, Reading>();
  for (const item of chart.whole) {
    for (const normal of normalForms(item.meaning, { facts, locale, today })) {
      const signature = signatureOf(normal.query);
      const cost = item.cost + normal.cost;
      const known = found.get(signature);
      if (!known || cost < known.cost) found.set(signature, { query: normal.query, signature, cost, notes: normal.notes, item });
    }
  }
  const readings = [...found.values()].sort((a, b) => a.cost - b.cost || (a.signature < b.signature ? -1 : 1));
  return { text, units, readings, unknown: lattice.unknown.map(({ start, end }) => text.slice(start, end)), chart: { items: chart.items, cut: chart.cut } };
}

/** All meanings of all stretches of a normalised text. `more` are units beside those of every text. */
export function chartOf(
  text: string, { model, today }: { model: SemanticModel; today: string }, constructions: ConstructionTable, more: readonly Unit[] = [],
): { facts: Facts; units: Unit[]; lattice: Lattice; chart: Chart } {
  const facts = factsOf.get(model) ?? new Facts(model);
  factsOf.set(model, facts);
  const units = withoutShadowed([...openNames(model).unitsIn(text), ...closedUnits(text, today, unitWords(model)), ...more]);
  const lattice = latticeOf(text, units, facts);
  return { facts, units, lattice, chart: buildChart(lattice, constructions, facts) };
}

const CLOSED: ReadonlySet<string> = new Set(['operator', 'filler', 'number', 'grain']);
/** What it costs to take words of a longer phrase, or of a name of the model, by themselves. */
const WITHIN_PHRASE = 0.05;
const WITHIN_NAME = 0.3;
/** Forms up to this cost are names for sure. */
const SURE = 0.1;

const unitWordsOf = new WeakMap<SemanticModel, string[]>();

function unitWords(model: SemanticModel): string[] {
  const known = unitWordsOf.get(model);
  if (known) return known;
  const parts = [...Object.values(model.metrics), ...Object.values(model.tables).flatMap(({ columns }) => Object.values(columns))];
  const found = [...new Set(parts.flatMap(({ unit }) => [unit?.zh, unit?.en].filter((word) => word !== undefined && word !== '')))] as string[];
  unitWordsOf.set(model, found);
  return found;
}

/**
 * A word of the model beats words of the closed classes inside it: an operator within 订单总数 that is a metric's name says nothing.
 * Filler and markers of one length with it stay out as well.
 */
function withoutShadowed(units: readonly Unit[]): Unit[] {
  const names = units.filter(({ meaning, cost }) => cost <= SURE && !CLOSED.has(meaning.type) && meaning.type !== 'period');
  // What is part of a time, or of a longer word of order, means nothing by itself.
  const wholes = units.filter(({ meaning }) => meaning.type === 'period' || (meaning.type === 'operator' && meaning.operator.op === 'extreme'));
  const flags = units.filter(({ meaning }) => meaning.type === 'flag');
  const phrases = units.filter(({ meaning, start, end }) => meaning.type === 'operator' && end - start > 1);
  return units.map((unit) => {
    // A phrase is not also its words, as a rule.
    const isClosed = unit.meaning.type === 'filler' || (unit.meaning.type === 'operator' && unit.meaning.operator.op === 'count');
    const within = isClosed && phrases.some(({ start, end }) => start <= unit.start && unit.end <= end && end - start > unit.end - unit.start);
    const shadowed = CLOSED.has(unit.meaning.type) && names.some(({ start, end }) => start <= unit.start && unit.end <= end && end - start > 1);
    return { ...unit, cost: unit.cost + (within ? WITHIN_PHRASE : 0) + (shadowed ? WITHIN_NAME : 0) };
  }).filter((unit) => {
    // The name of a yes/no column is its adjective; the column itself is hardly ever asked for.
    const isPart = CLOSED.has(unit.meaning.type);
    if (isPart && wholes.some(({ start, end }) => start <= unit.start && unit.end <= end && end - start > unit.end - unit.start)) return false;
    if (unit.meaning.type === 'attribute' && flags.some(({ start, end }) => start === unit.start && end === unit.end)) return false;
    return true;
  });
}
