import type { Filter } from '@querent/contracts';
import { reach } from '../lexicon/join-graph';
import type { Mention } from '../reading/mention';
import { cueOf, sensesOf } from '../reading/mention';
import { type DraftFilter, type Reading, spanBetween } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/**
 * "under 50 or over 3000", 图书或价格超过3000元: conditions joined by "or" hold for rows of either. Where it is open how far
 * the "or" goes (a third condition, a negated one, related rows), there is no plan.
 */
export function joinAlternatives(reading: Reading): Stop | null {
  for (const mention of reading.mentions) {
    if (!mention.glue.has('or') || onlyEither(reading, mention)) continue;
    const left = conditionFrom(reading, mention.index - 1, -1);
    const right = conditionFrom(reading, mention.index, 1);
    if (left === right) continue;
    if (!left || !right || !join(reading, left, right)) return refuse(reading, 'unplaced', reading.text.slice(reading.mentions[mention.index - 1]?.span.start ?? 0, mention.span.end));
  }
  const never = reading.draft.filters.find((one) => reading.draft.filters.some((other) => excludes(one.filter, other.filter)));
  return never ? refuse(reading, 'unplaced', never.filter.span?.text) : null;
}

/** Below 50 and above 3000: no row is both, so the two were meant otherwise. */
function excludes(low: Filter, high: Filter): boolean {
  if (low.kind !== 'compare' || high.kind !== 'compare' || !low.op.startsWith('<') || !high.op.startsWith('>')) return false;
  return low.column.table === high.column.table && low.column.column === high.column.column && low.value < high.value;
}

/** "either" opens the alternatives, it does not part them. */
function onlyEither(reading: Reading, mention: Mention): boolean {
  return /either\s*$/.test(reading.text.slice(reading.mentions[mention.index - 1]?.span.end ?? 0, mention.span.start)) && !/\bor\b/.test(reading.text.slice(reading.mentions[mention.index - 1]?.span.end ?? 0, mention.span.start));
}

/** The condition that a mention belongs to, or the nearest one that way behind words that only lead to it. */
function conditionFrom(reading: Reading, from: number, step: 1 | -1): DraftFilter | null {
  for (let at = from; Math.abs(at - from) < 4; at += step) {
    const mention = reading.mentions[at];
    if (!mention) return null;
    const own = reading.draft.filters.filter(({ filter: { span } }) => span && span.start <= mention.span.start && mention.span.end <= span.end);
    if (own[0]) return own[0];
    const leads = ['have', 'which', 'verb', 'group'].some((kind) => cueOf(mention, kind as 'have')) || ['subject', 'label', 'measure', 'context', 'relation'].includes(mention.claim ?? '') || sensesOf(mention, 'thing').length > 0;
    if (!leads || mention.claim === 'relation') return null;
  }
  return null;
}

function join(reading: Reading, left: DraftFilter, right: DraftFilter): boolean {
  const { draft } = reading;
  const parts = [left, right];
  if (parts.some((one) => isNegated(one.filter) || !isOfSubject(reading, one))) return false;
  const columns = new Set(parts.flatMap(({ filter }) => columnsOf(filter)));
  const others = draft.filters.some((one) => !parts.includes(one) && one.filter.span !== undefined);
  if (columns.size > 1 && (others || draft.exists.length > 0)) return false;
  const filters = parts.flatMap(({ filter }) => (filter.kind === 'or' ? filter.filters : [filter]));
  const joined: DraftFilter = { attribute: left.attribute, filter: { kind: 'or', filters, span: spanBetween(reading, left.filter.span, right.filter.span) } };
  draft.filters = draft.filters.flatMap((one) => (one === left ? [joined] : one === right ? [] : [one]));
  return true;
}

function isNegated(filter: Filter): boolean {
  return ('negated' in filter && filter.negated) || (filter.kind === 'compare' && filter.op === '!=');
}

/** Conditions on the subject's own rows, or on the one row that each of them points to. */
function isOfSubject(reading: Reading, { attribute, filter }: DraftFilter): boolean {
  const subject = reading.draft.subject?.thing;
  if (!subject || !attribute || filter.kind === 'exists') return false;
  if (subject.name === attribute.ref.table || subject.tables.includes(attribute.ref.table)) return true;
  return reach(reading.model, subject.name, attribute.ref.table)?.kind === 'one';
}

function columnsOf(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.filters.flatMap(columnsOf);
  if (filter.kind === 'term') return [`term ${filter.id}`];
  return 'column' in filter ? [`${filter.column.table}.${filter.column.column}`] : ['related'];
}
