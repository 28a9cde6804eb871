import { looksUp, shortestLookups, wayBetween } from './related-rows';
import { tableOf, type World, type WorldJoin, type WorldTable } from './random/world';

const extended = new WeakMap<World, World>();

/**
 * The world with an extra table for each role of a reference: when a table references another one twice, references
 * itself, or has several equally short paths to a table.
 */
export function withRoles(world: World): World {
  const known = extended.get(world);
  if (known !== undefined) return known;
  const roles = world.joins.filter((join) => isRole(world, join)).map((join) => roleOf(world, join));
  const whole = withWays({
    ...world,
    tables: [...world.tables, ...roles.map(({ table }) => table)],
    joins: [...world.joins.filter((join) => !isAside(world, join)), ...roles.flatMap(({ joins }) => joins)],
  });
  extended.set(world, whole);
  return whole;
}

/** Adds roles for the last reference of each of several equally short paths, and for tables behind them. */
function withWays(world: World): World {
  const isNew = ({ table }: { table: WorldTable }): boolean => world.tables.every(({ name }) => name !== table.name);
  const ways = world.joins
    .filter((join) => isOneOfSeveral(world, join))
    .map((join) => roleOf(world, join))
    .filter(isNew);
  const known = { ...world, tables: [...world.tables, ...ways.map(({ table }) => table)] };
  const onwards = ways.flatMap(({ joins: [, ...onward] }) =>
    onward.filter(({ to }) => !to.table.includes('@')).map((join) => roleOf(known, join)),
  );
  const roles = [...ways, ...onwards];
  return {
    ...world,
    tables: [...world.tables, ...roles.map(({ table }) => table)],
    joins: [...world.joins, ...roles.flatMap(({ joins }) => joins)],
  };
}

const MOST_STEPS = 3;

function isOneOfSeveral(world: World, { from: by, to }: WorldJoin): boolean {
  if (to.table.includes('@')) return false;
  return world.tables.some(({ name }) => {
    const ways = shortestLookups(world, name, to.table, MOST_STEPS);
    const before = ways.map((way) => way.at(-2)?.to);
    const plainly = new Set(before.filter((table) => table !== undefined && looksUp(world, name, table)));
    return plainly.size > 1 && plainly.has(by.table) && wayBetween(world, name, to.table) === null;
  });
}

const isRole = ({ joins }: World, { from, to }: WorldJoin): boolean =>
  from.table === to.table ||
  joins.some(
    (other) => other.from.table === from.table && other.to.table === to.table && other.from.column !== from.column,
  );

/** Of several references to one table, the one named like the table's key is the main reference. */
function mainKeys({ joins }: World, { from, to }: WorldJoin): string[] {
  const keys = joins.filter((other) => other.from.table === from.table && other.to.table === to.table);
  const own = keys.filter((key) => [to.column, `${to.table}_${to.column}`].includes(key.from.column));
  return from.table !== to.table && keys.length > 1 && own.length === 1 ? own.map((key) => key.from.column) : [];
}

const isAside = (world: World, join: WorldJoin): boolean =>
  mainKeys(world, join).some((column) => column !== join.from.column);

function roleOf(world: World, join: WorldJoin): { table: WorldTable; joins: WorldJoin[] } {
  const { from, to, declared } = join;
  const hasMain = mainKeys(world, join).length > 0;
  const [base, referring] = [tableOf(world, to.table), tableOf(world, from.table)];
  const key = referring.columns.find(({ name }) => name === from.column);
  const name = `${to.table}@${from.table}@${from.column}`;
  const keys = new Set(referring.rows.map((row) => row[from.column]));
  return {
    table: {
      name,
      columns: base.columns.map((column) => ({ ...column, label: `${key?.label ?? ''} ${column.label}` })),
      rows: base.rows.filter((row) => keys.has(row[to.column])),
    },
    joins: [
      { from, to: { table: name, column: to.column }, declared },
      // Beside a main key the way on is its.
      ...world.joins
        .filter((on) => !hasMain && on.from.table === to.table && on.to.table !== to.table)
        .map((on) => ({ ...on, from: { table: name, column: on.from.column } })),
    ],
  };
}
