import type { Filter, SemanticQuery, Span } from '@querent/contracts';
import { cueOf, isContent, type Mention } from '../reading/mention';
import type { Draft, Reading } from '../reading/reading';
import { thingOf } from './head-thing';
import { refuse } from './refuse';
import type { Stop } from './step';

/**
 * A claim is a promise; this holds the finished parts against it. Every content word that a part claimed must lie in
 * the span of a part that is still there, so that no step can drop what another one read.
 */
export function checkSpans(reading: Reading): Stop | null {
  const spans = spansOf(reading.draft);
  // A verb may lead several conditions, each with the span of what it bought.
  const related = reading.draft.exists.length > 0 || reading.draft.filters.some(({ filter }) => filter.kind === 'exists' || filter.kind === 'or');
  const lost = reading.mentions.find((mention) => isContent(mention) && PROMISES.has(mention.claim ?? '') && !(mention.claim === 'relation' && related) && !spans.some((span) => overlaps(span, mention.span)));
  if (lost) return refuse(reading, 'unplaced', lost.span.text);
  const joined = reading.mentions.find((mention) => isDroppedPair(reading, mention));
  return joined ? refuse(reading, 'unplaced', joined.span.text) : null;
}

/** Claims that say that a part with a span was made; a column of a list has none, a context word needs none. */
const PROMISES: ReadonlySet<string> = new Set(['measure', 'dimension', 'filter', 'having', 'time', 'compare', 'near', 'relation', 'share']);

/** "By year and district": what is joined to a grouping word groups too, it is no mere context. */
function isDroppedPair({ mentions, draft, ...rest }: Reading, mention: Mention): boolean {
  if (mention.claim !== 'context' || !mention.glue.has('and') || draft.dimensions.length === 0) return false;
  const before = mentions[mention.index - 1];
  const thing = thingOf({ mentions, draft, ...rest }, mention);
  if (draft.dimensions.some(({ column }) => column.table === thing?.name)) return false;
  return before?.claim === 'dimension' || cueOf(before, 'grain') !== null;
}

function spansOf(draft: Draft): Span[] {
  const parts: { span?: Span | undefined }[] = [...draft.measures, ...draft.dimensions, ...draft.having, ...draft.order, ...draft.exists];
  const filters = [...draft.filters.map((one) => one.filter), ...draft.exists.flatMap((one) => one.filters), ...draft.measures.flatMap((one) => [...(one.where ?? []), ...(one.share?.where ?? [])])];
  const others: (Pick<NonNullable<SemanticQuery['compare']>, 'span'> | null)[] = [draft.compare, draft.near, draft.subject];
  return [...draft.repeated, ...[...parts, ...others, ...filters.flatMap(withInner)].flatMap((part) => part?.span ?? [])];
}

function withInner(filter: Filter): Filter[] {
  return filter.kind === 'or' || filter.kind === 'exists' ? [filter, ...filter.filters.flatMap(withInner)] : [filter];
}

function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
