import type { ColumnRef, SemanticQuery } from '@querent/contracts';
import type { Conventions } from './conventions';
import { evaluateGroups } from './evaluate-groups';
import { evaluateList } from './evaluate-list';
import type { ExpectedResult } from './expected-result';
import type { World } from './world';

interface Asker {
  /** Of the asker. */
  timezone: string;
  /** The columns of a list where the query leaves them open. */
  listed: readonly ColumnRef[];
  conventions: Conventions;
}

/** What a semantic query means, worked out row by row from the conventions alone. */
export function evaluate(world: World, query: SemanticQuery, { timezone, listed, conventions }: Asker): ExpectedResult {
  const asked = { world, timezone, subject: query.subject.name, filters: query.filters, conventions };
  if (query.measures.length > 0) return evaluateGroups(asked, query);
  return evaluateList(asked, query, query.select.length > 0 ? query.select : listed);
}
