import { tableOf, type World, type WorldJoin, type WorldTable } from './world';

const extended = new WeakMap<World, World>();

/**
 * The world with a table for each role: the owners that one key refers to, where a table refers twice to another or
 * to itself.
 */
export function withRoles(world: World): World {
  const known = extended.get(world);
  if (known !== undefined) return known;
  const roles = world.joins.filter((join) => isRole(world, join)).map((join) => roleOf(world, join));
  const whole = {
    ...world,
    tables: [...world.tables, ...roles.map(({ table }) => table)],
    joins: [...world.joins, ...roles.flatMap(({ joins }) => joins)],
  };
  extended.set(world, whole);
  return whole;
}

const isRole = ({ joins }: World, { from, to }: WorldJoin): boolean =>
  from.table === to.table ||
  joins.some(
    (other) => other.from.table === from.table && other.to.table === to.table && other.from.column !== from.column,
  );

function roleOf(world: World, { from, to, declared }: WorldJoin): { table: WorldTable; joins: WorldJoin[] } {
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
      ...world.joins
        .filter((join) => join.from.table === to.table && join.to.table !== to.table)
        .map((join) => ({ ...join, from: { table: name, column: join.from.column } })),
    ],
  };
}
