import type { Filter, SemanticQuery } from '@querent/contracts';
import { normalConditions } from './normal-conditions';

/**
 * The meaning of a semantic query as canonical JSON. Equal signatures imply equal meanings. Spans, labels and notes are
 * omitted. Conditions, alternatives and value lists are sorted, because their order has no meaning, and equivalent
 * conditions are normalised. Measures, dimensions and selected columns keep their order, which is that of the answer.
 */
export function signatureOf(query: SemanticQuery): string {
  return meaningOf({ ...query, subject: { kind: query.subject.kind, name: query.subject.name } });
}

/** Keys of texts for people, which do not belong to the meaning. */
const WORDS = new Set(['span', 'label', 'note']);
/** Keys of lists of conditions. */
const CONDITIONS = new Set(['filters', 'where', 'among']);
/** Keys of lists whose order has no meaning. */
const UNORDERED = new Set([...CONDITIONS, 'values', 'having']);

/** Canonical JSON: sorted keys, without texts for people and empty parts. */
function meaningOf(value: unknown, key = '', parent: unknown = null): string {
  if (Array.isArray(value)) {
    const normal = CONDITIONS.has(key) ? normalConditions(value as Filter[], isOr(parent) ? 'any' : 'all') : value;
    const items = normal.map((item) => meaningOf(item));
    return `[${(UNORDERED.has(key) ? sortedOnce(items) : items).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const parts: string[] = [];
  // Sorting without a comparison function takes a third of the time; a question is compared with hundreds of others.
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

/** Sorted, without duplicates. */
const sortedOnce = (items: readonly string[]): string[] => [...new Set(items)].sort();
