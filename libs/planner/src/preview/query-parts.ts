import type { ColumnRef, Filter, Measure, SemanticQuery, Span } from '@querent/contracts';
import { describeFilter, describeParts } from '@querent/explain';
import type { Unit } from '@querent/lexicon';
import { say, text } from '@querent/model';
import { columnName } from '../answers/wording';
import type { ChoiceContext } from './choices/choice-context';
import { otherFigures } from './choices/figures';
import { otherGroups } from './choices/groups';
import { withoutFilter, withoutGroup } from './choices/omissions';
import { otherPeriods } from './choices/periods';
import { otherDirection, otherLimits } from './choices/ranks';
import { otherTerms, otherValues } from './choices/values';
import type { Candidate, Draft, TextSpan } from './preview';

/** The question without a reading. */
export type ReadQuestion = Omit<ChoiceContext, 'query'>;

/** The parts of a query that come from words of the question, in the order of the question, without overlaps. */
export function queryParts(query: SemanticQuery, read: ReadQuestion): Draft[] {
  return apart(draftsOf(query, read), read);
}

function draftsOf(query: SemanticQuery, read: ReadQuestion): Draft[] {
  const { wording } = read;
  const texts = describeParts(query, { model: wording.facts.model, locale: wording.locale });
  const context: ChoiceContext = { ...read, query };
  const found: Draft[] = [];
  const add = (span: Span | undefined, kind: Draft['kind'], label: string, changes: Changes = {}): void => {
    if (!span || label === '' || span.text === '' || !isIn(read.text, span)) return;
    found.push({ start: span.start, end: span.end, kind, label, candidates: () => [], ...changes });
  };
  query.measures.forEach((measure) => {
    const span = measure.span ?? spanOfMetric(measure, read);
    add(span && withOperator(span, read), 'metric', measure.label, {
      definition: definitionOf(measure, wording),
      candidates: (own) => otherFigures(measure, own, context),
    });
    for (const filter of measure.where ?? []) addFilter(filter);
  });
  query.dimensions.forEach((dimension) =>
    add(dimension.span ?? spanOfThing(dimension.column.table, read), 'dimension', dimension.label, {
      candidates: (own) => otherGroups(dimension, own, context),
      omission: dimension.span && ((own) => withoutGroup(dimension, own, context)),
    }),
  );
  query.filters.forEach(addFilter);
  query.having.forEach(({ span }, at) => add(span, 'filter', texts.having[at] ?? ''));
  if (query.compare) add(query.compare.span, 'time', `${query.compare.base.label} / ${query.compare.current.label}`);
  add(query.near?.span, 'filter', texts.near);
  query.order.forEach(({ span }, at) =>
    query.limit === null
      ? add(span, 'order', texts.order[at] ?? '', { candidates: (own) => otherDirection(own, context) })
      : add(
          span,
          'limit',
          [texts.limit, texts.order[at] ?? ''].filter((one) => one !== '').join(say(wording.locale, '，', ', ')),
          { candidates: (own) => otherLimits(own, context) },
        ),
  );
  for (const ref of query.select) add(spanOfColumn(ref, read), 'dimension', columnName(wording, ref));
  add(query.subject.span, 'entity', texts.subject);
  return found;

  function addFilter(filter: Filter): void {
    const label = describeFilter(filter, { model: wording.facts.model, locale: wording.locale });
    const omission = (own: TextSpan): Candidate => withoutFilter(filter, own, context);
    const kind = filter.kind === 'time' || filter.kind === 'recurring' || filter.kind === 'latest' ? 'time' : 'filter';
    const span = filter.kind === 'time' ? withDays(filter.span, read) : filter.span;
    add(span, kind, filter.kind === 'time' ? filter.range.label : label, {
      candidates: (own) => otherConditions(filter, own, context),
      omission,
    });
  }
}

type Changes = Partial<Pick<Draft, 'definition' | 'candidates' | 'omission'>>;

