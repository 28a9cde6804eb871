import type { SemanticQuery } from '@querent/contracts';
import { CompileError } from './compile-error';

/** `LIMIT n OFFSET m` of a query that has a limit. */
export function limitSql({ limit, offset = 0 }: Pick<SemanticQuery, 'limit' | 'offset'>): string {
  return `LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`;
}

/** Checks the limit and the offset, which are written into the statement and not bound. */
export function checkLimit({ limit, limitPer, offset }: SemanticQuery): void {
  const isWhole = (number: number): boolean => Number.isSafeInteger(number) && number > 0;
  if (limit !== null && !isWhole(limit)) throw new CompileError('bad_limit', `${limit} is not a valid limit`);
  if (limitPer !== null && limit === null) throw new CompileError('bad_limit', 'a limit within groups needs a number');
  if (offset === undefined) return;
  if (limit === null || !isWhole(offset)) throw new CompileError('bad_limit', `${offset} is not a valid offset`);
}
