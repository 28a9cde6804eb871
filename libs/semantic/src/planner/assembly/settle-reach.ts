import type { ColumnRef, Filter } from '@querent/contracts';
import { reach } from '../lexicon/join-graph';
import { label } from '../answer/words';
import type { DraftFilter, Reading } from '../reading/reading';
import { refuse } from './refuse';
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
  return checkColumns(reading, subject.name);
}

/** Tables on a way that a bare value may stand at the end of: order, item, product. Farther ones need words that say how. */
const FARTHEST = 3;

/** Puts a condition on the many side into an exists over the first table of the way that sees it to-one. */
function wrap(reading: Reading, way: string[], filter: Filter, table: string): boolean {
  const bridge = way.slice(1).find((name) => seesOne(reading, name, table));
  if (!bridge) return false;
  const span = filter.span ?? { start: 0, end: 0, text: '' };
  const existing = reading.draft.exists[0];
  if (!existing && way.length > FARTHEST) return false;
  if (!existing) {
    const positive = positiveForm(filter);
    reading.draft.exists.push({ table: bridge, negated: positive !== null, filters: [positive ?? filter], span, at: 0 });
    return true;
  }
  if (seesOne(reading, existing.table, table)) existing.filters.push(filter);
  else if (seesOne(reading, bridge, existing.table) && !existing.count) Object.assign(existing, { table: bridge, filters: [...existing.filters, filter] });
  else return false;
  return true;
}

/** "customers who are not … in any order": the negation belongs to the whole condition, not to one of the rows. */
function positiveForm(filter: Filter): Filter | null {
  if (filter.kind === 'compare' && filter.op === '!=') return { ...filter, op: '=' };
  if ((filter.kind === 'in' || filter.kind === 'text') && filter.negated) return { ...filter, negated: false };
  return null;
}

function seesOne(reading: Reading, from: string, to: string): boolean {
  const kind = reach(reading.model, from, to)?.kind;
  return kind === 'same' || kind === 'one';
}

function checkColumns(reading: Reading, subject: string): Stop | null {
  const { draft } = reading;
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
