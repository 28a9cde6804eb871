import type { ColumnRef, SelectStmt } from 'libpg-query';
import { countTokens } from '../parse/count-tokens';
import { deparseSelect } from '../parse/deparse';
import { MAX_TOKENS, parseBounded, parseSql, SqlSyntaxError } from '../parse/parser';
import { sameTree } from '../parse/tree-equality';
import { resolveSelect } from '../scope/resolve-select';
import { ROOT_SCOPE, type RangeColumn, type Resolution } from '../scope/scope';
import { checkArguments } from './checks/check-arguments';
import { grantedCalls } from './checks/check-names';
import { checkTree, type TreeReferences } from './checks/check-tree';
import { indexCatalogue, type GuardCatalogue } from './guard-catalogue';
import { DEFAULT_GUARD_LIMITS, type GuardLimits } from './guard-limits';
import { GuardRefusal, type GuardVerdict } from './guard-verdict';
import { statementGrowth } from './checks/statement-growth';
import { cachedVerdict } from './verdict-cache';

export interface GuardOptions {
  limits?: Partial<GuardLimits>;
  /** Functions that the connection grants beyond the list, as `name` or `schema.name`. */
  grantedFunctions?: readonly string[];
}

/**
 * Texts with more comment openings are refused unparsed: PostgreSQL's lexer takes quadratic time for nested comments.
 */
export const MAX_COMMENT_OPENINGS = 200;

/**
 * Decides whether a statement may run, and returns the text to run instead of it.
 *
 * Accepts one SELECT only, built from known node kinds, reviewed functions, types and operators, that reads only
 * visible relations and columns of the catalogue in every position of the grammar. The returned text is deparsed from
 * the checked tree and parsed again to prove that it means the same, so nothing that a parser could read differently
 * (comments, escapes, encodings) reaches the server. Parameters `$n` pass.
 *
 * The verdict on a text is cached with the catalogue object: treat catalogues as immutable values. Never throws for a
 * bad statement; a defect in the parser itself is an exception.
 */
export async function guardStatement(
  sql: string,
  catalogue: GuardCatalogue,
  options: GuardOptions = {},
): Promise<GuardVerdict> {
  return cachedVerdict(sql, catalogue, JSON.stringify([options.limits, options.grantedFunctions]), () =>
    verdictOn(sql, catalogue, options),
  );
}

async function verdictOn(sql: string, catalogue: GuardCatalogue, options: GuardOptions): Promise<GuardVerdict> {
  try {
    return await judge(sql, catalogue, options);
  } catch (error) {
    if (error instanceof GuardRefusal) return { ok: false, code: error.code, reason: error.message };
    if (error instanceof SqlSyntaxError) return { ok: false, code: 'syntax', reason: error.message };
    throw error;
  }
}

async function judge(sql: string, catalogue: GuardCatalogue, options: GuardOptions): Promise<GuardVerdict> {
  const limits = { ...DEFAULT_GUARD_LIMITS, ...options.limits };
  const index = indexCatalogue(catalogue);
  const grantedFunctions = new Set(options.grantedFunctions);
  const select = await readSelect(sql, limits);
  const references = checkTree(select, { catalogue: index, limits, grantedFunctions });
  const resolution: Resolution = {
    catalogue: index,
    resolveSubquery: (query, around) => resolveSelect(query, around, resolution),
    settledColumns: new Map(),
    settledRelations: new Set(),
    relationsRead: new Set(),
    columnsRead: new Set(),
    starColumns: 0,
  };
  resolveSelect(select, ROOT_SCOPE, resolution);
  assertAllSettled(references, resolution);
  checkWork(select, references, resolution, limits);
  return {
    ok: true,
    sql: await reproduce(select),
    relations: [...resolution.relationsRead].sort(),
    columns: [...resolution.columnsRead].sort(),
    functions: grantedCalls(references.calls, index, grantedFunctions),
  };
}

async function readSelect(sql: string, limits: GuardLimits): Promise<SelectStmt> {
  if (sql.length > limits.maxLength) throw new GuardRefusal('too_long', `${sql.length} characters`);
  if (sql.includes('\u0000')) throw new GuardRefusal('syntax', 'NUL character');
  if (sql.split('/*').length > MAX_COMMENT_OPENINGS) throw new GuardRefusal('too_deep', 'comments');
  if (countTokens(sql) > MAX_TOKENS) throw new GuardRefusal('too_large', `more than ${MAX_TOKENS} tokens`);
  const { stmts = [] } = await parseSql(sql);
  const statement = stmts[0]?.stmt;
  if (stmts.length !== 1 || !statement) throw new GuardRefusal('not_single_statement', `${stmts.length} statements`);
  if (!('SelectStmt' in statement)) throw new GuardRefusal('not_select', Object.keys(statement).join());
  return statement.SelectStmt;
}

/** Limits the growth of a statement: checked last, because a bound may be a column of a nested query. */
function checkWork(
  select: SelectStmt,
  { calls }: TreeReferences,
  { settledColumns }: Resolution,
  limits: GuardLimits,
): void {
  const columnOf = (ref: ColumnRef): RangeColumn | null => {
    const target = settledColumns.get(ref);
    return target?.kind === 'column' ? target.column : null;
  };
  const lengths = new Map(calls.map((call) => [call, checkArguments(call, limits, columnOf)] as const));
  if (statementGrowth(select, lengths) > limits.maxGrowth)
    throw new GuardRefusal('unbounded_argument', `multiplies to more than ${limits.maxGrowth}`);
}

/** The walk saw every reference; the resolution must have settled each of them. */
function assertAllSettled(references: TreeReferences, resolution: Resolution): void {
  for (const ref of references.columns) {
    if (!resolution.settledColumns.has(ref)) throw new GuardRefusal('unresolved', 'a column reference was not reached');
  }
  for (const range of references.relations) {
    if (!resolution.settledRelations.has(range))
      throw new GuardRefusal('unresolved', `relation ${range.relname} was not reached`);
  }
}

async function reproduce(select: SelectStmt): Promise<string> {
  const text = deparseSelect(select);
  const { stmts = [] } = await parseBounded(text).catch(() => ({ stmts: [] }));
  const again = stmts[0]?.stmt;
  if (stmts.length !== 1 || !again || !sameTree({ SelectStmt: select }, again)) {
    throw new GuardRefusal('not_reproducible', 'the deparsed text does not mean the same');
  }
  return text;
}
