import type { ColumnRef, Filter } from '@querent/contracts';
import { reach } from '../lexicon/join-graph';
import { label } from '../../wording/words';
import type { DraftExists, DraftFilter, Reading } from '../reading/reading';
import { isPartedFrom, partRelations, placeByVerb, positiveForm } from './part-relations';
import { refuse } from './refuse';
import { simpleAggregate } from './simple-aggregate';
import type { Stop } from './step';

/**
 * Every part must be reachable from the subject without multiplying its rows. Conditions on the many side become
 * "has such rows"; figures that would be counted twice are refused.
 */
export function settleReach(reading: Reading): Stop | null {
  const { draft } = reading;
  const subject = draft.subject?.thing;
  if (!subject) return null;
  if (subject.kind === 'entity') return null;
  const spoken = draft.exists.length > 0;
  const kept: DraftFilter[] = [];
  for (const one of draft.filters) {
    const table = one.attribute?.ref.table ?? subject.name;
    const way = reach(reading.model, subject.name, table);
    if (!way) return refuse(reading, 'no_way', nameOfTable(reading, table));
    if (way.ambiguous) return refuse(reading, 'unplaced', one.filter.span?.text ?? nameOfTable(reading, table));
    if (way.kind !== 'many') kept.push(one);
    else if (!wrap(reading, way.way, one.filter, table)) return refuse(reading, 'unplaced', one.filter.span?.text ?? nameOfTable(reading, table));
  }
  draft.filters = kept;
  return partRelations(reading, spoken) ?? checkColumns(reading, subject.name);
}

/** Tables on a way that a bare value may stand at the end of: order, item, product. Farther ones need words that say how. */
const FARTHEST = 3;

/** Puts a condition on the many side into an exists over the first table of the way that sees it to-one. */
function wrap(reading: Reading, way: string[], filter: Filter, table: string): boolean {
  const bridge = way.slice(1).find((name) => seesOne(reading, name, table));
  if (!bridge) return false;
  const span = filter.span ?? { start: 0, end: 0, text: '' };
  if (reading.draft.exists.length > 1) return wrapByVerb(reading, bridge, filter, table);
  const existing = reading.draft.exists[0];
  if (!existing && way.length > FARTHEST) return false;
  if (!existing) {
    const positive = hasOther(reading, filter) ? null : positiveForm(filter);
    reading.draft.exists.push({ table: bridge, negated: positive !== null, filters: [positive ?? filter], span, at: 0 });
    return true;
  }
  return !isPartedFrom(reading, filter.span, existing) && narrow(reading, existing, bridge, filter, table);
}

/** 有未取消订单的客户: such a row is there, whatever the others are. */
function hasOther(reading: Reading, { span }: Filter): boolean {
  return span !== undefined && /(?:(?<!没)有|\b(?:with|have|has|had)\b)\s*(?:未|非|不是|non-?|not)\s*$/.test(reading.text.slice(0, span.start));
}

function narrow(reading: Reading, existing: DraftExists, bridge: string, filter: Filter, table: string): boolean {
  if (seesOne(reading, existing.table, table)) existing.filters.push(filter);
  else if (seesOne(reading, bridge, existing.table) && !existing.count) Object.assign(existing, { table: bridge, filters: [...existing.filters, filter] });
  else return false;
  return true;
}

function wrapByVerb(reading: Reading, bridge: string, filter: Filter, table: string): boolean {
  const placed = placeByVerb(reading, filter);
  return placed !== null && placed.every((one) => narrow(reading, one.to, bridge, one.filter, table));
}

function seesOne(reading: Reading, from: string, to: string): boolean {
  const kind = reach(reading.model, from, to)?.kind;
  return kind === 'same' || kind === 'one';
}

/** A metric that counts the rows of its table is the same as counting them, which is safe where rows multiply. */
function countRows(reading: Reading, subject: string): void {
  const { draft } = reading;
  // Rows that have some such value, split by all their values, would show values that nobody asked for.
  if (draft.exists.length > 0 || !draft.dimensions.some(({ column }) => reach(reading.model, subject, column.table)?.kind === 'many')) return;
  // Days and keys of the many side would each hold a row or two: only kinds group what has several of them.
  const kinds = draft.dimensions.every(({ column, grain }) => grain === undefined && reading.lexicon.things.get(column.table)?.attributes.find((one) => one.ref.column === column.column)?.role === 'dimension');
  if (!kinds) return;
  draft.measures = draft.measures.map((measure) => {
    const simple = measure.what.kind === 'metric' ? simpleAggregate(reading.model.metrics[measure.what.id]?.expression) : null;
    const key = reading.lexicon.things.get(simple?.table ?? '')?.primaryKey;
    const rows = simple?.fn === 'count' && key?.length === 1 && key[0] === simple.column;
    return rows ? { ...measure, what: { kind: 'aggregate', fn: 'count', table: simple.table } } : measure;
  });
}

function checkColumns(reading: Reading, subject: string): Stop | null {
  const { draft } = reading;
  countRows(reading, subject);
  const counting = draft.measures.every((one) => one.what.kind === 'aggregate' && (one.what.fn === 'count' || one.what.fn === 'count_distinct'));
  const strict: ColumnRef[] = [...draft.select.map((one) => one.ref), ...draft.order.flatMap((one) => (one.by.kind === 'column' ? [one.by.column] : []))];
  for (const ref of strict) {
    const way = reach(reading.model, subject, ref.table);
    if (!way) return refuse(reading, 'no_way', nameOfTable(reading, ref.table));
    if (way.kind === 'many') return refuse(reading, 'fan_out', nameOfTable(reading, ref.table));
    if (way.ambiguous) return refuse(reading, 'unplaced', nameOfTable(reading, ref.table));
  }
  for (const { column } of draft.dimensions) {
    const way = reach(reading.model, subject, column.table);
    if (!way) return refuse(reading, 'no_way', nameOfTable(reading, column.table));
    if (way.kind === 'many' && !(counting && draft.measures.length > 0)) return refuse(reading, 'fan_out', nameOfTable(reading, column.table));
    if (way.ambiguous) return refuse(reading, 'unplaced', nameOfTable(reading, column.table));
  }
  for (const exists of draft.exists) if (!reach(reading.model, subject, exists.table)) return refuse(reading, 'no_way', nameOfTable(reading, exists.table));
  return null;
}

function nameOfTable(reading: Reading, table: string): string {
  const thing = reading.lexicon.things.get(table);
  return thing ? label(thing.label, reading.locale, table.replaceAll('_', ' ')) : table.replaceAll('_', ' ');
}
