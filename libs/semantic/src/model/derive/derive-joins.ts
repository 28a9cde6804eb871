import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { nameWords } from '../name-words';
import type { ModelJoin } from '../semantic-model';
import { isJunkTable } from './derive-table';

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
  /** customer id for customers.id */
  names: readonly string[];
}

/**
 * Of a schema that declares no foreign key, one join for each column that is called like the key of another table:
 * orders.customer_id and customers.id, flight.airline_code and airline.airline_code.
 */
export function joinsByName({ tables }: SchemaSnapshot): ModelJoin[] {
  if (tables.some(({ foreignKeys }) => foreignKeys.length > 0)) return [];
  const kept = tables.filter((table) => !isJunkTable(table));
  const targets = kept.flatMap(targetOf);
  const byName = new Map<string, Target[]>();
  for (const target of targets)
    for (const name of target.names) byName.set(name, [...(byName.get(name) ?? []), target]);
  return kept.flatMap((table) =>
    table.columns.flatMap((column): ModelJoin[] => {
      const [target, ...others] = (byName.get(wordsOf(column.name)) ?? []).filter(
        (one) => one.table !== table && isLike(column, one.column),
      );
      if (!target || others.length > 0 || targets.some((one) => one.table === table && one.column === column))
        return [];
      return [
        {
          from: { table: table.name, columns: [column.name] },
          to: { table: target.table.name, columns: [target.column.name] },
        },
      ];
    }),
  );
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
    table.uniqueKeys.some((key) => key.length === 1 && key[0] === name) && isOwnKey(name, own);
  const column = table.columns.find(({ name }) => (declared === undefined ? isUnique(name) : name === declared));
  if (column === undefined || more.length > 0) return [];
  const words = wordsOf(column.name);
  const isPlain = PLAIN_KEY.test(words);
  return [{ table, column, names: isPlain ? [`${own} ${words}`] : [words] }];
}

const PLAIN_KEY = /^(?:id|code|no|number|key|uuid)$/;

/** `id`, `aid` of author, `customer_id` of customers, `airline_code` of airline, `state_name` of state. */
function isOwnKey(name: string, own: string): boolean {
  const words = wordsOf(name);
  if (words === 'id' || words === `${initials(own)}id`) return true;
  return words.startsWith(`${own} `) && /^(?:id|code|no|key|name)$/.test(words.slice(own.length + 1));
}

const initials = (words: string): string => words.replace(/(?<=\S)\S+|\s/g, '');

/** Of one type; where all values of both are known, the key holds what refers to it. */
function isLike(column: SnapshotColumn, key: SnapshotColumn): boolean {
  if (column.category !== key.category) return false;
  if (column.valuesComplete !== true || key.valuesComplete !== true) return true;
  const held = new Set(key.values);
  const values = column.values ?? [];
  return values.filter((value) => held.has(value)).length * 2 > values.length;
}

const wordsOf = (name: string): string => nameWords(name).join(' ');
export const singular = (words: string): string =>
  words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/(?<=(?:ss|x|ch|sh))es$|(?<=[^s])s$/, '');
