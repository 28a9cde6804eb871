import type { Condition, Filter } from './request-schemas';

export interface StoredPoint {
  /** A number, or a UUID with hyphens in lower case. */
  id: string | number;
  vector: Float32Array;
  payload: Record<string, unknown>;
}

/**
 * Whether a point matches a filter, by the chapter “Filtering” of Qdrant's documentation: a value matches an array that
 * contains it, and a missing field matches nothing.
 */
export function matches(filter: Filter | null | undefined, point: StoredPoint): boolean {
  const holds = (condition: Condition): boolean => isMet(condition, point);
  const should = listOf(filter?.should);
  return (
    listOf(filter?.must).every(holds) &&
    !listOf(filter?.must_not).some(holds) &&
    (should.length === 0 || should.some(holds))
  );
}

/** The payload fields that a filter reads. */
export function filteredFields(filter: Filter | null | undefined): string[] {
  return [filter?.must, filter?.must_not, filter?.should].flatMap(listOf).flatMap((condition) => {
    if ('key' in condition) return [condition.key];
    if ('is_empty' in condition) return [condition.is_empty.key];
    return 'has_id' in condition ? [] : filteredFields(condition);
  });
}

function isMet(condition: Condition, point: StoredPoint): boolean {
  if ('has_id' in condition) return listed(condition.has_id).has(point.id);
  if ('is_empty' in condition) return valuesAt(point.payload, condition.is_empty.key).length === 0;
  if (!('key' in condition)) return matches(condition, point);
  const values = valuesAt(point.payload, condition.key);
  const { match } = condition;
  if ('value' in match) return values.includes(match.value);
  return 'any' in match
    ? values.some((value) => listed(match.any).has(value))
    : values.some((value) => !listed(match.except).has(value));
}

/** Long lists are searched for each point, so each is converted to a set once. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();
function listed(list: readonly unknown[]): ReadonlySet<unknown> {
  const set = sets.get(list) ?? new Set(list);
  sets.set(list, set);
  return set;
}

/** The values at a path such as `a.b`. An array yields its members. */
function valuesAt(payload: unknown, path: string): unknown[] {
  const value = path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined,
      payload,
    );
  return (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined && each !== null);
}

const listOf = (conditions: Condition | Condition[] | null | undefined): Condition[] =>
  conditions === null || conditions === undefined ? [] : Array.isArray(conditions) ? conditions : [conditions];
