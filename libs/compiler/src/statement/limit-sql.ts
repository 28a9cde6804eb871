import type { SemanticQuery } from '@querent/contracts';
import { CompileError } from './compile-error';

/** `LIMIT n OFFSET m` of a query that has a limit. */
export function limitSql({ limit, offset = 0 }: Pick<SemanticQuery, 'limit' | 'offset'>): string {
  return `LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`;
}

/** Numbers that stand in the statement as they are must be whole. */
export function checkLimit({ limit, limitPer, offset }: SemanticQuery): void {
  const isWhole = (number: number): boolean => Number.isSafeInteger(number) && number > 0;
  if (limit !== null && !isWhole(limit)) throw new CompileError('bad_limit', `${limit} is no limit`);
  if (limitPer !== null && limit === null) throw new CompileError('bad_limit', 'a limit within groups needs a number');
  if (offset === undefined) return;
  if (limit === null || !isWhole(offset))
    throw new CompileError('bad_limit', `${offset} is no number of rows to leave out before a limit`);
}
