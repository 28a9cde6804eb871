import type { RandomChoices } from './random-choices';
import { randomMetrics, randomTerms } from './random-meanings';
import { randomRows } from './random-rows';
import { tableOf, type ColumnType, type World, type WorldColumn, type WorldJoin, type WorldTable } from './world';

/** Names that need quoting: reserved words, capitals, quotes, other scripts, spaces. */
const TABLE_NAMES = [
  'client',
  'order',
  'Select',
  '客户',
  'line item',
  'user',
  'Tag"s',
  'plant',
  'visit_2',
  'ÉCOLE',
  'group',
  'orders',
  "o'neil",
  '订单',
];
const COLUMN_NAMES = [
  'name',
  'status',
  'Kind',
  '金额',
  'value',
  'end',
  'at',
  'day "x"',
  'flag',
  'n',
  'Upper',
  'from',
  'c.d',
  '数量',
  'note_1',
  'order',
  "it's",
];
const ZONES = ['Asia/Shanghai', 'America/New_York', 'UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'];

/**
 * A random small database: things (some referenced by others), events that belong to them, lines of events, and bridge
 * tables between things. Some tables reference another table twice, or themselves.
 * @param index makes the name of the schema unique
 */
export function randomWorld(random: RandomChoices, index: number): World {
  const names = random.some(TABLE_NAMES, TABLE_NAMES.length);
  const world: World = {
    schema: `${random.pick(['shop', 'S h', 'Data"x', '仓库'])} ${index}`,
    timezone: random.pick(ZONES),
    tables: [],
    joins: [],
    metrics: [],
    terms: [],
  };
  const next = (kind: 'thing' | 'event' | 'bridge'): WorldTable => {
    const table = randomTable(
      random,
      names[world.tables.length] ?? `table ${world.tables.length}`,
      kind,
      world.tables.length,
    );
    world.tables.push(table);
    return table;
  };
  const things = Array.from({ length: random.whole(1, 4) }, () => next('thing'));
  things.slice(1).forEach((thing, at) => {
    if (random.chance(0.6)) belong(random, world, thing, random.pick(things.slice(0, at + 1)));
  });
  const events = Array.from({ length: random.whole(1, 3) }, () => next('event'));
  for (const event of events)
    for (const thing of random.some(things, random.whole(1, 2))) belong(random, world, event, thing);
  if (random.chance(0.5)) {
    const line = next('event');
    belong(random, world, line, random.pick(events));
    if (random.chance(0.5)) belong(random, world, line, random.pick(things));
  }
  if (random.chance(0.6)) {
    const bridge = next('bridge');
    const tag = next('thing');
    belong(random, world, bridge, random.pick(random.chance(0.7) ? things : events));
    belong(random, world, bridge, tag);
  }
  for (const event of events)
    for (const { from, to } of world.joins.filter((join) => join.from.table === event.name))
      if (random.chance(0.2)) refer(random, world, event, tableOf(world, to.table), `${from.column} 2`);
  for (const thing of things) if (random.chance(0.2)) refer(random, world, thing, thing, 'of');
  for (const table of world.tables) table.rows = [];
  for (const table of parentsFirst(world)) table.rows = randomRows(random, world, table);
  world.metrics = randomMetrics(random, world);
  world.terms = randomTerms(random, world);
  return world;
}

function randomTable(random: RandomChoices, name: string, kind: 'thing' | 'event' | 'bridge', at: number): WorldTable {
  const names = random.some(COLUMN_NAMES, COLUMN_NAMES.length);
  const columns: WorldColumn[] = [];
  const add = (type: ColumnType, role: WorldColumn['role'], more: Partial<WorldColumn> = {}): void => {
    columns.push({
      name: role === 'key' ? 'id' : (names[columns.length] ?? `c${columns.length}`),
      type,
      role,
      label: `t${at} c${columns.length}`,
      isYear: false,
      isCast: false,
      ...more,
    });
  };
  add('integer', 'key');
  if (kind === 'bridge') return { name, columns, rows: [] };
  if (kind === 'thing') add('text', 'name');
  add('text', 'dimension');
  if (random.chance(0.6)) add('boolean', 'dimension');
  if (random.chance(0.8)) add(random.pick(['integer', 'numeric'] as const), 'measure');
  if (random.chance(0.4)) add('numeric', 'measure');
  if (random.chance(0.3)) add('text', 'measure', { isCast: true });
  if (random.chance(0.25)) add('integer', 'dimension', { isYear: true, name: 'year' });
  for (const type of random.some(
    ['date', 'timestamp', 'timestamptz'] as const,
    random.whole(kind === 'event' ? 1 : 0, 2),
  ))
    add(type, 'time');
  return { name, columns, rows: [] };
}

/** Adds a column that references the other table, with or without a foreign key in the database. */
function belong(random: RandomChoices, world: World, many: WorldTable, one: WorldTable): void {
  if (world.joins.some(({ from, to }) => from.table === many.name && to.table === one.name)) return;
  refer(random, world, many, one, `${one.name}_id`);
}

function refer(random: RandomChoices, world: World, many: WorldTable, one: WorldTable, column: string): void {
  many.columns.push({
    name: column,
    type: 'integer',
    role: 'key',
    label: `${many.columns[0]?.label ?? ''} k${many.columns.length}`,
    isYear: false,
    isCast: false,
  });
  const join: WorldJoin = {
    from: { table: many.name, column },
    to: { table: one.name, column: 'id' },
    declared: random.chance(0.75),
  };
  world.joins.push(join);
}

function parentsFirst(world: World): WorldTable[] {
  const sorted: WorldTable[] = [];
  while (sorted.length < world.tables.length) {
    const ready = world.tables.filter(
      (table) =>
        !sorted.includes(table) &&
        world.joins.every(
          ({ from, to }) =>
            from.table !== table.name || to.table === table.name || sorted.some(({ name }) => name === to.table),
        ),
    );
    sorted.push(...ready);
    if (ready.length === 0) throw new Error('the joins form a cycle');
  }
  return sorted;
}
