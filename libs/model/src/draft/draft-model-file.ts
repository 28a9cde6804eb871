import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from '@querent/contracts';
import { nameInWords } from '../name-words';
import { resolveModel } from '../resolve/resolve-model';
import type { ModelColumn, ModelTable, SemanticModel } from '../semantic-model';
import { joinsToWrite, type DraftedJoin } from './joins-to-write';
import { unitOf } from './known-units';
import { isSecretName, mayBePrivate } from './private-columns';
import { bothLanguages } from './two-languages';
import { localized, localizedList, map, remark, scalar } from './yaml-text';

/** Stored values of a column are listed if there are at most so many, each at most so long. */
const MOST_VALUES = 12;
const LONGEST_VALUE = 40;

/**
 * A first model file as YAML, from a schema as a login reads it: what the derived model has, and what the schema alone
 * proves. All else is a comment `# Check: …` with the reason and a line to uncomment. Pure.
 */
export function draftModelFile(connection: string, snapshot: SchemaSnapshot): string {
  const { model } = resolveModel({ connection, snapshot, file: null });
  const tables = snapshot.tables.flatMap((table) => {
    const derived = model.tables[table.name];
    return derived === undefined ? [] : tableLines(table, derived);
  });
  const joins = joinsToWrite(snapshot, model.joins)
    .filter(({ from, to }) => [from, to].every((end) => isReferable(end, model)))
    .flatMap(joinLines);
  return [
    remark(`A first model of ${connection}, drafted from its schema. Lines with "Check:" need a decision.`),
    remark('Names come from the database. Delete the next line when you have reviewed them.'),
    'drafted: true',
    ...zoneLines(model),
    tables.length === 0 ? 'tables: {}' : 'tables:',
    ...tables,
    ...(joins.some((line) => /^ {2}-/.test(line)) ? ['joins:', ...joins] : joins),
    remark('Counts, sums and averages need no entry. Add figures that the business calls by a name under "metrics".'),
    '',
  ].join('\n');
}

function zoneLines({ timezone, timezoneFrom }: SemanticModel): string[] {
  const from = timezoneFrom === 'server' ? 'the time zone of the database server' : 'assumed';
  return [
    remark(`Check: the zone of timestamps without one, and of "today"; ${from}.`),
    remark(`timezone: ${scalar(timezone)}`),
  ];
}

function tableLines(table: SnapshotTable, derived: ModelTable): string[] {
  const label = localized({ ...derived.label, ...bothLanguages(table.comment) });
  const synonyms = localizedList(derived.synonyms);
  const times = Object.values(derived.columns).filter(({ role }) => role === 'time');
  const defaults =
    derived.defaultTime !== undefined && times.length > 1
      ? [
          remark(`Check: the table has ${times.length} times; this one would date its rows.`),
          remark(`defaultTime: ${scalar(derived.defaultTime)}`),
        ]
      : [];
  const columns = table.columns.flatMap((column) => {
    const found = derived.columns[column.name];
    return found === undefined ? [] : columnLines(column, found, times.length);
  });
  return [
    `  ${scalar(table.name)}:`,
    ...(label === null ? [] : [`    label: ${label}`]),
    ...(synonyms === null ? [] : [`    synonyms: ${synonyms}`]),
    ...(derived.kind === 'event' ? ['    kind: event'] : []),
    ...defaults.map((line) => `    ${line}`),
    columns.length === 0 ? '    columns: {}' : '    columns:',
    ...columns.map((line) => `      ${line}`),
  ];
}

function columnLines(column: SnapshotColumn, derived: ModelColumn, times: number): string[] {
  const words = nameInWords(column.name);
  const key = scalar(column.name);
  if (isHidden(derived)) return [`${key}: { role: hidden }`];
  const unit = derived.role === 'measure' ? unitOf(words, column.comment) : null;
  const label = localized({ ...derived.label, ...bothLanguages(column.comment) });
  const synonyms = localizedList(derived.synonyms);
  const values = listedValues(column, derived);
  const entry = map([
    ...(label === null ? [] : [['label', label] as const]),
    ...(synonyms === null ? [] : [['synonyms', synonyms] as const]),
    // A file's only time counts as the time that the owner chose for the table.
    ...(derived.role === 'time' && times === 1 ? [] : [['role', derived.role] as const]),
    ...(unit === null ? [] : [['unit', localized(unit) ?? ''] as const]),
    ...(values === null ? [] : [['values', values] as const]),
  ]);
  const checks = [
    ...(mayBePrivate(words, column.comment)
      ? [`Check: it may identify a person or hold a secret. To hide it: ${key}: { role: hidden }`]
      : []),
    ...(derived.role === 'measure' && /(?:^| )(?:pct|percent|percentage)$/.test(words) && unit === null
      ? [`Check: 25 or 0.25 for a quarter? For 25 add: unit: "%"`]
      : []),
  ];
  return [...checks.map(remark), `${key}: ${entry}`];
}

/** Whether a column is hidden for sure. A key is not: joins and counts need it. */
const isHidden = ({ name, role }: ModelColumn): boolean => role !== 'key' && isSecretName(nameInWords(name));

/** Whether a model file can name the columns, and the draft does not hide them. */
function isReferable({ table, columns }: DraftedJoin['from'], model: SemanticModel): boolean {
  const isName = (name: string): boolean => name === name.trim() && !/^".*"$/.test(name);
  const found = columns.map((name) => model.tables[table]?.columns[name]);
  return (
    [table, ...columns].every(isName) &&
    /^[^.]+$/.test(table) &&
    found.every((column) => column !== undefined && !isHidden(column))
  );
}

/** The stored values of a column of few values, with the names that its comment explains; null: not listed. */
function listedValues({ category }: SnapshotColumn, derived: ModelColumn): string | null {
  const { values, storedValues, storedValuesComplete, role } = derived;
  const isShort =
    storedValuesComplete &&
    storedValues.length <= MOST_VALUES &&
    storedValues.every((value) => value.trim() !== '' && value.length <= LONGEST_VALUE);
  const listed = role === 'dimension' && category !== 'boolean' && isShort ? storedValues : [];
  const all = [...new Set([...Object.keys(values), ...listed])];
  if (all.length === 0) return null;
  return map(
    all.map((value) => {
      const names = values[value];
      return [scalar(value), (names && localizedList(names)) ?? 'null'];
    }),
  );
}

function joinLines({ from, to, evidence, isDerived }: DraftedJoin): string[] {
  const [start, end] = [from, to].map(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  const entry = `- { from: ${ends(start)}, to: ${ends(end)} }`;
  if (evidence === 'proven') return [`  ${entry}`];
  const check = remark('Check: joined by names and types; the stored values do not prove it.');
  return isDerived ? [`  ${check}`, `  ${entry}`] : [`  ${check}`, `  ${remark(entry)}`];
}

const ends = (refs: readonly string[] = []): string =>
  refs.length === 1 ? JSON.stringify(refs[0]) : `[${refs.map((ref) => JSON.stringify(ref)).join(', ')}]`;