/** Other conditions in place of one: of its column, of its time, of its table's terms. */
function otherConditions(filter: Filter, own: TextSpan, context: ChoiceContext): Candidate[] {
  if (filter.kind === 'time') return otherPeriods(filter, periodWithin(own, context), context);
  if (filter.kind === 'term') return otherTerms(filter, own, context);
  if (filter.kind !== 'compare' || filter.op !== '=' || typeof filter.value !== 'string') return [];
  const isOfColumn = ({ meaning }: Unit): boolean => meaning.type === 'value' && isSame(meaning.column, filter.column);
  return otherValues(filter, unitWithin(own, context, isOfColumn), context);
}

const isSame = (one: ColumnRef, other: ColumnRef): boolean => one.table === other.table && one.column === other.column;

/** Whether a span is of this text. A part that a follow-up keeps has the span of the previous question. */
const isIn = (text: string, { start, end, text: words }: Span): boolean => text.slice(start, end) === words;

/** A period with the days in brackets behind it, as the explicit wording of a question has them. */
function withDays(span: Span | undefined, { text, units }: ReadQuestion): Span | undefined {
  const bracket = span && /^\s*[（(][^（()）]*[)）]/u.exec(text.slice(span.end))?.[0];
  if (!span || !bracket) return span;
  const end = span.end + bracket.length;
  const isOfDays = units.some((unit) => unit.meaning.type === 'period' && unit.start >= span.end && unit.end <= end);
  return isOfDays ? { start: span.start, end, text: text.slice(span.start, end) } : span;
}

/** The words of a period within a stretch: from the first to the end of the stretch, if its days follow in brackets. */
function periodWithin(own: TextSpan, context: ChoiceContext): TextSpan {
  const isPeriod = ({ meaning }: Unit): boolean => meaning.type === 'period';
  if (!/[)）]$/u.test(context.text.slice(own.start, own.end))) return unitWithin(own, context, isPeriod);
  const starts = context.units.filter((unit) => isPeriod(unit) && own.start <= unit.start && unit.end <= own.end);
  return { start: Math.min(...starts.map(({ start }) => start), own.end), end: own.end };
}

/** The longest unit of a kind within a stretch; the stretch itself if there is none. */
function unitWithin(own: TextSpan, { units }: ReadQuestion, is: (unit: Unit) => boolean): TextSpan {
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

/** How the model defines a figure; empty: it does not. */
const definitionOf = ({ what }: Measure, { facts, locale }: ReadQuestion['wording']): string =>
  what.kind === 'metric' ? text(facts.model.metrics[what.id]?.description, locale) : '';

/** The longest words that name a metric, or the thing of a table. */
const spanOfMetric = ({ what }: Measure, read: ReadQuestion): Span | undefined =>
  what.kind === 'metric'
    ? longestUnit(read, ({ meaning }) => meaning.type === 'metric' && meaning.id === what.id)
    : undefined;

const spanOfThing = (table: string, read: ReadQuestion): Span | undefined =>
  longestUnit(read, ({ meaning }) => meaning.type === 'thing' && meaning.thing === table);

function longestUnit({ units }: ReadQuestion, is: (unit: Unit) => boolean): Span | undefined {
  const [longest] = units.filter(is).sort((a, b) => b.end - b.start - (a.end - a.start));
  return longest && { start: longest.start, end: longest.end, text: longest.text };
}

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
    if (left !== null) kept.push({ ...draft, ...left });
    else if (same && draft.kind !== 'entity' && !same.label.includes(draft.label))
      same.label = `${same.label}${say(wording.locale, '、', ', ')}${draft.label}`;
  }
  return kept.sort((a, b) => a.start - b.start);
}

function longestLeft({ start, end }: TextSpan, kept: readonly Draft[], text: string): TextSpan | null {
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
function trimmed(text: string, from: number, to: number): TextSpan {
  const words = text.slice(from, Math.max(from, to));
  const lead = /^(?:\s|,|的)*(?:(?:of|in|by|for|with|and|the)\s+)*/u.exec(words)?.[0].length ?? 0;
  const tail = /(?:\s+(?:of|in|by|for|with|and|the))*(?:\s|,|的)*$/u.exec(words)?.[0].length ?? 0;
  return { start: from + lead, end: Math.max(from + lead, from + words.length - tail) };
}
