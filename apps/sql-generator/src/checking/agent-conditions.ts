import type { ColumnRef, Filter } from '@querent/contracts';
import type { SemanticModel } from '@querent/semantic';
import { statementFacts, type Finding, type GuardCatalogue, type StatementFacts } from '@querent/sql';

/**
 * The default filters of a run's agent, which hold in every answer where the question says nothing about their column: a
 * statement that reads a filter's table must have a condition on its column. @returns a finding for each that is missing
 */
export async function missingDefaults(defaults: readonly Filter[], facts: StatementFacts, model: SemanticModel, catalogue: GuardCatalogue): Promise<Finding[]> {
  const wanted = await Promise.all(defaults.map(async (filter) => ({ filter, columns: await columnsOf(filter, model, catalogue) })));
  return wanted.flatMap(({ filter, columns }) => {
    const missing = columns.filter(({ table, column }) => facts.relations.includes(table) && !facts.filters.some((one) => one.column?.table === table && one.column.column === column));
    return missing.length === 0 || missing.length < columns.length ? [] : [finding(filter, missing, model)];
  });
}

function finding(filter: Filter, missing: readonly ColumnRef[], model: SemanticModel): Finding {
  const fragment = missing.map(({ table, column }) => `${table}.${column}`).join(', ');
  return { rule: 'missing_default', severity: 'error', fragment, message: `Unless the question says otherwise, this condition holds: ${conditionText(filter, fragment, model)}` };
}

function conditionText(filter: Filter, columns: string, model: SemanticModel): string {
  if (filter.kind === 'compare') return `${columns} ${filter.op} ${literal(filter.value)}`;
  if (filter.kind === 'in') return `${columns} IN (${filter.values.map(literal).join(', ')})`;
  return (filter.kind === 'term' && model.terms[filter.id]?.filter) || `a condition on ${columns}`;
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));

/** The stored columns that a default is about; an entity's field is kept in one table or two. */
async function columnsOf(filter: Filter, model: SemanticModel, catalogue: GuardCatalogue): Promise<ColumnRef[]> {
  if (filter.kind === 'compare' || filter.kind === 'in') return model.entities[filter.column.table]?.fields[filter.column.column]?.columns ?? [filter.column];
  const term = filter.kind === 'term' ? model.terms[filter.id] : undefined;
  if (term?.filter === undefined || term.table === undefined) return (await Promise.all((term?.filters ?? []).map((one) => columnsOf(one, model, catalogue)))).flat();
  const { filters } = await statementFacts(`SELECT 1 FROM "${term.table.replaceAll('"', '""')}" WHERE ${term.filter}`, catalogue);
  return filters.flatMap(({ column }) => column ?? []);
}
