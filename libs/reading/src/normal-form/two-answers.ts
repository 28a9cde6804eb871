import type { Filter, Scalar } from '@querent/contracts';
import type { Facts } from '@querent/grammar';

/** What a column of yes and no may hold for either, where it is kept as text. */
const ANSWERS: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ...['y', 'yes', 't', 'true', '是'].map((text) => [text, 'yes'] as const),
  ...['n', 'no', 'f', 'false', '否'].map((text) => [text, 'no'] as const),
]);

/** Not Y is N, where a column holds a word for yes and one for no and nothing else. A missing answer is neither. */
export function otherAnswer(one: Filter, facts: Facts): Filter {
  if (one.kind === 'exists' || one.kind === 'or')
    return { ...one, filters: one.filters.map((part) => otherAnswer(part, facts)) };
  const denied = deniedBy(one);
  if (denied === null || !('column' in one)) return one;
  const { storedValues = [], storedValuesComplete = false } = facts.column(one.column) ?? {};
  const kinds = new Set(storedValues.map((value) => ANSWERS.get(value.trim().toLowerCase())));
  if (!storedValuesComplete || storedValues.length !== 2 || kinds.size !== 2 || kinds.has(undefined)) return one;
  const [other, ...more] = storedValues.filter((value) => !denied.includes(value));
  const { column, span } = one;
  return other === undefined || more.length > 0
    ? one
    : { ...(span && { span }), kind: 'compare', column, op: '=', value: other };
}

function deniedBy(one: Filter): readonly Scalar[] | null {
  if (one.kind === 'compare' && one.op === '!=') return [one.value];
  return one.kind === 'in' && one.negated ? one.values : null;
}
