import type { CompiledQuery, Locale, OutputColumn, PlanResult } from '@querent/contracts';
import { runReadOnly } from '@querent/datasource';
import type { Cell } from '../../demo/judge/compare-cells';
import { type Comparison, sameRows } from '../../demo/judge/compare-rows';
import { answerOf } from '../../demo/judge/target';
import { rowsTiedLike } from '../../demo/judge/tied-rows';
import type { OpenDomain } from './open-domain';

type Rows = readonly (readonly Cell[])[];
type Planned = Extract<PlanResult, { kind: 'planned' }>;

/** An answer's rows, or the problem if no statement could be compiled or run. */
export interface GivenRows {
  compiled: CompiledQuery | null;
  rows: Rows;
  problem: string | null;
}

/** Comparison with the gold rows. `right` is null if no gold statement could be run; `goldProblem` is the reason. */
export interface RowsVerdict {
  right: boolean | null;
  expected: Rows;
  goldProblem: string | null;
}

export interface Gold {
  statements: readonly string[];
  ordered: boolean;
  percent: boolean;
}

/** Returns the rows of a plan's query, compiled, guarded and run read-only in the question's time zone. */
export async function rowsGiven(domain: OpenDomain, { query }: Planned, locale: Locale): Promise<GivenRows> {
  try {
    const { compiled, result } = await answerOf(domain, query, locale, domain.days);
    return { compiled, rows: result.rows, problem: null };
  } catch (error) {
    return { compiled: null, rows: [], problem: messageOf(error) };
  }
}

/** Whether the rows equal those of one of the gold statements. */
export async function judgeRows(domain: OpenDomain, given: GivenRows, gold: Gold): Promise<RowsVerdict> {
  const shown = shownRows(given.rows, given.compiled?.columns ?? []);
  let expected: Rows = [];
  try {
    for (const [at, sql] of gold.statements.entries()) {
      const rows = await goldRows(domain, sql);
      if (at === 0) expected = rows;
      if (await isSame(domain, { sql, rows, shown }, gold)) return { right: true, expected: rows, goldProblem: null };
    }
    return { right: gold.statements.length === 0 ? null : false, expected, goldProblem: null };
  } catch (error) {
    return { right: null, expected, goldProblem: messageOf(error) };
  }
}

interface Compared {
  sql: string;
  rows: Rows;
  shown: Rows;
}

async function isSame(domain: OpenDomain, { sql, rows, shown }: Compared, gold: Gold): Promise<boolean> {
  const { ordered, percent } = gold;
  const how: Comparison = { ordered, percent, prefix: false, anyLayout: false, nothingIsZero: /\bsum\s*\(/i.test(sql) };
  if (sameRows(rows, shown, how) || isYes(rows, shown)) return true;
  // Tied rows may be in any order, also if the order covers all rows.
  const isWhole = ordered && rows.length > 0 && !/\b(limit|offset|fetch)\b/i.test(sql);
  const limited = isWhole ? `${sql.replace(/;\s*$/, '')} LIMIT ${rows.length}` : sql;
  const tied = await rowsTiedLike(shown, limited, (text) => goldRows(domain, text));
  return tied !== null && sameRows(tied, shown, how);
}

/** Whether a number answers a yes/no question: some, or none. */
function isYes(gold: Rows, shown: Rows): boolean {
  const [yes, figure] = [gold[0]?.[0], shown[0]?.[0]];
  if (gold.length !== 1 || shown.length !== 1 || gold[0]?.length !== 1 || typeof yes !== 'boolean') return false;
  return typeof figure === 'number' && figure > 0 === yes;
}

async function goldRows({ datasource, days }: OpenDomain, sql: string): Promise<Rows> {
  return (await runReadOnly(datasource, { sql, timeZone: days.timezone })).rows;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * The rows of an answer with further columns in other forms, which gold statements may use: labels of codes, and the
 * year, quarter and month of periods.
 */
function shownRows(rows: readonly (readonly Cell[])[], columns: CompiledQuery['columns']): Cell[][] {
  const others = columns.map(otherForms);
  return rows.map((row) => [...row, ...others.flatMap((forms, at) => forms.map((form) => form(row[at])))]);
}

type Form = (cell: Cell) => Cell;

function otherForms({ valueLabels, grain }: OutputColumn): Form[] {
  const named: Form[] = valueLabels === undefined ? [] : [(cell) => valueLabels[String(cell)] ?? cell];
  return [...named, ...(grain === undefined ? [] : periodForms[grain])];
}

const ofDate =
  (form: (year: string, month: string) => string): Form =>
  (cell) => {
    const [, year, month] = /^(\d{4})-(\d{2})-\d{2}/.exec(String(cell)) ?? [];
    return year === undefined || month === undefined ? cell : form(year, month);
  };

const quarterOf = (month: string): number => Math.ceil(Number(month) / 3);
const year = ofDate((year) => year);

const periodForms: Record<NonNullable<OutputColumn['grain']>, Form[]> = {
  day: [],
  week: [],
  month: [ofDate((year, month) => `${year}-${month}`), ofDate((_, month) => month), year],
  quarter: [
    ofDate((year, month) => `${year}-Q${quarterOf(month)}`),
    ofDate((_, month) => String(quarterOf(month))),
    year,
  ],
  year: [year],
};
