import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import type { ModelJoin } from '../semantic-model';
import { isJunkTable } from './derive-table';
import { isOwnKey, singular, withObservedKey, wordsOf } from './own-key';
import { twinTables } from './twin-tables';

/** One join for every foreign key whose both ends are in the snapshot. */
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

/** A table's key, and the words that columns which refer to it are called by. */
interface Target {
  table: SnapshotTable;
  column: SnapshotColumn;
  /** customer id, or customers id, for customers.id */
  names: readonly string[];
  /** By the last word of the table's name alone: reporter id for courts_reporters.id */
  byHead: string | null;
}

/**
 * Of a schema that declares no foreign key, one join for each column that is called like the key of another table:
 * orders.customer_id and customers.id, flight.airline_code and airline.airline_code. Of a schema that declares some,
 * the same for tables that declare none and that none refers to: nobody said anything of these.
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
      // Where both ends declare their keys, a column without one is none; nor is what is not called a key.
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

/**
 * Tables with the very same columns: what refers to one of them may refer to the other, and a question says which it
 * means.
 */
function areTwins([first, ...others]: readonly Target[], twins: ReadonlyMap<string, readonly string[]>): boolean {
  const alike = first && twins.get(first.table.name);
  return alike !== undefined && others.every(({ table }) => alike.includes(table.name));
}

/**
 * The key that a table is referred to by: its primary key, or a unique key that is called after the table. Without
 * either, rows may repeat what looks like a key, and a join along it would count them several times.
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
  // Theme parks with a park id are referred to by a theme park id as well.
  const [, short = '', kind = ''] = SHORT_KEY.exec(words) ?? [];
  const isShort = short !== '' && own.endsWith(` ${short}`);
  const names = [...new Set(isPlain ? byTable(words) : [words, ...(isShort ? byTable(kind) : [])])];
  const head = isPlain && own.includes(' ') ? own.slice(own.lastIndexOf(' ') + 1) : null;
  return [{ table, column, names, byHead: head === null ? null : `${head} ${words}` }];
}

/**
 * What a column refers to that is called by a role of the thing: from_airport holds codes of airports. Its values tell,
 * since its name alone does not.
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
 * What a column of a table that is called after two others refers to, by the first word of one of them: streaming id,
 * in streaming services and platforms, is of a streaming service.
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

/** Of one type; where all values of both are known, the key holds what refers to it. */
function isLike(column: SnapshotColumn, key: SnapshotColumn): boolean {
  if (column.category !== key.category) return false;
  if (column.valuesComplete !== true || key.valuesComplete !== true) return true;
  const held = new Set(key.values);
  const values = column.values ?? [];
  return values.filter((value) => held.has(value)).length * 2 > values.length;
}
