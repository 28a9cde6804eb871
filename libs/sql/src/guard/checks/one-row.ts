import type { SelectStmt } from 'libpg-query';
import { AGGREGATE_FUNCTIONS, SET_RETURNING_FUNCTIONS } from '../allowlists/function-allowlist';
import { integerConstant, stringsOf } from './node-access';
import { isRecord } from './tree-walk';

/** True for a query that certainly returns at most one row: bare values, LIMIT 1, an aggregate of everything. */
export function givesOneRow(select: SelectStmt | undefined): boolean {
  if (!select || select.larg) return false;
  if (select.valuesLists) return select.valuesLists.length === 1;
  const limit = integerConstant(select.limitCount);
  if (limit !== null && limit <= 1 && select.limitOption !== 'LIMIT_OPTION_WITH_TIES') return true;
  const calls = callsIn(select.targetList);
  if (calls.some(({ name }) => SET_RETURNING_FUNCTIONS.has(name))) return false;
  if (!select.fromClause) return true;
  return !select.groupClause && calls.some(({ name, windowed }) => !windowed && AGGREGATE_FUNCTIONS.has(name));
}

/** The calls of an expression, without those of nested queries. */
function callsIn(value: unknown): { name: string; windowed: boolean }[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'SelectStmt') return [];
    const call =
      key === 'FuncCall' && isRecord(inner)
        ? [
            {
              name: stringsOf(inner['funcname'] as Parameters<typeof stringsOf>[0])?.at(-1) ?? '',
              windowed: 'over' in inner,
            },
          ]
        : [];
    return [...call, ...callsIn(inner)];
  });
}
