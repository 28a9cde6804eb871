import type { Schemas } from '@qdrant/js-client-rest';
import type { Condition, Filter } from './request-schemas';

export interface StoredPoint {
  /** In its one form: a number, or a UUID with hyphens and in small letters. */
  id: string | number;
  vector: Float32Array;
  payload: Record<string, unknown>;
}

/** Whether a point matches, as “Filtering” of the documentation has it: a value matches an array that holds it, nothing matches what is not there. */
export function matches(filter: Filter | null | undefined, point: StoredPoint): boolean {
  const holds = (condition: Condition): boolean => isMet(condition, point);
  const should = listOf(filter?.should);
  return listOf(filter?.must).every(holds) && !listOf(filter?.must_not).some(holds) && (should.length === 0 || should.some(holds));
}

/** The payload fields that a filter looks at. */
export function filteredFields(filter: Filter | null | undefined): string[] {
  return [filter?.must, filter?.must_not, filter?.should].flatMap(listOf).flatMap((condition) => {
    if ('key' in condition) return [condition.key];
    if ('is_empty' in condition) return [condition.is_empty.key];
    return 'has_id' in condition ? [] : filteredFields(condition);
  });
}

/** One form for each id, so that they can be compared. */
export function canonicalId(id: Schemas['ExtendedPointId']): string | number {
  if (typeof id === 'number') return id;
  const digits = id.toLowerCase().replace(/^urn:uuid:/, '').replaceAll('-', '');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function isMet(condition: Condition, point: StoredPoint): boolean {
  if ('has_id' in condition) return condition.has_id.some((id) => canonicalId(id) === point.id);
  if ('is_empty' in condition) return valuesAt(point.payload, condition.is_empty.key).length === 0;
  if (!('key' in condition)) return matches(condition, point);
  const values = valuesAt(point.payload, condition.key);
  const { match } = condition;
  if ('value' in match) return values.includes(match.value);
  const listed = (value: unknown): boolean => ('any' in match ? match.any : match.except).some((each) => each === value);
  return 'any' in match ? values.some(listed) : values.some((value) => !listed(value));
}

/** Of a path such as `a.b`; an array's members each. */
function valuesAt(payload: unknown, path: string): unknown[] {
  const value = path.split('.').reduce<unknown>((at, name) => (typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined), payload);
  return (Array.isArray(value) ? value : [value]).filter((each) => each !== undefined && each !== null);
}

const listOf = (conditions: Condition | Condition[] | null | undefined): Condition[] => (conditions === null || conditions === undefined ? [] : Array.isArray(conditions) ? conditions : [conditions]);
