import type { SchemaSnapshot } from '@querent/contracts';
import { deriveTable } from '../derive/derive-table';
import { aggregatesOf } from '../expression/check-expression';
import { tablesOf } from '../expression/expression';
import { ExpressionError } from '../expression/expression-error';
import { parseExpression } from '../expression/parse-expression';
import type { ModelFile } from '../file/model-file';
import { homeOf } from '../join-graph';
import { pathOf, type ModelProblem } from '../model-problem';
import type { ModelEntity, ModelJoin, ModelMetric, ModelTable, ModelTerm, SemanticModel } from '../semantic-model';
import { aggregateHome, withParents } from './resolve-metrics';
import { withheldParts, type WithheldParts } from './withheld-parts';

interface Resolved {
  model: SemanticModel;
  problems: ModelProblem[];
}

/** Notes about the parts of the file that are absent for a login, by path. */
class WithheldNotes {
  private readonly found = new Map<string, ModelProblem>();

  add(path: readonly PropertyKey[], missing: string): void {
    const at = pathOf(...path);
    this.found.set(at, { path: at, message: `absent for this login: it may not read ${missing}` });
  }

  /** Whether a problem is in an absent part. Such a problem does not concern this login. */
  covers({ path }: ModelProblem): boolean {
    return [...this.found.keys()].some((at) => path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`));
  }

  all(): ModelProblem[] {
    return [...this.found.values()];
  }
}

/**
 * Removes from a resolved model what a login may not read, and everything that depends on it: a metric without one of
 * its columns, filters, joins or children would be another metric.
 */
export function narrowToGrants(
  { model, problems }: Resolved,
  snapshot: SchemaSnapshot,
  file: ModelFile | null,
): Resolved & { notes: ModelProblem[] } {
  const withheld = withheldParts(snapshot);
  const notes = new WithheldNotes();
  noteFile(file, withheld, notes);
  const joins = model.joins.filter(
    ({ from, to }) => ![from, to].some((end) => end.columns.some((column) => withheld.column(end.table, column))),
  );
  const filters = kept(model.filters, ({ id, column }) => {
    if (!withheld.column(column.table, column.column)) return true;
    notes.add(['filters', id], `${column.table}.${column.column}`);
    return false;
  });
  const metrics = readableMetrics(model.metrics, { withheld, joins, notes, filters: new Set(Object.keys(filters)) });
  const narrowed: SemanticModel = {
    ...model,
    joins,
    filters,
    metrics,
    tables: readableTables(model.tables, { snapshot, withheld, metrics }),
    terms: mapped(model.terms, (term) => readableTerm(term, { withheld, joins, notes })),
    entities: mapped(model.entities, (entity) => readableEntity(entity, withheld, notes)),
  };
  return { model: narrowed, problems: problems.filter((problem) => !notes.covers(problem)), notes: notes.all() };
}

/** Notes the tables, columns and joins of the file that are not granted. Hidden ones are absent for every login. */
function noteFile(file: ModelFile | null, withheld: WithheldParts, notes: WithheldNotes): void {
  for (const [table, entry] of Object.entries(file?.tables ?? {})) {
    if (entry?.hidden) continue;
    if (withheld.table(table)) notes.add(['tables', table], table);
    const columns = withheld.table(table) ? [] : Object.entries(entry?.columns ?? {});
    for (const [column, declared] of columns) {
      if (declared?.role !== 'hidden' && withheld.column(table, column))
        notes.add(['tables', table, 'columns', column], `${table}.${column}`);
    }
  }
  (file?.joins ?? []).forEach((join, index) => {
    const missing = [...(join?.from ?? []), ...(join?.to ?? [])].find((written) => {
      const [table = '', column = ''] = written.split('.').map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
      return withheld.column(table, column);
    });
    if (missing !== undefined) notes.add(['joins', index], missing);
  });
}

interface Around {
  withheld: WithheldParts;
  joins: readonly ModelJoin[];
  notes: WithheldNotes;
}

function readableMetrics(
  all: SemanticModel['metrics'],
  around: Around & { filters: ReadonlySet<string> },
): SemanticModel['metrics'] {
  let metrics = all;
  for (;;) {
    const left = kept(metrics, (metric) => {
      const missing = missingFor(metric, metrics, around);
      if (missing !== undefined) around.notes.add(['metrics', metric.id], missing);
      return missing === undefined;
    });
    if (Object.keys(left).length === Object.keys(metrics).length) return withParents(left);
    metrics = left;
  }
}

/** A part that a metric needs and the login may not read, in words; undefined if nothing is missing. */
function missingFor(
  metric: ModelMetric,
  metrics: SemanticModel['metrics'],
  { withheld, joins, filters }: Around & { filters: ReadonlySet<string> },
): string | undefined {
  const child = Object.keys(metric.children).find((id) => !Object.hasOwn(metrics, id));
  if (child !== undefined) return `what "${child}" is computed from`;
  const filter = metric.requires.find((id) => !filters.has(id));
  if (filter !== undefined) return `what it filters by ("${filter}")`;
  if (metric.expression === undefined) return undefined;
  const expression = parsed(metric.expression);
  if (expression === undefined) return undefined;
  const withheldName = withheld.withheldName(expression);
  if (withheldName !== undefined) return withheldName;
  const unjoined = aggregatesOf(expression).find((aggregate) => aggregateHome([...joins], aggregate) === undefined);
  return unjoined && `the columns that join ${tablesOf(unjoined).join(' and ')}`;
}

function readableTables(
  all: SemanticModel['tables'],
  {
    snapshot,
    withheld,
    metrics,
  }: { snapshot: SchemaSnapshot; withheld: WithheldParts; metrics: SemanticModel['metrics'] },
): SemanticModel['tables'] {
  const known = new Map(snapshot.tables.map((table) => [table.name, table]));
  return mapped(all, (table) => {
    const stored = known.get(table.name);
    if (stored === undefined) return null;
    const { defaultMetric, defaultTime, ...rest } = table;
    const time = readableTime(table, defaultTime, withheld) ?? deriveTable(stored).defaultTime;
    const isThere = time !== undefined && (time.includes('.') || Object.hasOwn(rest.columns, time));
    return {
      ...rest,
      columns: kept(rest.columns, ({ name }) => !withheld.column(table.name, name)),
      primaryKey: rest.primaryKey.some((column) => withheld.column(table.name, column)) ? [] : rest.primaryKey,
      ...(defaultMetric !== undefined && Object.hasOwn(metrics, defaultMetric) && { defaultMetric }),
      ...(isThere && { defaultTime: time }),
    };
  });
}

function readableTime({ name }: ModelTable, written: string | undefined, withheld: WithheldParts): string | undefined {
  if (written === undefined) return undefined;
  const [table, column] = written.includes('.')
    ? [written.slice(0, written.indexOf('.')), written.slice(written.indexOf('.') + 1)]
    : [name, written];
  return withheld.column(table, column) ? undefined : written;
}

function readableTerm(term: ModelTerm, { withheld, joins, notes }: Around): ModelTerm | null {
  const candidates = term.candidates.filter(({ table, column }) => !withheld.column(table, column));
  const expression = term.filter === undefined ? undefined : parsed(term.filter);
  const withheldName = expression && withheld.withheldName(expression);
  const isUnjoined = expression !== undefined && homeOf(joins, tablesOf(expression)) === undefined;
  const isEmpty = term.candidates.length > 0 && candidates.length === 0;
  if (withheldName === undefined && !isUnjoined && !isEmpty) return { ...term, candidates };
  notes.add(
    ['terms', term.id],
    withheldName ?? (isEmpty ? 'any of its candidates' : 'the columns that join its tables'),
  );
  return null;
}

function readableEntity(entity: ModelEntity, withheld: WithheldParts, notes: WithheldNotes): ModelEntity | null {
  const match = parsed(entity.match);
  const withheldName = entity.sources.find(withheld.table) ?? (match && withheld.withheldName(match));
  if (withheldName !== undefined) {
    notes.add(['entities', entity.id], withheldName);
    return null;
  }
  const fields = kept(entity.fields, ({ id, columns }) => {
    const missing = columns.find(({ table, column }) => withheld.column(table, column));
    if (missing) notes.add(['entities', entity.id, 'fields', id], `${missing.table}.${missing.column}`);
    return missing === undefined;
  });
  return { ...entity, fields };
}

/** The parsed expression; undefined if it is invalid, which was reported when the model was resolved. */
function parsed(source: string): ReturnType<typeof parseExpression> | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return undefined;
  }
}

const kept = <T>(all: Record<string, T>, keep: (one: T) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => keep(one)));

const mapped = <T>(all: Record<string, T>, change: (one: T) => T | null): Record<string, T> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([id, one]) => {
      const changed = change(one);
      return changed === null ? [] : [[id, changed]];
    }),
  );
