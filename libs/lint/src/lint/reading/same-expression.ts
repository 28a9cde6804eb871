import { isRecord, POSITION_KEYS } from '@querent/sql';
import type { BoundStatement } from '../bind/bound-query';
import { rootOf } from './column-refs';

/** True if two expressions are equal to PostgreSQL: equal trees, with columns equal however they are qualified. */
export function sameExpression(a: unknown, b: unknown, statement: BoundStatement): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, i) => sameExpression(item, b[i], statement))
    );
  }
  if (!isRecord(a) || !isRecord(b)) return a === b;
  if ('ColumnRef' in a && 'ColumnRef' in b) return sameColumn(a['ColumnRef'], b['ColumnRef'], statement);
  const keys = meaningfulKeys(a);
  return (
    keys.length === meaningfulKeys(b).length &&
    keys.every((key) => key in b && sameExpression(a[key], b[key], statement))
  );
}

function sameColumn(a: unknown, b: unknown, { refs }: BoundStatement): boolean {
  const [left, right] = [refs.get(a as never), refs.get(b as never)];
  if (!left || !right || left.kind !== right.kind) return false;
  if (left.column && right.column) return rootOf(left.column) === rootOf(right.column);
  return left.item !== null ? left.item === right.item : left.path.join('.') === right.path.join('.');
}

function meaningfulKeys(node: Record<string, unknown>): string[] {
  return Object.keys(node).filter((key) => !POSITION_KEYS.has(key));
}
