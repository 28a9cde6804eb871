import type { CompiledQuery } from '@querent/contracts';
import { addedInRepair, lostInRepair, statementFacts, type Finding } from '@querent/lint';
import { type GuardCatalogue } from '@querent/sql';
import type { CheckedStatement } from './check-statement';
import type { Failed } from './failed-statement';

/** The rule of what a repair lost or put in. */
export const LOST = 'lost_in_repair';

/**
 * What a repair of the planner's own statement must not change: every condition, join and figure, the parameters with
 * their numbers, and the width of the result. @returns a finding for each change; empty: the repair asks for the same
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

/** What a repair of a model's own statement changed beside the fault, where that was in one place. */
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

/** Texts and quoted names, which may hold what looks like a parameter. */
const QUOTED = /E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"/gis;

/** The parameters of a statement, each once, in order: `$1, $2`. */
export function parametersOf(sql: string): string {
  const numbers = [...sql.replace(QUOTED, ' ').matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  return [...new Set(numbers)]
    .sort((a, b) => a - b)
    .map((number) => `$${number}`)
    .join(', ');
}
