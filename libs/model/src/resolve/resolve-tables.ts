import type { SchemaSnapshot, SnapshotTable } from '@querent/contracts';
import { deriveTable, isJunkTable } from '../derive/derive-table';
import type { ColumnFile, ModelFile, TableFile } from '../file/model-file';
import { holdsNumbers, isReadAsTime } from '../holds-numbers';
import { mergeLabels, mergeLists, noWords } from '../localized';
import { didYouMean } from '../did-you-mean';
import type { LocalizedList, ModelColumn, ModelTable } from '../semantic-model';
import { brokenIds } from '../file/broken-part';
import { ModelDraft } from './model-draft';

/** Overlays the derived tables with those of the file, in one step per table. Removes hidden and unlisted parts. */
export function* tableSteps(snapshot: SchemaSnapshot, file: ModelFile | null): Generator<void, ModelDraft> {
  const listed = file?.tables ?? {};
  const derived: [string, ModelTable][] = [];
  for (const table of snapshot.tables) {
    if (isVisible(table, file)) derived.push([table.name, deriveTable(table)]);
    yield;
  }
  const draft = new ModelDraft(Object.fromEntries(derived), file?.broken);
  for (const [name, entry] of Object.entries(listed)) {
    const table = draft.table(name);
    if (entry?.hidden && snapshot.tables.some((candidate) => candidate.name === name)) {
      draft.hidden.add(name);
      delete draft.tables[name];
    } else if (!table) {
      draft.report(
        ['tables', name],
        `there is no table "${name}" in schema "${snapshot.schema}"${didYouMean(
          name,
          snapshot.tables.map((candidate) => candidate.name),
        )}`,
      );
    } else if (entry) {
      overlayTable(draft, table, entry);
    }
  }
  if (file?.only === 'listed') dropUnlistedColumns(draft, snapshot, file);
  dropInvalidColumns(draft, snapshot, file);
  return draft;
}

/** Resolves `defaultTime` and `defaultMetric`, which may refer to other tables, after joins and metrics are known. */
export function resolveTableDefaults(draft: ModelDraft, file: ModelFile | null, metrics: readonly string[]): void {
  for (const [name, entry] of Object.entries(file?.tables ?? {})) {
    const table = draft.table(name);
    if (!table || !entry) continue;
    if (entry.defaultMetric !== undefined) {
      if (metrics.includes(entry.defaultMetric)) table.defaultMetric = entry.defaultMetric;
      else if (!isWritten(file, entry.defaultMetric))
        draft.report(
          ['tables', name, 'defaultMetric'],
          `there is no metric "${entry.defaultMetric}"${didYouMean(entry.defaultMetric, metrics)}`,
        );
    }
    if (entry.defaultTime !== undefined) resolveDefaultTime(draft, table, entry.defaultTime);
  }
  for (const table of Object.values(draft.tables)) {
    if (table.defaultTime && !table.defaultTime.includes('.') && !draft.column(table.name, table.defaultTime))
      delete table.defaultTime;
  }
}

/**
 * Marks tables as events that have a time and refer to another table, such as orders. A kind in the file takes
 * precedence.
 */
export function deriveKinds({ tables, joins }: Pick<ModelDraft, 'tables' | 'joins'>): void {
  for (const table of Object.values(tables)) {
    // A column "year" dates the row: a concert of 2014. A qualified year, such as "built year", belongs to a thing.
    const hasTime = Object.values(table.columns).some(
      ({ role, isYear, name }) => role === 'time' || (isYear && BARE_YEAR.test(name)),
    );
    if (table.kind === undefined && hasTime && joins.some(({ from }) => from.table === table.name))
      table.kind = 'event';
  }
}

const BARE_YEAR = /^(?:year|年份|年度|年)$/i;

/** Whether the file has a metric, even with a mistake. The mistake is reported once, at the metric itself. */
const isWritten = (file: ModelFile | null, metric: string): boolean =>
  Object.hasOwn(file?.metrics ?? {}, metric) || brokenIds(file, 'metrics').includes(metric);

function isVisible(table: SnapshotTable, file: ModelFile | null): boolean {
  const isListed = Object.hasOwn(file?.tables ?? {}, table.name);
  return isListed || (file?.only !== 'listed' && !isJunkTable(table));
}

function resolveDefaultTime(draft: ModelDraft, table: ModelTable, written: string): void {
  const path = ['tables', table.name, 'defaultTime'];
  const reference = written.includes('.') ? written : `${table.name}.${written}`;
  if (draft.invalidColumns.has(reference)) return;
  const ref = draft.ref(reference, path);
  const column = ref && draft.column(ref.table, ref.column);
  if (!ref || !column) return;
  if (column.role !== 'time' && !column.isYear) draft.report(path, `"${written}" is not a time column`);
  else
    Object.assign(table, {
      defaultTime: ref.table === table.name ? ref.column : `${ref.table}.${ref.column}`,
      statesTime: true,
    });
}

function overlayTable(draft: ModelDraft, table: ModelTable, entry: TableFile): void {
  table.label = mergeLabels(table.label, entry.label);
  table.synonyms = mergeLists(table.synonyms, entry.synonyms);
  if (entry.description) table.description = mergeLabels(table.description ?? {}, entry.description);
  if (entry.kind) table.kind = entry.kind;
  const [time, ...otherTimes] = Object.entries(entry.columns ?? {}).filter(([, column]) => column?.role === 'time');
  const onlyTime = time && otherTimes.length === 0 ? table.columns[time[0]] : undefined;
  if (onlyTime) onlyTime.onlyStatedTime = true;
  for (const [name, columnEntry] of Object.entries(entry.columns ?? {})) {
    const path = ['tables', table.name, 'columns', name];
    const column = draft.column(table.name, name);
    if (!column)
      draft.report(
        path,
        `table "${table.name}" has no column "${name}"${didYouMean(name, Object.keys(table.columns))}`,
      );
    else if (columnEntry?.role === 'hidden') hideColumn(draft, table, name);
    else if (columnEntry) overlayColumn(draft, column, columnEntry, path);
  }
}

