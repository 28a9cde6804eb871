import type { SchemaSnapshot } from '@querent/contracts';
import { deriveJoins, joinsByName } from '../derive/derive-joins';
import { singular } from '../derive/own-key';
import { namesOfTwins } from '../derive/twin-tables';
import { nameInWords } from '../name-words';
import type { ModelFile } from '../file/model-file';
import type { ModelJoin } from '../semantic-model';
import type { ModelDraft, ResolvedRef } from './model-draft';

/**
 * Sets the joins of a model: foreign keys between visible columns, and the joins of the file. Without joins in the
 * file, they are also derived from the names of columns.
 */
export function resolveJoins(draft: ModelDraft, snapshot: SchemaSnapshot, file: ModelFile | null): void {
  const isVisible = ({ table, columns }: End): boolean => columns.every((column) => draft.column(table, column));
  const isWritten = file?.joins !== undefined;
  const derived = isWritten ? deriveJoins(snapshot) : [...deriveJoins(snapshot), ...joinsByName(snapshot)];
  draft.joins = unique(derived.filter(({ from, to }) => isVisible(from) && isVisible(to)));
  if (!isWritten) {
    for (const { from, to } of draft.joins) nameKeys(draft, file, from, to);
    nameTwins(draft, file);
  }
  (file?.joins ?? []).forEach((entry, index) => {
    if (entry === null) return;
    const from = oneTable(draft, entry.from, ['joins', index, 'from']);
    const to = oneTable(draft, entry.to, ['joins', index, 'to']);
    if (from && to && isValidJoin(draft, snapshot, from, to, ['joins', index]))
      draft.joins = unique([...draft.joins, { from, to }]);
  });
  if (file !== null) draft.joins = unique([...draft.joins, ...joinsByEntityName(draft, snapshot)]);
}

/**
 * Joins by name columns. If a name column is labelled like another table, and all its values are names in that table,
 * it refers to that table: the column "state" of a table of highest points. Not for tables that are already joined.
 */
function joinsByEntityName({ tables, joins }: ModelDraft, snapshot: SchemaSnapshot): ModelJoin[] {
  const valuesOf = (table: string, column: string): readonly unknown[] | null => {
    const found = snapshot.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column);
    return found?.valuesComplete === true && found.values?.length ? found.values : null;
  };
  const names = Object.values(tables).flatMap(({ name, columns }) => {
    const [only, ...more] = Object.values(columns).filter(({ role }) => role === 'name');
    const values = only && more.length === 0 ? valuesOf(name, only.name) : null;
    return only && values ? [{ table: name, column: only, values }] : [];
  });
  return names.flatMap(({ table, column, values }) => {
    const found = names.filter((target) => {
      const { label } = tables[target.table] ?? {};
      const isCalled = sameWord(column.label.en, label?.en) || sameWord(column.label.zh, label?.zh);
      const held = new Set(target.values);
      return (
        target.table !== table &&
        isCalled &&
        values.every((value) => held.has(value)) &&
        !areTied(joins, table, target.table)
      );
    });
    const [target, ...more] = found;
    return target && more.length === 0
      ? [{ from: { table, columns: [column.name] }, to: { table: target.table, columns: [target.column.name] } }]
      : [];
  });
}

const areTied = (joins: readonly ModelJoin[], one: string, other: string): boolean =>
  joins.some(({ from, to }) => [from.table, to.table].includes(one) && [from.table, to.table].includes(other));

const sameWord = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();

/**
 * Marks the columns of joins as keys instead of measures, and spells out their labels: `aid` of an author, author id.
 * The file's roles and labels take precedence.
 */
function nameKeys(draft: ModelDraft, file: ModelFile | null, from: End, to: End): void {
  for (const { table, columns } of [from, to])
    for (const name of columns) {
      const column = draft.column(table, name);
      if (!column) continue;
      const written = file?.tables?.[table]?.columns?.[name];
      if (column.role === 'measure' && written?.role === undefined) column.role = 'key';
      if (/^[a-z]{1,3}id$/.test(column.label.en ?? '') && written?.label?.en === undefined)
        column.label = { ...column.label, en: `${singular(nameInWords(to.table))} id` };
    }
}

/** Adds to tables with the same columns the name in their key as a synonym, unless the file has synonyms. */
function nameTwins({ tables }: ModelDraft, file: ModelFile | null): void {
  const names = namesOfTwins(
    Object.values(tables).map(({ name, columns }) => ({ name, columns: Object.keys(columns) })),
  );
  for (const [name, called] of names) {
    const table = tables[name];
    if (table && file?.tables?.[name]?.synonyms === undefined)
      table.synonyms = { ...table.synonyms, en: [...table.synonyms.en, ...called] };
  }
}

type End = ModelJoin['from'];

function oneTable(draft: ModelDraft, written: string[], path: readonly PropertyKey[]): End | undefined {
  const refs = written.map((ref) => draft.ref(ref, path));
  const known = refs.filter((ref): ref is ResolvedRef => ref !== undefined);
  const [first] = known;
  if (!first || known.length < refs.length) return undefined;
  if (known.some((ref) => ref.table !== first.table)) {
    draft.report(path, 'the columns of one end must belong to one table');
    return undefined;
  }
  return { table: first.table, columns: known.map((ref) => ref.column) };
}

const COMPARABLE: Readonly<Record<string, string>> = { integer: 'number', numeric: 'number' };

function isValidJoin(
  draft: ModelDraft,
  snapshot: SchemaSnapshot,
  from: End,
  to: End,
  path: readonly PropertyKey[],
): boolean {
  const problem = joinProblem(draft, snapshot, from, to);
  if (problem) draft.report(path, problem);
  return problem === undefined;
}

function joinProblem(draft: ModelDraft, snapshot: SchemaSnapshot, from: End, to: End): string | undefined {
  if (from.columns.length !== to.columns.length) return 'both ends need the same number of columns';
  const family = (end: End, index: number) => {
    const category = draft.column(end.table, end.columns[index] ?? '')?.category ?? 'other';
    return COMPARABLE[category] ?? category;
  };
  const odd = from.columns.findIndex((_, index) => family(from, index) !== family(to, index));
  if (odd >= 0) return `"${from.columns[odd]}" and "${to.columns[odd]}" have types that cannot be equal`;
  const target = snapshot.tables.find((table) => table.name === to.table);
  const keys = [target?.primaryKey ?? [], ...(target?.uniqueKeys ?? [])].filter((key) => key.length > 0);
  // Views, and tables without keys, cannot be checked: the file is trusted.
  if (target?.kind !== 'table' || keys.length === 0) return undefined;
  const isKey = keys.some((key) => key.every((column) => to.columns.includes(column)));
  return isKey
    ? undefined
    : `"${to.table}.${to.columns.join(', ')}" is not unique: a join goes from the many side to a key of the one side`;
}

function unique(joins: ModelJoin[]): ModelJoin[] {
  const key = ({ from, to }: ModelJoin) =>
    JSON.stringify([from.table, to.table, from.columns.map((column, index) => [column, to.columns[index]]).sort()]);
  return [...new Map(joins.toReversed().map((join) => [key(join), join])).values()].reverse();
}
