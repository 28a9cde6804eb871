import type { FilterFact } from './statement-facts';

/** Whether two conditions compare in the same way; IN is an equality with several values. */
export const sameOperator = (a: FilterFact, b: FilterFact): boolean => operatorClass(a) === operatorClass(b);
const operatorClass = ({ op, negated }: FilterFact): string => {
  if (op === 'in') return negated ? '<>' : '=';
  return negated ? `not ${op}` : op;
};
/** The same condition, possibly on another column. */
export const sameButColumn = (a: FilterFact, b: FilterFact): boolean =>
  sameOperator(a, b) && a.values.join('|') === b.values.join('|') && (a.against === null) === (b.against === null);

/** `NOT IN (a, b)` and `<> a AND <> b` exclude the same rows. */
export function excludesSame(filter: FilterFact, others: readonly FilterFact[]): boolean {
  const leftOut = (one: FilterFact): boolean =>
    one.subject === filter.subject &&
    one.values.length > 0 &&
    !one.alternative &&
    (one.op === '<>' || (one.op === 'in' && one.negated));
  if (!leftOut(filter) || filter.against !== null) return false;
  const values = new Set(others.filter(leftOut).flatMap((other) => other.values));
  return filter.values.every((value) => values.has(value));
}

/** `< 2025-01-01` and `<= 2024-12-31` end on the same day, `> 4` and `>= 5` begin at the same whole number. */
export function isSameBound(a: FilterFact, b: FilterFact): boolean {
  if (a.subject !== b.subject || a.values.length !== 1 || b.values.length !== 1) return false;
  const [x, y] = [bound(a), bound(b)];
  return x !== null && x === y;
}

function bound({ op, values }: FilterFact): string | null {
  const [value = ''] = values;
  const step = op === '<=' || op === '>' ? 1 : 0;
  const side = op === '<' || op === '<=' ? 'below' : op === '>' || op === '>=' ? 'from' : null;
  if (side === null) return null;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return null;
  return `${side} ${new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + step)).toISOString().slice(0, 10)}`;
}
