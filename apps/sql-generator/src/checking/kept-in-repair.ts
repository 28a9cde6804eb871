import type { CompiledQuery } from '@querent/contracts';
import { addedInRepair, lostInRepair, statementFacts, type Finding } from '@querent/lint';
import { type GuardCatalogue } from '@querent/sql';
import type { CheckedStatement } from './check-statement';
import type { Failed } from './failed-statement';

/** Rule of findings about changes that a repair must not make. */
export const LOST = 'lost_in_repair';

/**
 * Forbidden changes in a repair of the planner's statement: conditions, joins, figures, numbered parameters and the
 * number of result columns must stay the same.
 * @returns one finding per change; empty if the repair is equivalent
 */
export async function changedFromPlanned(
  before: CompiledQuery,
  { sql, columns }: CheckedStatement,
  catalogue: GuardCatalogue,
): Promise<Finding[]> {
  const changes = await changed(before.sql, sql, [], catalogue);
  const parameters = parametersOf(before.sql);
  if (parameters !== parametersOf(sql))
    changes.push(finding(`the repair must keep the parameters ${parameters || '(none)'} with their numbers`));
  if (columns !== null && columns !== before.columns.length)
    changes.push(finding(`the repair must return ${before.columns.length} columns in the same order`));
  return changes;
}

/** Forbidden changes in a repair of a model's statement: those outside the fault, if the fault is local. */
export async function changedBesideFault(
  { sql: before, excused }: Failed,
  { sql }: CheckedStatement,
  catalogue: GuardCatalogue,
): Promise<Finding[]> {
  return excused === null ? [] : changed(before, sql, excused, catalogue);
}

async function changed(
  before: string,
  after: string,
  excused: string[],
  catalogue: GuardCatalogue,
): Promise<Finding[]> {
  const [was, is] = await Promise.all([statementFacts(before, catalogue), statementFacts(after, catalogue)]);
  return [
    ...lostInRepair(was, is, excused).map((what) => finding(`the repair must keep: ${what}`)),
    ...addedInRepair(was, is, excused).map((what) => finding(`the repair must not add: ${what}`)),
  ];
}

const finding = (message: string): Finding => ({ rule: LOST, severity: 'error', fragment: '', message });

/** String literals and quoted names, which may contain text that resembles a parameter. */
const QUOTED = /E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"/gis;

/** The distinct parameters of a statement in ascending order: `$1, $2`. */
export function parametersOf(sql: string): string {
  const numbers = [...sql.replace(QUOTED, ' ').matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  return [...new Set(numbers)]
    .sort((a, b) => a - b)
    .map((number) => `$${number}`)
    .join(', ');
}
