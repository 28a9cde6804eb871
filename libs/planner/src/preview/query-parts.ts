import type { ColumnRef, Filter, SemanticQuery, Span } from '@querent/contracts';
import { describeFilter, describeParts } from '@querent/explain';
import type { Unit } from '@querent/lexicon';
import { say } from '@querent/model';
import { columnName } from '../answers/wording';
import type { Choices, Draft } from './preview';
import { otherFigures, otherGrains, otherGroups, otherPeriods, otherValues, type ChoiceContext } from './choices';

export interface ReadQuestion extends ChoiceContext {
  /** The normalised question. */
  text: string;
  /** Its words with their meanings. */
  units: readonly Unit[];
}

/** The parts of a query that come from words of the question, in the order of the question, without overlaps. */
export function queryParts(query: SemanticQuery, read: ReadQuestion): Draft[] {
  return apart(draftsOf(query, read), read);
}

function draftsOf(query: SemanticQuery, read: ReadQuestion): Draft[] {
  const { wording } = read;
  const texts = describeParts(query, { model: wording.facts.model, locale: wording.locale });
  const found: Draft[] = [];
  const add = (
    span: Span | undefined,
    kind: Draft['kind'],
    label: string,
    choices?: (own: Stretch) => Choices,
  ): void => {
    if (!span || label === '' || span.text === '' || !isIn(read.text, span)) return;
    const { start, end } = span;
    found.push({ start, end, kind, label, choices: choices?.({ start, end }) ?? { start, end, candidates: [] } });
  };
  query.measures.forEach((measure) => {
    add(measure.span && withOperator(measure.span, read), 'metric', measure.label, (own) => ({
      ...own,
      candidates: otherFigures(measure, query, read),
    }));
    for (const filter of measure.where ?? []) addFilter(filter);
  });
  query.dimensions.forEach((dimension) =>
    add(dimension.span, 'dimension', dimension.label, (own) => ({
      ...own,
      candidates: dimension.grain
        ? otherGrains(read.text.slice(own.start, own.end), dimension.grain)
        : otherGroups(dimension.column, read),
    })),
  );
  query.filters.forEach(addFilter);
  query.having.forEach(({ span }, at) => add(span, 'filter', texts.having[at] ?? ''));
  if (query.compare) add(query.compare.span, 'time', `${query.compare.base.label} / ${query.compare.current.label}`);
  add(query.near?.span, 'filter', texts.near);
  query.order.forEach(({ span }, at) =>
    query.limit === null
      ? add(span, 'order', texts.order[at] ?? '')
      : add(
          span,
          'limit',
          [texts.limit, texts.order[at] ?? ''].filter((one) => one !== '').join(say(wording.locale, '，', ', ')),
        ),
  );
  for (const ref of query.select) add(spanOfColumn(ref, read), 'dimension', columnName(wording, ref));
  add(query.subject.span, 'entity', texts.subject);
  return found;

  function addFilter(filter: Filter): void {
    const label = describeFilter(filter, { model: wording.facts.model, locale: wording.locale });
    if (filter.kind === 'time')
      return add(filter.span, 'time', filter.range.label, (own) => ({
        ...unitWithin(own, read, (unit) => unit.meaning.type === 'period'),
        candidates: otherPeriods(filter.range, read),
      }));
    if (filter.kind === 'recurring' || filter.kind === 'latest') return add(filter.span, 'time', label);
    if (filter.kind === 'compare' && filter.op === '=' && typeof filter.value === 'string') {
      const { column, value } = filter;
      return add(filter.span, 'filter', label, (own) => ({
        ...unitWithin(own, read, (unit) => unit.meaning.type === 'value' && isSame(unit.meaning.column, column)),
        candidates: otherValues(column, value, read),
      }));
    }
    add(filter.span, 'filter', label);
  }
}

type Stretch = Pick<Draft, 'start' | 'end'>;

const isSame = (one: ColumnRef, other: ColumnRef): boolean => one.table === other.table && one.column === other.column;

/** Whether a span is of this text. A part that a follow-up keeps has the span of the previous question. */
const isIn = (text: string, { start, end, text: words }: Span): boolean => text.slice(start, end) === words;

