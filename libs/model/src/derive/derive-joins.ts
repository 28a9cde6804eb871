import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import type { ModelJoin } from '../semantic-model';
import { isJunkTable } from './derive-table';
import { isOwnKey, singular, withObservedKey, wordsOf } from './own-key';
import { twinTables } from './twin-tables';

/** A join for every foreign key between tables of the snapshot. */
export function deriveJoins(snapshot: SchemaSnapshot): ModelJoin[] {
  const known = new Set(snapshot.tables.map((table) => table.name));
  return snapshot.tables.flatMap((table) =>
    table.foreignKeys
      .filter((key) => known.has(key.toTable))
      .map((key) => ({
        from: { table: table.name, columns: key.columns },
        to: { table: key.toTable, columns: key.toColumns },
      })),
  );
}

/** A table's key, with the names of columns that refer to it. */
interface Target {
  table: SnapshotTable;
  column: SnapshotColumn;
  /** For customers.id: customer id, customers id. */
  names: readonly string[];
  /** The name by the last word of the table's name: reporter id for courts_reporters.id. */
  byHead: string | null;
}

/**
 * Joins derived from names, for a schema without foreign keys: a column refers to the key of another table if it has
 * its name, as orders.customer_id and customers.id, or flight.airline_code and airline.airline_code. In a schema with
 * foreign keys, only tables without any foreign key from or to them are joined so.
 */
export function joinsByName({ tables }: SchemaSnapshot): ModelJoin[] {
  const declared = new Set(
    tables.flatMap(({ name, foreignKeys }) =>
      foreignKeys.length > 0 ? [name, ...foreignKeys.map(({ toTable }) => toTable)] : [],
    ),
  );
  const kept = tables.filter((table) => !isJunkTable(table)).map(withObservedKey);
  const targets = kept.flatMap(targetOf);
  const byName = new Map<string, Target[]>();
  for (const target of targets)
    for (const name of target.names) byName.set(name, [...(byName.get(name) ?? []), target]);
  const byHead = new Map<string, Target[]>();
  for (const target of targets)
    if (target.byHead !== null) byHead.set(target.byHead, [...(byHead.get(target.byHead) ?? []), target]);
  const byTable = new Map(targets.map((target) => [singular(wordsOf(target.table.name)), target]));
  const twins = twinTables(kept.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })));
  return kept.flatMap((table) =>
    table.columns.flatMap((column): ModelJoin[] => {
      const isDeclared = declared.has(table.name);
      const likely = (names: ReadonlyMap<string, Target[]>): Target[] =>
        (names.get(wordsOf(column.name)) ?? []).filter((one) => one.table !== table && isLike(column, one.column));
      const exact = likely(byName);
      const isBound = declared.size > 0;
      const called = exact.length > 0 || isBound ? exact : likely(byHead);
      const other = called.length > 0 || isBound ? called : inRole(column, byTable);
      const found = other.length > 0 || isBound ? other : inLinkTable(table, column, byTable);
      // If both tables have foreign keys, a column without one is no reference; nor is a column not named like a key.
      if (isDeclared && found.some((target) => declared.has(target.table.name))) return [];
      if (isBound && !CALLED_KEY.test(wordsOf(column.name))) return [];
      const isOne = found.length < 2 || areTwins(found, twins);
      if (!isOne || targets.some((one) => one.table === table && one.column === column)) return [];
      return found.map((target) => ({
        from: { table: table.name, columns: [column.name] },
        to: { table: target.table.name, columns: [target.column.name] },
      }));
    }),
  );
}

/** Whether targets have the same columns. A column may then refer to any of them, and the question decides. */
function areTwins([first, ...others]: readonly Target[], twins: ReadonlyMap<string, readonly string[]>): boolean {
  const alike = first && twins.get(first.table.name);
  return alike !== undefined && others.every(({ table }) => alike.includes(table.name));
}

/**
 * The key by which a table can be referenced: its primary key, or a unique key with the table's name. Without either,
 * values may repeat, and a join would count rows several times.
 */
function targetOf(table: SnapshotTable): Target[] {
  if (table.kind !== 'table') return [];
  const own = singular(wordsOf(table.name));
  const [declared, ...more] = table.primaryKey;
  const isUnique = (name: string): boolean =>
    table.uniqueKeys.some((key) => key.length === 1 && key[0] === name) && isOwnKey(name, table.name);
  const column = table.columns.find(({ name }) => (declared === undefined ? isUnique(name) : name === declared));
  if (column === undefined || more.length > 0) return [];
  const words = wordsOf(column.name);
  const isPlain = PLAIN_KEY.test(words);
  const byTable = (key: string): string[] => [own, wordsOf(table.name)].map((name) => `${name} ${key}`);
  // Theme parks with the key park id may be referenced by theme park id as well.
  const [, short = '', kind = ''] = SHORT_KEY.exec(words) ?? [];
  const isShort = short !== '' && own.endsWith(` ${short}`);
  const names = [...new Set(isPlain ? byTable(words) : [words, ...(isShort ? byTable(kind) : [])])];
  const head = isPlain && own.includes(' ') ? own.slice(own.lastIndexOf(' ') + 1) : null;
  return [{ table, column, names, byHead: head === null ? null : `${head} ${words}` }];
}

/**
 * The target of a column that is named by a role: from_airport refers to airports. All its values must be keys of the
 * target, because the name alone is not sufficient.
 */
function inRole(column: SnapshotColumn, byTable: ReadonlyMap<string, Target>): Target[] {
  const words = wordsOf(column.name);
  const target = byTable.get(words.slice(words.lastIndexOf(' ') + 1));
  if (!target || column === target.column || column.category !== 'text' || !words.includes(' ')) return [];
  if (column.valuesComplete !== true || target.column.valuesComplete !== true || !column.values?.length) return [];
  const held = new Set(target.column.values);
  return column.values.every((value) => held.has(value)) ? [target] : [];
}

/**
 * The target of a column in a link table, whose name is made of two other tables. The first word of a target suffices:
 * streaming id, in streaming services and platforms, refers to a streaming service.
 */
function inLinkTable(table: SnapshotTable, column: SnapshotColumn, byTable: ReadonlyMap<string, Target>): Target[] {
  const [, called = ''] = SHORT_KEY.exec(wordsOf(column.name)) ?? [];
  const [first = ''] = called.split(' ');
  const words = wordsOf(table.name).split(' ');
  if (first === '' || words.length < 2) return [];
  const linked = words.slice(1).flatMap((_, at) => {
    const parts = [words.slice(0, at + 1), words.slice(at + 1)].map((part) => byTable.get(singular(part.join(' '))));
    return parts.every((part) => part !== undefined) ? parts : [];
  });
  const isCalled = ({ table: { name } }: Target): boolean => ` ${singular(wordsOf(name))} `.startsWith(` ${first} `);
  return linked.filter((target) => isCalled(target) && isLike(column, target.column));
}

const SHORT_KEY = /^(.+) (id|code|no|number|key|uuid)$/;
const CALLED_KEY = /(?:^| )(?:id|code|cd|no|number|key|uuid)$/;
const PLAIN_KEY = /^(?:id|code|no|number|key|uuid)$/;

/** Whether a column can refer to a key: of the same type, and with most of its values in the key if both are known. */
function isLike(column: SnapshotColumn, key: SnapshotColumn): boolean {
  if (column.category !== key.category) return false;
  if (column.valuesComplete !== true || key.valuesComplete !== true) return true;
  const held = new Set(key.values);
  const values = column.values ?? [];
  return values.filter((value) => held.has(value)).length * 2 > values.length;
}
