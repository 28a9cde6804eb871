import type { ColumnRef } from '@querent/contracts';
import {
  attach,
  type Built,
  type Construction,
  type Facts,
  isBareSet,
  isOfAny,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';

/** A second question about what the rows belong to: which pets were admitted, and at which clinic. */
export const SECOND_QUESTIONS: readonly Construction[] = [
  pair(
    'things and what they are of',
    'set',
    'joined_set',
    { cost: 0.05, zh: '', en: 'which orders are late, and from which warehouse' },
    (set, { set: other, against }, facts) => {
      const isAsked = other.asked && other.named && isBareSet({ ...other, asked: false });
      const name = isAsked && !against && set.select.length === 0 ? facts.nameColumn(other.thing) : null;
      return name && (set.asked || set.predicate || set.clause) ? besideEach(facts, set, name) : null;
    },
  ),
];

/**
 * The set with the name of what it looks up, or of what the rows look up by which it was chosen. Both are possible
 * readings.
 */
function besideEach(facts: Facts, set: SetMeaning, other: ColumnRef): Built[] {
  return [
    ...(looksUp(facts, set.thing, other) ? [{ meaning: shown(facts, set, other), cost: 0 }] : []),
    ...byRows(facts, set, other),
  ];
}

/** The rows by which things were chosen, with both names: admissions, each with its pet and its clinic. */
function byRows(facts: Facts, { filters, periods, having, order, thing }: SetMeaning, other: ColumnRef): Built[] {
  const [rows, ...more] = filters.filter(isOfAny);
  const name = facts.nameColumn(thing);
  const isPlain = periods.length + having.length + order.length + more.length === 0;
  if (!rows || !name || !isPlain || !looksUp(facts, rows.table, name) || !looksUp(facts, rows.table, other)) return [];
  const own = attach(
    facts,
    rows.table,
    thing,
    filters.filter((one) => one !== rows),
  );
  const set = { ...setOf(rows.table, true), asked: true, filters: [...rows.filters, ...(own?.filters ?? [])] };
  return own ? [{ meaning: { ...set, select: [name, other] }, cost: own.cost }] : [];
}

const looksUp = (facts: Facts, thing: string, { table }: ColumnRef): boolean =>
  facts.way(thing, table)?.kind === 'lookup';

/** Rows with their name, or that of the thing that they belong to, and the other column. */
function shown(facts: Facts, set: SetMeaning, other: ColumnRef): SetMeaning {
  const name = facts.nameColumn(set.within ?? set.thing);
  return { ...set, asked: true, select: [...(name ? [name] : []), other] };
}
