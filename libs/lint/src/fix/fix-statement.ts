import type { SelectStmt } from 'libpg-query';
import { addedInRepair, lostInRepair } from '../facts/lost-in-repair';
import { onlySelect, readSelect } from '../facts/read-statement';
import type { StatementFacts } from '../facts/statement-facts';
import type { LintSubject } from '../lint/lint-subject';
import { deparseSelect, sameTree } from '@querent/sql';
import { correctScope } from './correct-scope';
import { castSafely } from './cast-safely';

/** A statement with what was corrected in it; texts are technical, for the log and the attempt. */
export interface FixedStatement {
  sql: string;
  fixes: string[];
}

/**
 * Corrects what has exactly one safe correction, and nothing else: references to an alias that only a derived table
 * inside knows, and figures kept as text that are read as numbers without a guard. The result is proven not to be
 * worse: it parses, it says the same by its facts (but for the corrected names), it has the same columns, and
 * correcting it again changes nothing. Where a proof fails, the statement comes back as it was, with no fixes.
 */
export async function fixStatement(
  sql: string,
  subject: Pick<LintSubject, 'catalogue' | 'casts'>,
): Promise<FixedStatement> {
  const unchanged: FixedStatement = { sql, fixes: [] };
  const once = await correct(sql, subject);
  if (!once) return unchanged;
  const twice = await correct(once.sql, subject);
  return twice === null && saysTheSame(once.before, once.after) ? { sql: once.sql, fixes: once.fixes } : unchanged;
}

interface Corrected extends FixedStatement {
  before: StatementFacts;
  after: StatementFacts;
}

/**
 * One round of corrections; null where there is nothing to correct, or the corrected tree has no text that parses to
 * it.
 */
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

function saysTheSame(before: StatementFacts, after: StatementFacts): boolean {
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