function hideColumn(draft: ModelDraft, table: ModelTable, name: string): void {
  draft.hidden.add(`${table.name}.${name}`);
  delete table.columns[name];
  if (table.primaryKey.includes(name)) table.primaryKey = [];
}

function overlayColumn(draft: ModelDraft, column: ModelColumn, entry: ColumnFile, path: readonly string[]): void {
  column.label = mergeLabels(column.label, entry.label);
  column.synonyms = mergeLists(column.synonyms, entry.synonyms);
  if (entry.description) column.description = mergeLabels(column.description ?? {}, entry.description);
  if (entry.role && entry.role !== 'hidden') column.role = entry.role;
  if (entry.unit) column.unit = entry.unit;
  if (entry.format) column.format = entry.format;
  if (entry.better) column.better = entry.better;
  if (typeof entry.values === 'object') column.values = namedValues(entry.values);
  overlayCast(draft, column, entry, path);
}

function overlayCast(draft: ModelDraft, column: ModelColumn, entry: ColumnFile, path: readonly string[]): void {
  if (entry.cast) {
    if (column.category !== 'text')
      draft.report([...path, 'cast'], `only a text column needs a cast; "${column.name}" is ${column.type}`);
    else if (!isPattern(entry.cast.when)) draft.report([...path, 'cast', 'when'], 'is not a regular expression');
    else column.cast = entry.cast;
  }
  // A role other than number or time in the file overrides a derived cast.
  const kept = isReadAsTime(column) ? 'time' : 'measure';
  if (column.cast && !entry.cast && entry.role && entry.role !== kept) delete column.cast;
  const isNumber = holdsNumbers(column);
  if (entry.role === 'measure' && !isNumber)
    draft.report([...path, 'role'], `"${column.name}" is ${column.type}: a measure stored as text needs a cast`);
  const isTime = column.category === 'date' || column.category === 'timestamp' || column.isYear || isReadAsTime(column);
  if (entry.role === 'time' && !isTime)
    draft.report([...path, 'role'], `"${column.name}" is ${column.type}, not a date, a timestamp or a year`);
  if (entry.role === 'geo' && column.category !== 'geometry')
    draft.report([...path, 'role'], `"${column.name}" is ${column.type}, not a geometry`);
}

function namedValues(values: Record<string, Partial<LocalizedList> | null>): Record<string, LocalizedList> {
  return Object.fromEntries(
    Object.entries(values).map(([value, names]) => [value, mergeLists(noWords(), names ?? {})]),
  );
}

/** With `only: listed`, hides columns that are not in the file. Keys stay, because joins need them. */
function dropUnlistedColumns(draft: ModelDraft, snapshot: SchemaSnapshot, file: ModelFile): void {
  for (const table of Object.values(draft.tables)) {
    const keys = keysOf(table.name, snapshot, file);
    const listed = file.tables?.[table.name]?.columns ?? {};
    const broken = (file.broken ?? []).flatMap(({ path: [, of, , column] }) =>
      of === table.name && column !== undefined ? [column] : [],
    );
    for (const name of Object.keys(table.columns)) {
      if (Object.hasOwn(listed, name) || broken.includes(name) || keys.has(name)) continue;
      draft.hidden.add(`${table.name}.${name}`);
      delete table.columns[name];
    }
  }
}

/**
 * Removes the columns whose entries have a mistake. A key with a mistake in its names stays under its derived name,
 * because everything that is joined by it would be lost. With any other mistake it is removed, because the entry may
 * have been meant to hide it.
 */
function dropInvalidColumns(draft: ModelDraft, snapshot: SchemaSnapshot, file: ModelFile | null): void {
  for (const table of Object.values(draft.tables)) {
    const keys = keysOf(table.name, snapshot, file);
    for (const name of Object.keys(table.columns)) {
      const path = ['tables', table.name, 'columns', name];
      if (!draft.isBroken(...path)) continue;
      if (keys.has(name) && draft.problemsIn(...path).every((problem) => NAMING.test(problem.path))) continue;
      draft.invalidColumns.add(`${table.name}.${name}`);
      hideColumn(draft, table, name);
    }
  }
}

const NAMING = /\.(label|synonyms|description|unit|format|better)([.[].*)?$/;

function keysOf(name: string, snapshot: SchemaSnapshot, file: ModelFile | null): ReadonlySet<string> {
  const source = snapshot.tables.find((candidate) => candidate.name === name);
  const written = (file?.joins ?? []).flatMap((join) => [...(join?.from ?? []), ...(join?.to ?? [])]);
  const joined = written.flatMap((reference) =>
    reference.startsWith(`${name}.`) ? [reference.slice(name.length + 1)] : [],
  );
  return new Set([
    ...(source?.primaryKey ?? []),
    ...(source?.foreignKeys ?? []).flatMap((key) => key.columns),
    ...joined,
  ]);
}

function isPattern(source: string): boolean {
  try {
    return Boolean(new RegExp(source));
  } catch {
    return false;
  }
}
