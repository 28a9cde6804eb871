import type { Filter, SemanticQuery } from '@querent/contracts';
import { normalConditions } from './normal-conditions';

/**
 * The meaning of a semantic query as canonical JSON: equal text only for equal meanings. Spans, labels and notes are left out;
 * conditions, alternatives and value lists are sorted, because their order says nothing, and conditions are brought to one form where
 * two are equal on every database. The order of measures, dimensions and selected columns stays: it is the order of the answer.
 */
export function signatureOf(query: SemanticQuery): string {
  return canonicalJson(meaningOf({ ...query, subject: { kind: query.subject.kind, name: query.subject.name } }));
}

/** Said only to people. A column's `name` and a filter's `value` are not among them. */
const WORDS = new Set(['span', 'label', 'note']);
/** Lists whose items all hold at once. */
const CONDITIONS = new Set(['filters', 'where', 'among']);
/** Lists whose order says nothing, wherever they stand. */
const UNORDERED = new Set([...CONDITIONS, 'values', 'having']);

function meaningOf(value: unknown, key = '', parent: unknown = null): unknown {
  if (Array.isArray(value)) {
    const normal = CONDITIONS.has(key) ? normalConditions(value as Filter[], isOr(parent) ? 'any' : 'all') : value;
    const items = normal.map((item) => meaningOf(item));
    return UNORDERED.has(key) ? sortedOnce(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, part]) => !WORDS.has(name) && part !== undefined && !(name === 'where' && isEmpty(part)));
  return Object.fromEntries(entries.map(([name, part]) => [name, meaningOf(part, name, value)]));
}

const isOr = (parent: unknown): boolean => typeof parent === 'object' && parent !== null && 'kind' in parent && parent.kind === 'or';

const isEmpty = (part: unknown): boolean => Array.isArray(part) && part.length === 0;

/** Said twice is said once. */
function sortedOnce(items: readonly unknown[]): unknown[] {
  const byText = new Map(items.map((item) => [canonicalJson(item), item]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
