import { isDeepStrictEqual } from 'node:util';
import type { ColumnRef, Filter, Run } from '@querent/contracts';
import { sqlColumn, sqlText } from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import { statementFacts, unboundReads, type Finding, type StatementFacts } from '@querent/lint';
import { type GuardCatalogue } from '@querent/sql';
import { questionMentions } from './question-mentions';

/** A statement that a model wrote for a run. */
export interface Written {
  sql: string;
  facts: StatementFacts;
  run: Run;
}

/**
 * Finds default filters of the run's agent that the statement lacks. If the question does not mention a filter's
 * column, every read of its table must have exactly this filter, whatever text in the prompt persuaded the model
 * otherwise; if the question mentions the column, any condition on it is enough.
 * @returns one finding per missing filter
 */
export async function missingDefaults(
  defaults: readonly Filter[],
  written: Written,
  model: SemanticModel,
  catalogue: GuardCatalogue,
): Promise<Finding[]> {
  const { facts, run } = written;
  const findings = await Promise.all(
    defaults.map(async (filter) => {
      const columns = (await columnsOf(filter, model, catalogue)).filter(({ table }) =>
        facts.relations.includes(table),
      );
      const lax = columns.filter(
        ({ table, column }) =>
          !facts.filters.some((one) => one.column?.table === table && one.column.column === column),
      );
      if (lax.length > 0 && lax.length === columns.length) return [finding(filter, lax, model)];
      const unmentioned = columns.filter((column) => !questionMentions(column, run, model));
      return (await holds(filter, unmentioned, written, model, catalogue)) ? [] : [finding(filter, unmentioned, model)];
    }),
  );
  return findings.flat();
}

/** The default filters as SQL conditions for the prompt; each applies to every read of its table. */
export async function defaultConditions(
  defaults: readonly Filter[],
  model: SemanticModel,
  catalogue: GuardCatalogue,
): Promise<string[]> {
  return Promise.all(
    defaults.map(async (filter) => conditionText(filter, await columnsOf(filter, model, catalogue), model)),
  );
}

/**
 * Findings about an exploration of stored values. It must not reveal rows that the default filters exclude, so it must
 * have these filters and be one plain SELECT, in which a condition applies to every row.
 */
export async function missingInExploration(
  defaults: readonly Filter[],
  written: Written,
  model: SemanticModel,
  catalogue: GuardCatalogue,
): Promise<Finding[]> {
  const { facts, sql } = written;
  const bound = (await Promise.all(defaults.map((filter) => columnsOf(filter, model, catalogue))))
    .flat()
    .filter(({ table }) => facts.relations.includes(table));
  if (bound.length === 0) return [];
  const queries = sql.match(/\b(?:select|table|with)\b/gi) ?? [];
  const isPlain =
    queries.length === 1 && [facts.setOperations, facts.repeated, facts.optional].every((found) => found.length === 0);
  if (!isPlain)
    return [
      {
        rule: 'look_not_plain',
        severity: 'error',
        fragment: '',
        message:
          'Here a look at stored values is one plain SELECT, without subqueries, set operations and outer joins.',
      },
    ];
  return missingDefaults(defaults, written, model, catalogue);
}

/** Whether the statement has exactly this filter on the columns, which the question does not mention. */
async function holds(
  filter: Filter,
  columns: readonly ColumnRef[],
  { sql, facts }: Written,
  model: SemanticModel,
  catalogue: GuardCatalogue,
): Promise<boolean> {
  const values =
    filter.kind === 'compare' && filter.op === '='
      ? [filter.value]
      : filter.kind === 'in' && !filter.negated
        ? filter.values
        : null;
  const [only, second] = columns;
  if (only === undefined) return true;
  // Two columns store the same field: a condition on either of them, which the caller has found, is enough.
  if (values !== null) return second !== undefined || (await unboundReads(sql, { ...only, values })) === 0;
  const wanted = await termFacts(filter, model, catalogue);
  return wanted.every((one) => facts.filters.some((is) => isDeepStrictEqual({ ...is, clause: 'where' }, one)));
}

async function termFacts(
  filter: Filter,
  model: SemanticModel,
  catalogue: GuardCatalogue,
): Promise<StatementFacts['filters']> {
  const term = filter.kind === 'term' ? model.terms[filter.id] : undefined;
  return term?.filter === undefined || term.table === undefined
    ? []
    : (await termStatement(term.table, term.filter, catalogue)).filters;
}

const termStatement = (table: string, condition: string, catalogue: GuardCatalogue): Promise<StatementFacts> =>
  statementFacts(`SELECT 1 FROM "${table.replaceAll('"', '""')}" WHERE ${condition}`, catalogue);

function finding(filter: Filter, missing: readonly ColumnRef[], model: SemanticModel): Finding {
  const fragment = missing.map(({ table, column }) => `${table}.${column}`).join(', ');
  return {
    rule: 'missing_default',
    severity: 'error',
    fragment,
    message: `Unless the question says otherwise, this condition holds: ${conditionText(filter, missing, model)}`,
  };
}

/** The condition on the first column; for an entity, the same condition may be on the column of its other table. */
function conditionText(filter: Filter, columns: readonly ColumnRef[], model: SemanticModel): string {
  const [first = '', ...others] = columns.map(({ table, column }) => sqlColumn(table, column));
  const same = others.length === 0 ? '' : ` (or the same on ${others.join(', ')})`;
  if (filter.kind === 'compare') return `${first} ${filter.op} ${literal(filter.value)}${same}`;
  if (filter.kind === 'in')
    return `${first} ${filter.negated ? 'NOT IN' : 'IN'} (${filter.values.map(literal).join(', ')})${same}`;
  return (
    (filter.kind === 'term' && model.terms[filter.id]?.filter) || `a condition on ${[first, ...others].join(', ')}`
  );
}

const literal = (value: unknown): string => (typeof value === 'string' ? sqlText(value) : String(value));

/** Stored columns of a default filter; an entity's field is stored in one or two tables. */
async function columnsOf(filter: Filter, model: SemanticModel, catalogue: GuardCatalogue): Promise<ColumnRef[]> {
  if (filter.kind === 'compare' || filter.kind === 'in')
    return model.entities[filter.column.table]?.fields[filter.column.column]?.columns ?? [filter.column];
  const term = filter.kind === 'term' ? model.terms[filter.id] : undefined;
  if (term?.filter === undefined || term.table === undefined)
    return (await Promise.all((term?.filters ?? []).map((one) => columnsOf(one, model, catalogue)))).flat();
  const { filters } = await termStatement(term.table, term.filter, catalogue);
  return filters.flatMap(({ column }) => column ?? []);
}
