import type { ColumnRef, CompareOperator, ElapsedUnit, Filter, Since } from '@querent/contracts';
import type { RandomChoices } from './random-choices';
import { columnOf, tableOf, type ColumnType, type World, type WorldColumn } from './world';

/** Conditions and orders over two columns of a row, or of a row and one that it references. */

const OPS: readonly CompareOperator[] = ['<', '<=', '=', '>', '>=', '!='];
const TIMES: readonly ColumnType[] = ['date', 'timestamp', 'timestamptz'];

/** Compares a column with another one of the same kind in one of `tables`. Null if there is none. */
export function randomPairFilter(
  random: RandomChoices,
  world: World,
  table: string,
  tables: readonly string[],
): Filter | null {
  const pair = randomPair(random, world, table, tables);
  if (pair === null) return null;
  const [{ column, other }, isTime] = [pair, kindOf(world, pair.column) === 'time'];
  const isText = kindOf(world, column) === 'text';
  const op = random.pick(isText ? (['=', '!='] as const) : OPS);
  if (isText || random.chance(0.5)) return { kind: 'compare_columns', column, op, other };
  const unit = isTime ? randomUnit(random, world, pair) : null;
  const value = isTime ? random.pick([-31, -1, 0, 1, 8, 31, 90]) : random.pick([-5, 0, 0.25, 2]);
  return { kind: 'compare_columns', column, op, other, by: { value, unit } };
}

/** Start and end columns of a duration of rows of `home`. Null if there is none. */
export function randomLength(
  random: RandomChoices,
  world: World,
  home: string,
  tables: readonly string[],
): { column: ColumnRef; since: Since } | null {
  const times = timesOf(world, home);
  const others = tables.flatMap((table) => timesOf(world, table));
  const column = times.length === 0 ? undefined : random.pick(times);
  const begins = others.filter((other) => JSON.stringify(other) !== JSON.stringify(column));
  if (column === undefined || begins.length === 0) return null;
  const other = random.pick(begins);
  return { column, since: { ...other, unit: randomUnit(random, world, { column, other }) } };
}

interface Pair {
  column: ColumnRef;
  other: ColumnRef;
}

function randomPair(random: RandomChoices, world: World, table: string, tables: readonly string[]): Pair | null {
  const own = columnsOf(world, table);
  const all = [...new Set([table, ...tables])].flatMap((name) => columnsOf(world, name));
  const pairs = own.flatMap((column) =>
    all
      .filter(
        (other) => JSON.stringify(other) !== JSON.stringify(column) && kindOf(world, other) === kindOf(world, column),
      )
      .map((other) => ({ column, other })),
  );
  return pairs.length === 0 ? null : random.pick(pairs);
}

/** Hours and minutes need two timestamps of the same type. */
function randomUnit(random: RandomChoices, world: World, { column, other }: Pair): ElapsedUnit {
  const [one, two] = [column, other].map((ref) => columnOf(world, ref.table, ref.column).type);
  return one === two && one !== 'date' && random.chance(0.5) ? random.pick(['hour', 'minute'] as const) : 'day';
}

const columnsOf = (world: World, table: string): ColumnRef[] =>
  tableOf(world, table)
    .columns.filter((column) => kindOfColumn(column) !== null)
    .map(({ name }) => ({ table, column: name }));

const timesOf = (world: World, table: string): ColumnRef[] =>
  columnsOf(world, table).filter((ref) => kindOf(world, ref) === 'time');

const kindOf = (world: World, { table, column }: ColumnRef) => kindOfColumn(columnOf(world, table, column));

function kindOfColumn({ type, role, isCast, isYear }: WorldColumn): 'time' | 'number' | 'text' | null {
  if (role === 'key' || isYear) return null;
  if (TIMES.includes(type)) return 'time';
  if (isCast || type === 'integer' || type === 'numeric') return 'number';
  return type === 'text' ? 'text' : null;
}
