import type { LintSubject } from '@querent/lint';
import { aggregatesOf } from './expression/check-expression';
import { columnsOf } from './expression/expression';
import { parseExpression } from './expression/parse-expression';
import { text } from './localized';
import type { ModelColumn, ModelMetric, ModelTable, SemanticModel } from './semantic-model';

/** The parts of a model that the lint of a statement needs. Hidden tables and columns are absent. */
export function lintSubjectOf(model: SemanticModel, strategy: LintSubject['strategy']): LintSubject {
  const tables = Object.values(model.tables);
  const columns = tables.flatMap((table) => Object.values(table.columns));
  return {
    catalogue: {
      searchPath: model.schema === 'public' ? ['public'] : [model.schema, 'public'],
      relations: tables.map((table) => ({
        schema: model.schema,
        name: table.name,
        kind: 'table',
        columns: Object.values(table.columns).map(({ name, type }) => ({ name, type })),
      })),
      ...(model.functions && { ownFunctions: model.functions.own }),
    },
    grantedFunctions: model.functions?.granted ?? [],
    joins: model.joins.map(({ from, to }) => ({ from, to })),
    uniqueKeys: Object.fromEntries(tables.map((table) => [table.name, uniqueKeysOf(table, model)])),
    casts: columns.flatMap(({ table, name, cast }) => (cast ? [{ table, column: name, ...cast }] : [])),
    required: requiredFilters(model),
    strategy,
    values: columns.flatMap(knownValues),
    twins: Object.values(model.entities).map(({ sources }) => sources),
  };
}

function uniqueKeysOf(table: ModelTable, model: SemanticModel): string[][] {
  const single = Object.values(table.columns).filter((column) => column.unique);
  const joined = model.joins.filter(({ to }) => to.table === table.name).map(({ to }) => to.columns);
  const keys = [table.primaryKey, ...single.map((column) => [column.name]), ...joined].filter((key) => key.length > 0);
  return [...new Map(keys.map((key) => [[...key].sort().join('\u0000'), key])).values()];
}

/** Stored values, if the list is complete: only then is another value known to match nothing. */
function knownValues({ table, name, storedValues, storedValuesComplete }: ModelColumn): LintSubject['values'] {
  return storedValuesComplete && storedValues.length > 0 ? [{ table, column: name, values: storedValues }] : [];
}

/** The columns that require each filter: those of metrics that require it, without columns that other metrics read. */
function requiredFilters(model: SemanticModel): LintSubject['required'] {
  const leaves = Object.values(model.metrics).map((metric) => ({ metric, columns: aggregatedColumns(metric) }));
  return Object.values(model.filters).flatMap(({ id, column, label }) => {
    const free = new Set(
      leaves.filter(({ metric }) => !metric.requires.includes(id)).flatMap(({ columns }) => columns.map(keyOf)),
    );
    const needing = leaves.filter(({ metric }) => metric.requires.includes(id)).flatMap(({ columns }) => columns);
    const whenReading = [...new Map(needing.map((read) => [keyOf(read), read])).values()].filter(
      (read) => !free.has(keyOf(read)),
    );
    return whenReading.length > 0 ? [{ column, whenReading, label: text(label, model.defaultLocale) }] : [];
  });
}

function aggregatedColumns(metric: ModelMetric): { table: string; column: string }[] {
  return metric.expression === undefined ? [] : aggregatesOf(parseExpression(metric.expression)).flatMap(columnsOf);
}

function keyOf({ table, column }: { table: string; column: string }): string {
  return `${table}\u0000${column}`;
}
