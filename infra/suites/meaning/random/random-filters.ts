import type { ColumnRef, DateRange, Filter, Recurrence } from '@querent/contracts';
import type { RandomChoices } from './random-choices';
import { literalFor, opFor } from './random-meanings';
import { randomPairFilter } from './random-pairs';
import { looksUp, wayBetween } from '../related-rows';
import { tableOf, type World, type WorldColumn } from './world';

/** The tables of which every row of all `homes` references at most one row. */
export function tablesLookedUp(world: World, homes: readonly string[]): string[] {
  return world.tables.map(({ name }) => name).filter((name) => homes.every((home) => looksUp(world, home, name)));
}

/** Conditions on rows of `homes`: on their columns and on those of referenced rows. */
export function randomFilters(random: RandomChoices, world: World, homes: readonly string[], most: number): Filter[] {
  const tables = tablesLookedUp(world, homes);
  if (tables.length === 0) return [];
  return Array.from({ length: random.whole(0, most) }, () => random.pick(tables)).flatMap((table) => {
    const pair = random.chance(0.08) ? randomPairFilter(random, world, table, tables) : null;
    const filter = pair ?? (random.chance(0.12) ? eitherOf(random, world, tables) : randomFilter(random, world, table));
    return filter === null ? [] : [filter];
  });
}

function eitherOf(random: RandomChoices, world: World, tables: readonly string[]): Filter | null {
  const parts = Array.from({ length: 2 }, () => randomFilter(random, world, random.pick(tables))).filter(
    (filter) => filter !== null,
  );
  return parts.length === 0 ? null : { kind: 'or', filters: parts };
}

/** Conditions on a table behind a one-to-many join. */
export function randomFarFilters(random: RandomChoices, world: World, home: string): Filter[] {
  const far = world.tables
    .map(({ name }) => name)
    .filter((name) => wayBetween(world, home, name)?.some(({ fansOut }) => fansOut));
  if (far.length === 0) return [];
  const table = random.pick(far);
  return Array.from({ length: random.whole(1, 2) }, () =>
    random.chance(0.1) ? randomPairFilter(random, world, table, []) : randomFilter(random, world, table),
  ).filter((filter) => filter !== null);
}

/** "Customers with at least two paid orders", "… without any". */
export function randomExists(random: RandomChoices, world: World, subject: string): Filter | null {
  const related = world.tables
    .map(({ name }) => name)
    .filter((name) => name !== subject && wayBetween(world, subject, name) !== null);
  if (related.length === 0) return null;
  const table = random.pick(related);
  const count = random.chance(0.5)
    ? { op: random.pick(['<', '<=', '=', '>', '>=', '!='] as const), value: random.whole(0, 3) }
    : undefined;
  return {
    kind: 'exists',
    table,
    filters: randomFilters(random, world, [table], 2),
    negated: random.chance(0.4),
    // Some drawn numbers mean “all rows”. An extra draw would change all later random choices.
    ...(count?.op === '!=' && count.value % 2 === 1 ? { all: true as const } : count && { count }),
  };
}

function randomFilter(random: RandomChoices, world: World, table: string): Filter | null {
  const terms = world.terms.filter((term) => term.table === table);
  if (terms.length > 0 && random.chance(0.15))
    return { kind: 'term', id: random.pick(terms).id, negated: random.chance(0.4) };
  const usable = tableOf(world, table).columns.filter(({ role }) => role !== 'key');
  return usable.length === 0 ? null : filterOn(random, table, random.pick(usable));
}

function filterOn(random: RandomChoices, table: string, definition: WorldColumn): Filter {
  const column = { table, column: definition.name };
  const negated = random.chance(0.35);
  if (!definition.isCast && random.chance(0.1)) return { kind: 'null', column, negated };
  const isTime = ['date', 'timestamp', 'timestamptz'].includes(definition.type);
  if (isTime || definition.isYear) {
    if (random.chance(0.15)) return { kind: 'latest', column };
    if (isTime || random.chance(0.6))
      return onRange(column, definition, definition.isYear ? randomYears(random) : randomRange(random), negated);
  }
  const value = (): string | number | boolean => literalFor(random, definition);
  if (definition.type === 'text' && !definition.isCast) {
    if (random.chance(0.25))
      return {
        kind: 'text',
        column,
        match: random.pick(['contains', 'starts', 'ends'] as const),
        value: random.pick(['b', 'e', '%', '_', 'an', '王', "'"]),
        negated,
      };
    if (random.chance(0.3)) return { kind: 'in', column, values: [value(), value()], negated };
  }
  if (definition.type === 'integer' && random.chance(0.2))
    return { kind: 'in', column, values: [value(), value()], negated };
  if (['integer', 'numeric'].includes(definition.type) && random.chance(0.25)) {
    const bounds = [Number(value()), Number(value())].sort((a, b) => a - b);
    return { kind: 'between', column, from: bounds[0] ?? 0, to: bounds[1] ?? 0, negated };
  }
  return {
    kind: 'compare',
    column,
    op: definition.isCast ? random.pick(['<', '<=', '>', '>='] as const) : opFor(random, definition),
    value: value(),
  };
}

/** Turns some drawn ranges into recurring times. An extra draw would change all later random choices. */
function onRange(column: ColumnRef, { type, isYear }: WorldColumn, range: DateRange, negated: boolean): Filter {
  const times = isYear ? undefined : RECURRING[range.from ?? ''];
  const isTold = times !== undefined && (times.unit !== 'time_of_day' || type !== 'date');
  return isTold ? { kind: 'recurring', column, times, negated } : { kind: 'time', column, range, negated };
}

const RECURRING: Readonly<Record<string, Recurrence>> = {
  '2025-02-01': { unit: 'weekday', values: [6, 7] },
  '2026-10-25': { unit: 'time_of_day', from: 1320, to: 300 },
};

const BOUNDS = [
  '2024-12-31',
  '2025-01-01',
  '2025-02-01',
  '2025-03-10',
  '2025-03-31',
  '2025-04-01',
  '2026-01-01',
  '2026-03-01',
  '2026-10-25',
  '2026-11-21',
  '2027-01-01',
];

/** Some ranges are open at one end. */
export function randomRange(random: RandomChoices): DateRange {
  const [from = null, to = null] = random.some(BOUNDS, 2).sort();
  const open = random.whole(0, 5);
  return { from: open === 0 ? null : from, to: open === 1 ? null : to, label: 'range' };
}

export function randomYears(random: RandomChoices): DateRange {
  const first = random.whole(2023, 2025);
  return { from: `${first}-01-01`, to: `${first + random.whole(1, 2)}-01-01`, label: 'years' };
}
