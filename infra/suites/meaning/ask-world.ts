import type { ColumnRef, CompiledQuery, OutputColumn, SemanticQuery } from '@querent/contracts';
import { CompileError, compileQuery } from '@querent/compiler';
import { type SemanticModel, withRoles as modelWithRoles } from '@querent/model';
import { Client, types } from 'pg';
import { differenceOf, type Cell } from './compare-rows';
import { Undecided } from './conditions';
import { ALL_CONVENTIONS, CONVENTION_NAMES, without, type Convention, type Conventions } from './conventions';
import { evaluate } from './evaluate';
import type { ExpectedResult } from './expected-result';
import { withRoles } from './role-tables';
import type { World } from './random/world';

/** Outcome of one comparison between the compiled statement on PostgreSQL and the reference evaluator. */
export type Outcome =
  /** @param reached the conventions without which the evaluator would disagree */
  | { kind: 'same'; found: Cell[][]; reached: Convention[] }
  | { kind: 'refused'; reason: string }
  /** Only rounding decides the comparison. */
  | { kind: 'undecided' }
  | {
      kind: 'different';
      reason: string;
      cause: string;
      sql: string;
      params: CompiledQuery['params'];
      expected: ExpectedResult | null;
      found: Cell[][] | null;
    };

export const TODAY = '2026-11-21';

export interface WorldUnderTest {
  world: World;
  model: SemanticModel;
  /** Time zone of the question. */
  timezone: string;
}

export async function compareOnce(
  client: Client,
  { world: stored, model, timezone }: WorldUnderTest,
  query: SemanticQuery,
): Promise<Outcome> {
  const world = withRoles(stored);
  let compiled: CompiledQuery;
  try {
    compiled = compileQuery(query, model, { today: TODAY, timezone, locale: 'en', maxRows: 10_000 });
  } catch (error) {
    if (error instanceof CompileError) return { kind: 'refused', reason: `${error.code}: ${error.message}` };
    throw error;
  }
  const { sql, params, columns } = compiled;
  const different = (
    reason: string,
    expected: ExpectedResult | null,
    found: Cell[][] | null,
  ): Extract<Outcome, { kind: 'different' }> => ({
    kind: 'different',
    reason,
    cause: reason.split(':')[0] ?? reason,
    sql,
    params,
    expected,
    found,
  });
  const listed = listedColumns(world, model, query.subject.name, columns);
  if (query.measures.length === 0 && query.select.length === 0 && listed === null)
    return different('the list shows a column that the world does not have', null, null);
  let found: Cell[][];
  try {
    found = await rowsOf(client, sql, params);
  } catch (error) {
    return different(
      `PostgreSQL refuses the statement: ${error instanceof Error ? error.message : String(error)}`,
      null,
      null,
    );
  }
  const expectedBy = (conventions: Conventions): ExpectedResult =>
    evaluate(world, query, { timezone, today: TODAY, listed: listed ?? [], conventions });
  const expected = ifDecided(() => expectedBy(ALL_CONVENTIONS));
  if (expected === null) return { kind: 'undecided' };
  const agreesBy = (conventions: Conventions): boolean => {
    const other = ifDecided(() => expectedBy(conventions));
    return other === null || differenceOf(other, found) === null;
  };
  const reason = differenceOf(expected, found);
  if (reason === null)
    return { kind: 'same', found, reached: CONVENTION_NAMES.filter((name) => !agreesBy(without(name))) };
  const unlike = [
    ...CONVENTION_NAMES.map((name) => [name]),
    ...CONVENTION_NAMES.flatMap((first) => CONVENTION_NAMES.map((second) => [first, second])),
  ].find((names) => agreesBy(without(...names)));
  return { ...different(reason, expected, found), ...(unlike && { cause: `agrees without ${unlike.join(', ')}` }) };
}

function ifDecided(evaluated: () => ExpectedResult): ExpectedResult | null {
  try {
    return evaluated();
  } catch (error) {
    if (error instanceof Undecided) return null;
    throw error;
  }
}

/** Finds columns by their labels. If two roles of a table share a label, the subject's columns count. */
function listedColumns(
  { tables }: World,
  model: SemanticModel,
  subject: string,
  columns: readonly OutputColumn[],
): ColumnRef[] | null {
  const kept = new Set(
    tables.flatMap(({ name, columns: own }) => own.map((column) => JSON.stringify([name, column.name]))),
  );
  const known = Object.values(modelWithRoles(model).tables)
    .sort((one, other) => Number(other.name === subject) - Number(one.name === subject))
    .flatMap((table) =>
      Object.values(table.columns).map(({ name, label }) => ({
        ref: { table: table.name, column: name },
        label: label.en ?? label.zh,
      })),
    );
  const listed = columns.map(
    (shown) =>
      known.find(({ ref, label }) => label === shown.label && kept.has(JSON.stringify([ref.table, ref.column])))?.ref,
  );
  return listed.every((ref) => ref !== undefined) ? listed : null;
}

const { builtins } = types;
const NUMBERS: readonly number[] = [
  builtins.INT2,
  builtins.INT4,
  builtins.INT8,
  builtins.NUMERIC,
  builtins.FLOAT4,
  builtins.FLOAT8,
];

/** Reads rows with numbers and booleans by value, and everything else as PostgreSQL's text. */
async function rowsOf(client: Client, sql: string, params: CompiledQuery['params']): Promise<Cell[][]> {
  const { rows } = await client.query<Cell[]>({
    text: sql,
    values: params,
    rowMode: 'array',
    types: {
      getTypeParser: (oid: number) => (text: string) =>
        NUMBERS.includes(oid) ? Number(text) : oid === builtins.BOOL ? text === 't' : text,
    },
  });
  return rows;
}
