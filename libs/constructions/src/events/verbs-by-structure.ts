import { canonicalUnit } from '@querent/language';
import type { ColumnRef, Filter } from '@querent/contracts';
import {
  alone,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  isBareSet,
  isCount,
  pair,
  type SetMeaning,
  unitOf,
} from '@querent/grammar';

/**
 * Verbs that no name of the model explains, resolved by structure: the only table that refers to a thing, or the only
 * amount in a unit.
 */
export const VERBS_BY_STRUCTURE: readonly Construction[] = [
  pair(
    'nobody did anything',
    'w:nobody',
    ['w:do', 'w:trade'],
    { cost: 0.02, zh: '没人用过', en: 'nobody has used' },
    () => ({
      cat: 'untouched',
    }),
  ),
  pair(
    'marker after what nobody did',
    'untouched',
    'w:de',
    { cost: 0.01, zh: '没人用过的', en: '' },
    (untouched) => untouched,
  ),
  ...either(
    'things that nobody did anything with',
    'set',
    'untouched',
    { cost: 0.05, zh: '没人用过的药', en: 'drugs nobody has used' },
    (set, _, facts) => untouched(facts, set),
  ),
  alone(
    'amount in the unit that is asked for',
    'op:count',
    { cost: 0.05, zh: '多少公里', en: '' },
    ({ operator }, facts) => (operator.unit === undefined ? null : inUnit(facts, operator.unit)),
  ),
  alone('how far', 'op:degree', { cost: 0.1, zh: '多远', en: 'how far' }, ({ operator: { scale } }, facts) =>
    scale === 'distance'
      ? likeliest(
          facts,
          measuresOf(facts).filter((column) => facts.isOnScale(column, 'distance')),
        )
      : null,
  ),
  pair('as what someone came', 'w:as', 'set', { zh: '', en: 'as members' }, (_, set) =>
    set.asked || set.filters.length + set.periods.length > 0 ? null : { cat: 'as_things', thing: set.thing },
  ),
  pair(
    'event by which someone became something',
    'event',
    'as_things',
    { cost: 0.02, zh: '', en: 'signed up as members' },
    (event, { thing }) => (event.column.table === thing && !event.negated ? { ...event, became: true as const } : null),
  ),
  pair(
    'what someone became',
    'w:became',
    ['as_things', 'set'],
    { cost: 0.02, zh: '成为会员', en: 'signed up as members' },
    (_, what, facts) => {
      const isBare = what.cat === 'as_things' || isBareSet(what);
      const clock =
        isBare && facts.isLasting(what.thing) ? (facts.clock(what.thing) ?? facts.defaultTime(what.thing)) : null;
      return clock && { cat: 'event', column: clock, noun: false, negated: false, became: true };
    },
  ),
  pair(
    'things that came to be such',
    'set',
    'w:became',
    { cost: 0.1, zh: '', en: 'customers who signed up' },
    (set, _, facts) => {
      const clock =
        facts.isLasting(set.thing) && set.clock === null
          ? (facts.clock(set.thing) ?? facts.defaultTime(set.thing))
          : null;
      return clock && { ...set, clock, clause: true as const, predicate: true as const };
    },
  ),
  pair(
    'number of things that came to be such',
    'figure',
    'w:became',
    { cost: 0.1, zh: '', en: 'how many customers signed up' },
    (figure, _, facts) => {
      const isOfThings =
        isCount(figure) &&
        figure.clock === null &&
        figure.keys.length === 0 &&
        !figure.implied &&
        facts.isLasting(figure.thing);
      const clock = isOfThings ? (facts.clock(figure.thing) ?? facts.defaultTime(figure.thing)) : null;
      return clock && { ...figure, clock };
    },
  ),
  pair(
    'people who became something',
    'op:count',
    'event',
    { cost: 0.05, zh: '', en: 'how many people signed up' },
    ({ operator }, { column, became }, facts): FigureMeaning | null => {
      const { table } = column;
      const isOfThem = operator.people === true && became === true && facts.mayBePeople(table);
      return isOfThem
        ? { ...figureOf(table, { kind: 'aggregate', fn: 'count', table }), clock: column, asked: true }
        : null;
    },
  ),
];

/**
 * Things without rows in the only table that refers to them. If there are several such tables, each is a separate
 * reading.
 */
function untouched(facts: Facts, set: SetMeaning): { meaning: SetMeaning; cost: number }[] {
  const only = facts.onlyReferringTable(set.thing);
  const tables = only === null ? facts.eventsOf(set.thing).slice(0, MOST_TABLES) : [only];
  return tables.map((table) => {
    const never: Filter = { kind: 'exists', table, filters: [], negated: true };
    return {
      meaning: { ...set, filters: [...set.filters, never], predicate: true },
      cost: only === null ? OF_SEVERAL : 0,
    };
  });
}

const MOST_TABLES = 4;
const OF_SEVERAL = 0.2;

/** The amounts that are stored in a unit. */
function inUnit(facts: Facts, unit: string): { meaning: FigureMeaning; cost: number }[] {
  const wanted = canonicalUnit(unit);
  return likeliest(
    facts,
    measuresOf(facts).filter((column) => unitOf(facts, column) === wanted),
  );
}

/** Amounts of events if there are any, else of lasting things. Each column is a separate reading. */
function likeliest(facts: Facts, columns: readonly ColumnRef[]): { meaning: FigureMeaning; cost: number }[] {
  const isOfEvent = ({ table }: ColumnRef): boolean => !facts.isLasting(table);
  const found = columns.some(isOfEvent) ? columns.filter(isOfEvent) : columns;
  if (found.length > MOST_TABLES) return [];
  return found.map((column) => ({
    meaning: {
      ...figureOf(column.table, { kind: 'aggregate', fn: 'sum', table: column.table, column }),
      bare: column,
      asked: true as const,
    },
    cost: isOfEvent(column) ? 0 : OF_LASTING,
  }));
}

const OF_LASTING = 0.25;

/** All columns of amounts. Memoised for each model. */
function measuresOf(facts: Facts): readonly ColumnRef[] {
  const known = measures.get(facts);
  if (known) return known;
  const found = Object.values(facts.model.tables).flatMap(({ name, role }) =>
    role ? [] : facts.columns(name).filter((column) => facts.role(column) === 'measure'),
  );
  measures.set(facts, found);
  return found;
}

const measures = new WeakMap<Facts, readonly ColumnRef[]>();
