import type { CompiledQuery, SemanticQuery } from '@querent/contracts';
import { rowKey, type SemanticModel, text } from '@querent/model';
import { usedParameters } from './statement/bound-parameters';
import { aggregateStatement, type Statement } from './figures/aggregate-query';
import { castProbe } from './statement/cast-probe';
import { CompileContext, type CompileOptions } from './statement/compile-context';
import { resolveEntitySubject } from './rows/entity-subject';
import type { ListedRows } from './figures/group-key';
import { checkLimit } from './statement/limit-sql';
import { listColumns } from './rows/list-columns';
import { listStatement } from './rows/list-query';
import { ungroupedProbe } from './statement/ungrouped-probe';
import { followStoredSpellings } from './rows/stored-spellings';

/**
 * Compiles a semantic query to one PostgreSQL 15 SELECT statement. Values are bound as `$n` with their type,
 * identifiers are quoted and schema-qualified, result columns are named `c1…cn`. Throws `CompileError` if no correct
 * statement exists for the query.
 */
export function compileQuery(query: SemanticQuery, model: SemanticModel, options: CompileOptions): CompiledQuery {
  const spelled = followStoredSpellings(query, model);
  const prepared = withListedHaving(spelled, model, options);
  const listsSubject = prepared !== spelled;
  const { ctx, statement } = compileStatement(prepared, model, options, listsSubject);
  const probes = [...ctx.castColumns.values()].map((column) =>
    castProbe(contextFor(prepared, model, options), prepared, column),
  );
  const beside = contextFor(prepared, model, options);
  const ungrouped = ungroupedProbe(beside, prepared, listsSubject ? listedRows(beside, prepared) : undefined);
  return {
    ...usedParameters(statement.sql, ctx.params.values),
    columns: statement.columns,
    ...(statement.notes && { notes: statement.notes }),
    probes: [...probes, ...ungrouped],
  };
}

function compileStatement(
  query: SemanticQuery,
  model: SemanticModel,
  options: CompileOptions,
  listsSubject: boolean,
): { ctx: CompileContext; statement: Statement } {
  const ctx = contextFor(query, model, options);
  checkLimit(query);
  const isList = query.measures.length === 0 && query.dimensions.length === 0;
  const { sql, ...described } = isList
    ? listStatement(ctx, query)
    : aggregateStatement(ctx, query, listsSubject ? listedRows(ctx, query) : undefined);
  const withSql = ctx.withClauses.length > 0 ? `WITH ${ctx.withClauses.join(',\n  ')}\n` : '';
  return { ctx, statement: { sql: withSql + sql, ...described } };
}

function listedRows(ctx: CompileContext, { subject }: SemanticQuery): ListedRows {
  const table = ctx.table(subject.name);
  return rowKey(ctx.model, table).length > 0 ? { owner: table.name } : {};
}

function contextFor(query: SemanticQuery, model: SemanticModel, options: CompileOptions): CompileContext {
  const ctx = new CompileContext(model, options);
  resolveEntitySubject(ctx, query);
  return ctx;
}

/**
 * Turns a list with a bound on a measure, "customers with more than 5 orders", into groups: the subject's columns
 * become dimensions, and the measure is shown.
 */
function withListedHaving(query: SemanticQuery, model: SemanticModel, options: CompileOptions): SemanticQuery {
  if (query.measures.length > 0 || query.dimensions.length > 0 || query.having.length === 0) return query;
  const ctx = contextFor(query, model, options);
  const listed = listColumns(ctx, query).filter(
    ({ ref }) => !['geometry', 'json', 'array'].includes(ctx.column(ref).category),
  );
  return {
    ...query,
    dimensions: listed.map(({ ref, label }) => ({
      label: text(label ?? ctx.column(ref).label, options.locale),
      column: ref,
    })),
    measures: query.having.map(({ measure }) => measure),
  };
}
