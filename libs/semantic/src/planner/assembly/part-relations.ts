import type { Filter } from '@querent/contracts';
import { cueOf, sensesOf } from '../reading/mention';
import { type DraftExists, type Reading, claim } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/**
 * One related row cannot be two things: "bought books and food" is two conditions, "bought books but not food" a condition
 * and its absence. Lists that say neither "and" nor "or" are not guessed at.
 */
export function partRelations(reading: Reading, spoken: boolean): Stop | null {
  const parted: DraftExists[] = [];
  for (const one of reading.draft.exists) {
    const result = one.negated ? [one] : part(reading, one, spoken);
    if (result === null) return refuse(reading, 'unplaced', one.filters.find(({ span }) => span)?.span?.text ?? one.span.text);
    parted.push(...result);
  }
  reading.draft.exists = parted;
  return null;
}

/** Null where the wording does not say how the conditions go together. */
function part(reading: Reading, one: DraftExists, spoken: boolean): DraftExists[] | null {
  const listed = one.filters.find((filter) => filter.kind === 'in' && !filter.negated);
  const left = one.filters.find((filter) => positiveForm(filter) !== null && one.filters.some((other) => other !== filter && isOfColumn(other, filter)));
  if (left) return one.count || listed ? null : leaveOut(one, left);
  if (isApart(reading, one.filters)) return null;
  if (listed?.kind !== 'in' || !isSpokenOf(reading, spoken)) return [one];
  const words = reading.text.slice(listed.span?.start ?? 0, listed.span?.end ?? 0);
  if (/或|\bor\b|\beither\b/.test(words)) return [one];
  if (one.count || !/[和与跟且及也又&]|\band\b|as well as/.test(words)) return null;
  claim('relation', ...reading.mentions.filter((mention) => cueOf(mention, 'both')));
  return listed.values.map((value) => ({ ...one, filters: one.filters.map((filter) => (filter === listed ? { kind: 'compare', column: listed.column, op: '=', value, ...(listed.span ? { span: listed.span } : {}) } : filter)) }));
}

function leaveOut(one: DraftExists, left: Filter): DraftExists[] {
  const positive = positiveForm(left) ?? left;
  const shared = one.filters.filter((filter) => filter !== left && !isOfColumn(filter, left));
  return [{ ...one, filters: one.filters.filter((filter) => filter !== left) }, { ...one, negated: true, filters: [...shared, positive] }];
}

/** 用App下过单也买过图书: 也 begins a condition of its own, perhaps on another row. */
function isApart(reading: Reading, filters: Filter[]): boolean {
  const spans = filters.flatMap((filter) => (filter.span && filter.kind !== 'time' ? [filter.span] : []));
  if (spans.length < 2) return false;
  const words = reading.text.slice(Math.min(...spans.map(({ start }) => start)), Math.max(...spans.map(({ end }) => end)));
  return /[也还又]|同时|\balso\b|\bboth\b/.test(words);
}

/** "Orders of books and food" are orders of either; who bought or has books and food has both. */
function isSpokenOf(reading: Reading, spoken: boolean): boolean {
  return spoken || reading.mentions.some((mention) => cueOf(mention, 'have') !== null || cueOf(mention, 'both') !== null);
}

function isOfColumn(filter: Filter, other: Filter): boolean {
  return 'column' in filter && 'column' in other && filter.kind !== 'time' && filter.column.table === other.column.table && filter.column.column === other.column.column;
}

/** "customers who are not … in any order": the negation belongs to the whole condition, not to one of the rows. */
export function positiveForm(filter: Filter): Filter | null {
  if (filter.kind === 'compare' && filter.op === '!=') return { ...filter, op: '=' };
  if ((filter.kind === 'in' || filter.kind === 'text') && filter.negated) return { ...filter, negated: false };
  return null;
}

/** "With app orders and no refunds": what stands before the "and" is no part of what is denied behind it. */
export function isPartedFrom(reading: Reading, span: Filter['span'], one: DraftExists): boolean {
  if (!one.negated || !span || span.end > one.span.start) return false;
  return /\b(?:and|but)\b|[但且并也却而]/.test(reading.text.slice(span.end, one.span.start));
}

/** 买过图书没买过食品: of several verbs each has the values that follow it, or, where the first value comes first, those before it. */
export function placeByVerb(reading: Reading, filter: Filter): { to: DraftExists; filter: Filter }[] | null {
  const exists = [...reading.draft.exists].sort((a, b) => a.at - b.at);
  const start = (one: DraftExists) => reading.mentions[one.at]?.span.start ?? 0;
  const [first] = exists;
  if (!first || !filter.span) return null;
  const leading = filter.span.start < start(first);
  const placed = valuesOf(reading, filter).map((part) => {
    const at = part.span?.start ?? 0;
    return { filter: part, to: leading ? exists.find((one) => start(one) > at) : exists.filter((one) => start(one) < at).at(-1) };
  });
  const known = placed.flatMap(({ to, filter: part }) => (to && !(to.negated && positiveForm(part)) ? [{ to, filter: part }] : []));
  if (known.length !== placed.length) return null;
  return [...new Set(known.map(({ to }) => to))].flatMap((to) => {
    const own = known.filter((one) => one.to === to);
    return own.length > 1 ? [{ to, filter: listOf(reading, filter, own.map((one) => one.filter)) }] : own;
  });
}

/** The values of one verb as the list that they were. */
function listOf(reading: Reading, whole: Filter, parts: Filter[]): Filter {
  if (whole.kind !== 'in') return whole;
  const spans = parts.flatMap(({ span }) => span ?? []);
  const [start, end] = [Math.min(...spans.map((one) => one.start)), Math.max(...spans.map((one) => one.end))];
  return { ...whole, values: parts.flatMap((one) => (one.kind === 'compare' ? [one.value] : [])), span: { start, end, text: reading.text.slice(start, end) } };
}

/** The values of a list one by one, each where it stands. */
function valuesOf(reading: Reading, filter: Filter): Filter[] {
  if (filter.kind !== 'in' || filter.negated) return [filter];
  return filter.values.map((value) => {
    const mention = reading.mentions.find((one) => filter.span && one.span.start >= filter.span.start && one.span.end <= filter.span.end && sensesOf(one, 'value').some((sense) => sense.value === value && sense.attribute.ref.column === filter.column.column));
    const span = mention?.span ?? filter.span;
    return { kind: 'compare', column: filter.column, op: '=', value, ...(span ? { span } : {}) };
  });
}
