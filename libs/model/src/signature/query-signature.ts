import type { Filter, SemanticQuery } from '@querent/contracts';
import { normalConditions } from './normal-conditions';

/**
 * The meaning of a semantic query as canonical JSON: equal text only for equal meanings. Spans, labels and notes are
 * left out; conditions, alternatives and value lists are sorted, because their order says nothing, and conditions are
 * brought to one form where two are equal on every database. The order of measures, dimensions and selected columns
 * stays: it is the order of the answer.
 */
export function signatureOf(query: SemanticQuery): string {
  return meaningOf({ ...query, subject: { kind: query.subject.kind, name: query.subject.name } });
}

/** Said only to people. A column's `name` and a filter's `value` are not among them. */
const WORDS = new Set(['span', 'label', 'note']);
/** Lists whose items all hold at once. */
const CONDITIONS = new Set(['filters', 'where', 'among']);
/** Lists whose order says nothing, wherever they stand. */
const UNORDERED = new Set([...CONDITIONS, 'values', 'having']);

/** Canonical JSON: keys in their order, nothing that says nothing. */
function meaningOf(value: unknown, key = '', parent: unknown = null): string {
  if (Array.isArray(value)) {
    const normal = CONDITIONS.has(key) ? normalConditions(value as Filter[], isOr(parent) ? 'any' : 'all') : value;
    const items = normal.map((item) => meaningOf(item));
    return `[${(UNORDERED.has(key) ? sortedOnce(items) : items).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const parts: string[] = [];
  // A model's question is compared with hundreds of others: without a comparison function sorting takes a third of the
  // time.
  for (const name of Object.keys(value).sort()) {
    const part = (value as Record<string, unknown>)[name];
    if (WORDS.has(name) || part === undefined || (name === 'where' && isEmpty(part))) continue;
    parts.push(`${JSON.stringify(name)}:${meaningOf(part, name, value)}`);
  }
  return `{${parts.join(',')}}`;
}

const isOr = (parent: unknown): boolean =>
  typeof parent === 'object' && parent !== null && 'kind' in parent && parent.kind === 'or';

const isEmpty = (part: unknown): boolean => Array.isArray(part) && part.length === 0;

/** Said twice is said once. */
const sortedOnce = (items: readonly string[]): string[] => [...new Set(items)].sort();