/** The longest unit of a kind within a stretch; the stretch itself if there is none. */
function unitWithin(own: Stretch, { units }: ReadQuestion, is: (unit: Unit) => boolean): Stretch {
  const [longest] = units
    .filter((unit) => own.start <= unit.start && unit.end <= own.end && is(unit))
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  return longest ? { start: longest.start, end: longest.end } : own;
}

/** The words of a figure with the word that counts or aggregates right beside them: "how many orders", 订单有多少. */
function withOperator(span: Span, { text, units }: ReadQuestion): Span {
  const beside = units.filter(
    ({ meaning, start, end }) =>
      meaning.type === 'operator' &&
      (meaning.operator.op === 'count' || meaning.operator.op === 'aggregate') &&
      ((end <= span.start && BETWEEN.test(text.slice(end, span.start))) ||
        (span.end <= start && BETWEEN.test(text.slice(span.end, start)))),
  );
  const start = Math.min(span.start, ...beside.map((unit) => unit.start));
  const end = Math.max(span.end, ...beside.map((unit) => unit.end));
  return { start, end, text: text.slice(start, end) };
}

const BETWEEN = /^(?:\s|的|个|of|the)*$/u;

/** The words that name a column. */
function spanOfColumn(ref: ColumnRef, { units }: ReadQuestion): Span | undefined {
  const [named] = units
    .filter(
      ({ meaning }) => (meaning.type === 'attribute' || meaning.type === 'measure') && isSame(meaning.column, ref),
    )
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  return named && { start: named.start, end: named.end, text: named.text };
}

/**
 * Parts without overlaps: of two overlapping parts the shorter keeps its words, and the longer its longest remaining
 * stretch. A thing keeps only words of no other part. Parts of the same words become one.
 */
export function apart(drafts: readonly Draft[], { text, wording }: Pick<ReadQuestion, 'text' | 'wording'>): Draft[] {
  const kept: Draft[] = [];
  const rank = ({ kind, start, end }: Draft): number => (kind === 'entity' ? text.length : 0) + end - start;
  for (const draft of [...drafts].sort((a, b) => rank(a) - rank(b))) {
    const left = longestLeft(draft, kept, text);
    const same = kept.find(({ start, end }) => start < draft.end && draft.start < end);
    if (left !== null) kept.push({ ...draft, ...left, choices: within(draft.choices, left) });
    else if (same && draft.kind !== 'entity' && !same.label.includes(draft.label))
      same.label = `${same.label}${say(wording.locale, '、', ', ')}${draft.label}`;
  }
  return kept.sort((a, b) => a.start - b.start);
}

/** Choices for other words than those of the part are dropped. */
const within = (choices: Choices, { start, end }: Stretch): Choices =>
  start <= choices.start && choices.end <= end ? choices : { start, end, candidates: choices.candidates };

function longestLeft({ start, end }: Stretch, kept: readonly Draft[], text: string): Stretch | null {
  const taken = kept.filter((one) => one.start < end && start < one.end).sort((a, b) => a.start - b.start);
  const ends = [start, ...taken.map((one) => Math.min(one.end, end))];
  const starts = [...taken.map((one) => Math.max(one.start, start)), end];
  const [longest] = ends
    .map((from, at) => trimmed(text, from, starts[at] ?? end))
    .filter((one) => /[\p{L}\p{N}]/u.test(text.slice(one.start, one.end)))
    .sort((a, b) => b.end - b.start - (a.end - a.start));
  return longest ?? null;
}

/** A stretch without outer spaces and connecting words. */
function trimmed(text: string, from: number, to: number): Stretch {
  const words = text.slice(from, Math.max(from, to));
  const lead = /^(?:\s|,|的)*(?:(?:of|in|by|for|with|and|the)\s+)*/u.exec(words)?.[0].length ?? 0;
  const tail = /(?:\s+(?:of|in|by|for|with|and|the))*(?:\s|,|的)*$/u.exec(words)?.[0].length ?? 0;
  return { start: from + lead, end: Math.max(from + lead, from + words.length - tail) };
}
