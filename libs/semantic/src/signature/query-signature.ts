import type { Filter, SemanticQuery } from '@querent/contracts';

/**
 * The meaning of a semantic query as canonical JSON: equal meanings give equal text. Spans, labels and
 * notes are left out; conditions, alternatives and value lists are sorted, because their order says
 * nothing. The order of measures, dimensions and selected columns stays: it is the order of the answer.
 */
export function signatureOf(query: SemanticQuery): string {
  const meaning = {
    ...query,
    subject: { kind: query.subject.kind, name: query.subject.name },
    filters: sorted(query.filters.map(meaningOfFilter)),
    having: sorted(query.having.map((having) => meaningOf(having))),
  };
  return canonicalJson(meaningOf(meaning));
}

/** Said only to people. A column's `name` and a filter's `value` are not among them. */
const WORDS = new Set(['span', 'label', 'note']);
/** Lists whose order says nothing, wherever they stand. */
const UNORDERED = new Set(['filters', 'where', 'values']);

function meaningOfFilter(filter: Filter): unknown {
  return meaningOf(filter);
}

function meaningOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => meaningOf(item));
    return UNORDERED.has(key) ? sorted(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, part]) => !WORDS.has(name) && part !== undefined);
  return Object.fromEntries(entries.map(([name, part]) => [name, meaningOf(part, name)]));
}

const sorted = (items: readonly unknown[]): unknown[] => items.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
