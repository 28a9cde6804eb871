import type { Filter, Measure, SemanticQuery, Span } from '@querent/contracts';
import { type Item, unitsOf } from '@querent/reading';
import type { Facts, Meaning } from '@querent/grammar';

/**
 * The query with the words that its parts came from: for each part, the shortest stretch of the question whose meaning
 * contains it. `item` is the derivation of the reading, `text` the normalised question. A part that no stretch contains
 * keeps its span, for example a part that a turn keeps from the previous question.
 */
export function withSpans(
  query: SemanticQuery,
  item: Item,
  { facts, text }: { facts: Facts; text: string },
): SemanticQuery {
  const stretches = stretchesOf(item, text);
  const spanned = <P extends { span?: Span }>(part: P, holds: (meaning: Meaning) => boolean): P => {
    const span = part.span ?? stretches.find(({ meaning }) => holds(meaning))?.span;
    return span ? { ...part, span } : part;
  };
  const subject = spanned(query.subject, (meaning) => meaning.cat === 'set' && meaning.thing === query.subject.name);
  const condition = <P extends { span?: Span }>(part: P, holds: (meaning: Meaning) => boolean): P => {
    const made = spanned(part, holds);
    return part.span || !made.span ? made : { ...made, span: without(subject.span, made.span) };
  };
  return {
    ...query,
    subject,
    measures: query.measures.map((measure) => spanned(measure, (meaning) => isOf(measure, meaning, facts))),
    dimensions: query.dimensions.map((dimension) =>
      spanned(dimension, (meaning) =>
        meaning.cat === 'columns'
          ? meaning.columns.some((column) => isEqual(column, dimension.column))
          : meaning.cat === 'keys' &&
            meaning.keys.some(({ column }) => column === null || isEqual(column, dimension.column)),
      ),
    ),
    filters: query.filters.map((filter) => condition(filter, (meaning) => isHeldBy(filter, meaning))),
    having: query.having.map((bound) =>
      condition(bound, (meaning) =>
        has(meaning, (node) => 'op' in node && node['op'] === bound.op && node['value'] === bound.value),
      ),
    ),
    order: query.order.map((order) =>
      spanned(order, (meaning) => has(meaning, (node) => node['direction'] === order.direction)),
    ),
  };
}

/** The words of a condition, without the words of its thing at either end. */
function without(subject: Span | undefined, { start, end, text }: Span): Span {
  if (!subject || subject.start < start || subject.end > end) return { start, end, text };
  const [from, to] =
    subject.end === end ? [start, subject.start] : subject.start === start ? [subject.end, end] : [start, end];
  const left = text.slice(from - start, to - start);
  const lead = left.length - left.trimStart().length;
  return from === to
    ? { start, end, text }
    : { start: from + lead, end: from + lead + left.trim().length, text: left.trim() };
}

interface Stretch {
  meaning: Meaning;
  span: Span;
}

/** Every step of a derivation with its words, the shortest first. */
function stretchesOf(item: Item, text: string): Stretch[] {
  const stretches: Stretch[] = [];
  const visit = (one: Item): void => {
    if ('parts' in one.made) one.made.parts.forEach(visit);
    const units = unitsOf(one);
    const start = Math.min(...units.map((unit) => unit.start));
    const end = Math.max(...units.map((unit) => unit.end));
    if (start < end) stretches.push({ meaning: one.meaning, span: { start, end, text: text.slice(start, end) } });
  };
  visit(item);
  return stretches.sort((one, other) => one.span.end - one.span.start - (other.span.end - other.span.start));
}

function isOf({ what }: Measure, meaning: Meaning, facts: Facts): boolean {
  if (meaning.cat === 'set') return isEqual(what, countOf(meaning.thing, facts));
  if (meaning.cat !== 'figure' || meaning.implied || meaning.bare !== null) return false;
  return meaning.measures.some((draft) => {
    const id = what.kind === 'metric' && draft.what.kind === 'aggregate' ? facts.metricOf(draft.what) : null;
    return id === null ? isEqual(draft.what, what) : what.kind === 'metric' && what.id === id;
  });
}

/** The measure that counts rows of a table. */
function countOf(table: string, facts: Facts): Measure['what'] {
  const count = { kind: 'aggregate' as const, fn: 'count' as const, table };
  const id = facts.metricOf(count);
  return id === null ? count : { kind: 'metric', id, form: 'value' };
}

function isHeldBy(filter: Filter, meaning: Meaning): boolean {
  if (filter.kind === 'recurring') return has(meaning, (node) => isEqual(node['recurs'], filter.times));
  if (filter.kind !== 'time') return has(meaning, (node) => node['kind'] === filter.kind && isEqual(node, filter));
  const { from, to } = filter.range;
  return has(meaning, (node) => 'relative' in node && node['from'] === from && node['to'] === to);
}

/** Whether any part of a meaning satisfies the predicate. */
function has(value: unknown, is: (node: Readonly<Record<string, unknown>>) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return is(value as Readonly<Record<string, unknown>>) || Object.values(value).some((part) => has(part, is));
}

const isEqual = (one: unknown, other: unknown): boolean => bare(one) === bare(other);
const bare = (value: unknown): string =>
  JSON.stringify(value, (name, part: unknown) =>
    name === 'span' || name === 'label' || name === 'labels' ? undefined : part,
  );
