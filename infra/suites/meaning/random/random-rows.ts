import type { RandomChoices } from './random-choices';
import { tableOf, type Row, type Value, type World, type WorldColumn, type WorldTable } from './world';

const NAMES = ['Ann', 'Bob', 'Ann', 'Cy', '王伟', '王伟', "O'Hara", 'Dee', ''];
export const KINDS = ['red', 'blue', 'green', '50%', 'a_b', 'blu'];
/** Days around the boundaries of months, quarters, years and daylight saving time. */
const DAYS = [
  '2024-12-31',
  '2025-01-01',
  '2025-01-31',
  '2025-02-01',
  '2025-03-09',
  '2025-03-30',
  '2025-03-31',
  '2025-04-01',
  '2025-06-15',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-10-25',
  '2026-11-20',
];
const CLOCK = [
  '00:00:00',
  '00:30:00',
  '03:59:59',
  '04:00:00',
  '12:00:00',
  '15:30:00',
  '16:00:00',
  '20:00:00',
  '23:30:00',
  '23:59:59',
];

/**
 * Random rows with few distinct values, so that duplicates, namesakes and ties are frequent. Sums of quarters are
 * exact.
 */
export function randomRows(random: RandomChoices, world: World, table: WorldTable): Row[] {
  const isParent = world.joins.some(({ to }) => to.table === table.name);
  const count = random.chance(0.08) ? 0 : random.whole(1, isParent ? 7 : 16);
  const nulls = random.pick([0, 0.1, 0.3]);
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      table.columns.map((column) => [
        column.name,
        column.name === 'id' ? index + 1 : randomValue(random, world, { table, column, count, nulls }),
      ]),
    ),
  );
}

function randomValue(
  random: RandomChoices,
  world: World,
  { table, column, count, nulls }: { table: WorldTable; column: WorldColumn; count: number; nulls: number },
): Value {
  const join = world.joins.find(({ from }) => from.table === table.name && from.column === column.name);
  if (random.chance(nulls)) return null;
  if (join !== undefined) {
    if (!join.declared && random.chance(0.1)) return 99;
    if (join.to.table === table.name) return random.whole(1, count);
    const owners = tableOf(world, join.to.table).rows;
    return owners.length === 0 ? null : (random.pick(owners)['id'] ?? null);
  }
  if (column.isCast) return random.pick(['1', '2.5', '10', '0.25', 'n/a', '--', '7x', '']);
  if (column.isYear) return random.pick([2023, 2024, 2025, 2026]);
  switch (column.type) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return random.whole(0, 9);
    case 'numeric':
      return random.whole(0, 40) / 4;
    case 'text':
      return random.pick(column.role === 'name' ? NAMES : KINDS);
    case 'date':
      return random.pick(DAYS);
    case 'timestamp':
    case 'timestamptz':
      return `${random.pick(DAYS)} ${random.pick(CLOCK)}`;
  }
}
