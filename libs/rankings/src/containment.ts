import type { ColumnRef } from '@querent/contracts';
import { isOfPlace } from '@querent/lexicon';
import {
  type Built,
  type ConditionMeaning,
  type Construction,
  either,
  type Facts,
  figureOf,
  isBareSet,
  isCount,
  pair,
  type RankingMeaning,
  type SetMeaning,
  setOf,
  withGroupCondition,
} from '@querent/grammar';
import { ranked, rankedKeys } from './ranked';
import { related } from '@querent/constructions';

/** Containment: verbs such as "runs through", and the question "where". */
export const CONTAINMENT: readonly Construction[] = [
  pair(
    'what lies or runs somewhere',
    ['set', 'condition'],
    'w:within',
    { cost: 0.02, zh: '密苏里河流经', en: 'the Ohio river runs through' },
    (what) => {
      const set = what.cat === 'condition' ? thingsOf(what) : what;
      return set === null || set.asked || set.select.length + set.order.length > 0 ? null : { cat: 'lies_within', set };
    },
  ),
  pair('of that in which something lies', 'lies_within', 'w:de', { zh: '密苏里河流经的', en: '' }, ({ set }) => ({
    cat: 'lies_within',
    set,
    isBefore: true,
  })),
  pair(
    'that in which something lies',
    'set',
    'lies_within',
    { cost: 0.05, zh: '', en: 'which states does the Ohio river run through' },
    (set, { set: inner, isBefore }, facts) => (isBefore ? null : holding(facts, set, inner)),
  ),
  pair(
    'that in which something lies, behind it',
    'lies_within',
    'set',
    { cost: 0.05, zh: '密苏里河流经哪些州', en: '' },
    // Rivers that run through states are rivers.
    ({ set: inner, isBefore }, set, facts) => (isBefore || set.asked ? holding(facts, set, inner) : null),
  ),
  pair(
    'number of those in which something lies',
    'lies_within',
    'figure',
    { cost: 0.05, zh: '密苏里河流经多少个州', en: '' },
    ({ set: inner }, figure, facts) => {
      const found = isCount(figure) ? holding(facts, setOf(figure.thing, true), inner) : null;
      return (
        found && { cost: found.cost, meaning: { ...figure, filters: [...figure.filters, ...found.meaning.filters] } }
      );
    },
  ),
  pair(
    'verb of place before what things lie in',
    'w:within',
    'w:de',
    { cost: 0.01, zh: '流经的', en: '' },
    (verb) => verb,
  ),
  pair(
    'lying in the most of something',
    ['w:within', 'w:with'],
    'ranking',
    { cost: 0.02, zh: '流经的州最多', en: 'runs through the most states' },
    (_, ranking) => (ranking.by.cat === 'figure' && isCount(ranking.by) ? { cat: 'lies_within_most', ranking } : null),
  ),
  ...either(
    'what lies in the most of something',
    'set',
    'lies_within_most',
    { cost: 0.05, zh: '哪条河流经的州最多', en: 'which river runs through the most states' },
    (set, { ranking }, facts) => rankedByPlaces(facts, set, ranking),
  ),
  pair(
    'where something is',
    'w:where',
    ['set', 'condition', 'lies_within'],
    { cost: 0.02, zh: '', en: 'where is Mount Whitney' },
    (_, what, facts) => whereIs(facts, what),
  ),
  pair(
    'where something is, behind it',
    ['set', 'condition'],
    'w:where',
    { cost: 0.02, zh: '惠特尼山在哪里', en: '' },
    (what, _, facts) => whereIs(facts, what),
  ),
];

/** The things that contain one of the inner things. */
function holding(facts: Facts, set: SetMeaning, inner: SetMeaning): { meaning: SetMeaning; cost: number } | null {
  const way = facts.way(set.thing, inner.thing)?.kind;
  const rows = way === 'fan' || way === 'through' ? related(facts, inner, '>=', 1) : null;
  const made = rows && withGroupCondition(facts, set, rows);
  return made && { ...made, meaning: { ...made.meaning, predicate: true } };
}

/** Things that only a stored value names. */
const thingsOf = ({ thing, filters, event, all }: ConditionMeaning): SetMeaning | null =>
  event || all ? null : { ...setOf(thing, false), filters: [...filters] };

/**
 * Ranks things by how many others they lie in. A table with several rows for each thing counts distinct references by
 * name; otherwise the related rows are counted.
 */
function rankedByPlaces(facts: Facts, set: SetMeaning, ranking: RankingMeaning): Built[] {
  if (ranking.by.cat !== 'figure') return [];
  const { by } = ranking;
  const name = facts.nameColumn(set.thing);
  const reference = facts.referenceTo(set.thing, by.thing);
  if (facts.way(set.thing, by.thing)?.kind !== 'lookup') {
    const made = ranked(facts, set, ranking);
    return made ? [made] : [];
  }
  const isPlain = isBareSet({ ...set, asked: false }) && by.filters.length + by.periods.length === 0;
  if (name === null || reference === null || !isPlain || !facts.hasSeveralRowsOfOne(set.thing)) return [];
  const places = figureOf(set.thing, { kind: 'aggregate', fn: 'count_distinct', table: set.thing, column: reference });
  const { attributive: _, ...found } = ranking;
  const made = rankedKeys(facts, [{ column: name, grain: null }], { ...found, by: places });
  return made ? [made] : [];
}

/** The location of things: the only place column that they have or refer to. Null if there are several. */
function whereIs(
  facts: Facts,
  what: SetMeaning | ConditionMeaning | { cat: 'lies_within'; set: SetMeaning },
): SetMeaning | null {
  const set = what.cat === 'condition' ? thingsOf(what) : what.cat === 'set' ? what : what.set;
  if (set === null || set.select.length + set.having.length > 0) return null;
  const name = facts.nameColumn(set.thing);
  const isName = ({ table, column }: ColumnRef): boolean => table === name?.table && column === name.column;
  const places = facts
    .columns(set.thing)
    .filter((ref) => saysWhere(facts, ref) && facts.role(ref) !== 'measure' && !isName(ref));
  const [place, ...more] = places;
  if (place === undefined || more.length > 0) return null;
  const shown = facts.refersTo(place) === null ? place : facts.displayColumn(place);
  const isCalled = facts.isNaming(set.thing, set.filters);
  return { ...set, asked: true, select: name && !isCalled ? [name, shown] : [shown] };
}

/** Whether a column names a geographic place, or refers to one. */
function saysWhere(facts: Facts, ref: ColumnRef): boolean {
  const { label } = facts.model.tables[facts.refersTo(ref) ?? ''] ?? {};
  return facts.isPlace(ref) || isOfPlace(label?.zh, label?.en);
}
