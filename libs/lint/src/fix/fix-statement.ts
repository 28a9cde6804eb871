import type { SelectStmt } from 'libpg-query';
import { addedInRepair, lostInRepair } from '../facts/lost-in-repair';
import { onlySelect, readSelect } from '../facts/read-statement';
import type { StatementFacts } from '../facts/statement-facts';
import type { LintSubject } from '../lint/lint-subject';
import { deparseSelect, sameTree } from '@querent/sql';
import { correctScope } from './correct-scope';
import { castSafely } from './cast-safely';

/** A statement with its corrections; texts are technical, for the log and the attempt. */
export interface FixedStatement {
  sql: string;
  fixes: string[];
}

/**
 * Applies corrections that are safe and unambiguous: references to an alias that is only visible inside a derived
 * table, and unguarded casts of numeric text columns. The result is proven not to be worse: it parses, it has the same
 * facts (except the corrected names) and the same columns, and correcting it again changes nothing. If a proof fails,
 * the original statement is returned, without fixes.
 */
export async function fixStatement(
  sql: string,
  subject: Pick<LintSubject, 'catalogue' | 'casts'>,
): Promise<FixedStatement> {
  const unchanged: FixedStatement = { sql, fixes: [] };
  const once = await correct(sql, subject);
  if (!once) return unchanged;
  const twice = await correct(once.sql, subject);
  return twice === null && hasSameFacts(once.before, once.after) ? { sql: once.sql, fixes: once.fixes } : unchanged;
}

interface Corrected extends FixedStatement {
  before: StatementFacts;
  after: StatementFacts;
}

/** One round of corrections; null if there is nothing to correct, or the corrected tree cannot be deparsed exactly. */
async function correct(
  sql: string,
  { catalogue, casts }: Pick<LintSubject, 'catalogue' | 'casts'>,
): Promise<Corrected | null> {
  const select = await onlySelect(sql);
  if (!select) return null;
  const { facts: before, lost } = readSelect(select, catalogue);
  const figures = casts.filter(({ table }) => before.relations.includes(table));
  const fixes = [...correctScope(lost), ...(await castSafely(select, catalogue, figures))];
  if (fixes.length === 0) return null;
  const text = await reproduced(select);
  return text === null
    ? null
    : { sql: text, fixes: [...new Set(fixes)], before, after: readSelect(select, catalogue).facts };
}

async function reproduced(select: SelectStmt): Promise<string | null> {
  const text = deparseSelect(select);
  const again = await onlySelect(text);
  return again && sameTree(again, select) ? text : null;
}

function hasSameFacts(before: StatementFacts, after: StatementFacts): boolean {
  const shapes = [before, after].map(
    ({
      relations,
      optional,
      setOperations,
      grouped,
      distinct,
      limit,
      outputs,
      filters,
      joins,
      aggregates,
      order,
      tops,
    }) =>
      JSON.stringify([
        relations,
        optional,
        setOperations,
        grouped,
        distinct,
        limit,
        outputs.map(({ name }) => name),
        filters.length,
        joins.length,
        aggregates.length,
        order.map(({ descending }) => descending),
        tops.map((top) => top.limit),
      ]),
  );
  return (
    shapes[0] === shapes[1] &&
    lostInRepair(before, after, []).length === 0 &&
    addedInRepair(before, after, []).length === 0
  );
}
