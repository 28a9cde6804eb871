import { isDeepStrictEqual } from 'node:util';
import type { ColumnRef, Filter, Run } from '@querent/contracts';
import { sqlColumn, sqlText } from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import { statementFacts, unboundReads, type Finding, type StatementFacts } from '@querent/lint';
import { type GuardCatalogue } from '@querent/sql';
import { questionSpeaksOf } from './question-speaks-of';

/** A model's statement for a run. */
export interface Written {
  sql: string;
  facts: StatementFacts;
  run: Run;
}

/**
 * The default filters of a run's agent, which hold in every answer where the question says nothing about their column.
 * Then each read of the filter's table must have the filter itself, whatever else persuaded the model; where the
 * question speaks of the column, a condition on it is enough. @returns a finding for each that is missing
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
      const unspoken = columns.filter((column) => !questionSpeaksOf(column, run, model));
      return (await holds(filter, unspoken, written, model, catalogue)) ? [] : [finding(filter, unspoken, model)];
    }),
  );
  return findings.flat();
}

/** The default filters as conditions of SQL, as a prompt tells them: each stands in whatever reads its table. */
export async function standingConditions(
  defaults: readonly Filter[],
  model: SemanticModel,
  catalogue: GuardCatalogue,
): Promise<string[]> {
  return Promise.all(
    defaults.map(async (filter) => conditionText(filter, await columnsOf(filter, model, catalogue), model)),
  );
}

/**
 * What a look at stored values lacks: nobody may read in it what the default filters leave out, so beside the
 * conditions it must be one plain SELECT, in which a condition holds of every row.
 */
export async function missingInLook(
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

/** Whether the filter itself holds on columns that nobody spoke of. */
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
  // What is kept in two tables is one thing: a condition on either, which the caller found, picks it.
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

/** On the first of its columns; an entity's other table keeps the same in another. */
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

/** The stored columns that a default is about; an entity's field is kept in one table or two. */
async function columnsOf(filter: Filter, model: SemanticModel, catalogue: GuardCatalogue): Promise<ColumnRef[]> {
  if (filter.kind === 'compare' || filter.kind === 'in')
    return model.entities[filter.column.table]?.fields[filter.column.column]?.columns ?? [filter.column];
  const term = filter.kind === 'term' ? model.terms[filter.id] : undefined;
  if (term?.filter === undefined || term.table === undefined)
    return (await Promise.all((term?.filters ?? []).map((one) => columnsOf(one, model, catalogue)))).flat();
  const { filters } = await termStatement(term.table, term.filter, catalogue);
  return filters.flatMap(({ column }) => column ?? []);
}
