import type { Filter } from '@querent/contracts';
import { reach } from '../lexicon/join-graph';
import { homeOf } from '../assembly/measure-home';
import { timeColumnFor } from '../assembly/read-time';
import type { Stop } from '../assembly/step';
import type { Attribute, Thing } from '../../model/things';
import { nameOf } from '../../model/things';
import type { Reading } from '../reading/reading';
import { dateAmong } from './ask-date';
import { timeColumn } from './change-time';
import { attributeAt } from './resume-draft';
import { type Turn, UNFIT } from './turn';

/**
 * Another figure may be counted over other rows: the subject moves to its home, and a time goes to the column that dates
 * those rows, as it would in a question written out (退款金额 of this year is dated by the refund). What was filled in for
 * the figure before falls away; what the new one requires is filled in again.
 */
export function moveSubject({ reading, kept, opening }: Turn): Stop | null {
  const home = kept.measures[0] && homeOf(reading, kept.measures[0].what);
  const thing = reading.lexicon.things.get(home ?? '');
  const from = kept.subject?.thing;
  if (!thing || !from) return UNFIT;
  kept.filters = kept.filters.filter(({ filter }) => filter.note === undefined && filter.kind !== 'latest');
  if (thing === from) return null;
  if (kept.exists.length > 0 || kept.near || thing.kind !== from.kind) return UNFIT;
  if (kept.filters.some(({ attribute }) => attribute && !isReachable(reading, thing, attribute))) return UNFIT;
  const ways = [...kept.dimensions.map(({ column }) => column.table), ...kept.filters.flatMap(({ attribute, filter }) => (attribute && timeColumn({ reading }, filter).length === 0 ? [attribute.ref.table] : []))].map((table) => reach(reading.model, thing.name, table)?.kind);
  const dated = kept.compare !== null || kept.filters.some(({ filter }) => timeColumn({ reading }, filter).length > 0);
  // Groups of related rows would multiply these; a time would date these and a condition those.
  if (kept.dimensions.some((_, at) => ways[at] === 'many') || (dated && ways.includes('many'))) return UNFIT;
  const [old, next] = [usualTime(reading, from), usualTime(reading, thing)];
  kept.subject = { thing };
  if (old === next || old === null) return null;
  // Customers of last year are those who came then: the date of what has a name may say which of them, or when.
  const dates = kept.filters.some(({ attribute }) => attribute === old) && nameOf(from)?.role === 'name' && isOne(reading, thing, old) && next ? [next, old] : [];
  if (dates.length === 0) return redate({ reading, kept }, old, next);
  const chosen = opening.marks.has('those') ? old : dateAmong(reading, kept.measures[0]?.span?.text ?? '', dates);
  if ('kind' in chosen) return chosen;
  return chosen === old ? null : redate({ reading, kept }, old, next);
}

function usualTime(reading: Reading, thing: Thing): Attribute | null {
  const column = timeColumnFor(reading, null, thing.name);
  return Array.isArray(column) ? null : column;
}

function redate({ reading, kept }: Pick<Turn, 'reading' | 'kept'>, old: Attribute, next: Attribute | null): Stop | null {
  const dated = kept.filters.filter(({ filter }) => timeColumn({ reading }, filter).includes(old));
  const periods = kept.dimensions.filter(({ column }) => attributeAt(reading, column) === old);
  const compared = kept.compare && attributeAt(reading, kept.compare.column) === old;
  if (dated.length + periods.length === 0 && !compared) return null;
  if (next === null || next.isYear !== old.isYear) return UNFIT;
  const move = (filter: Filter): Filter => (filter.kind === 'or' ? { ...filter, filters: filter.filters.map(move) } : 'column' in filter ? { ...filter, column: next.ref } : filter);
  kept.filters = kept.filters.map((one) => (dated.includes(one) ? { attribute: next, filter: move(one.filter) } : one));
  kept.dimensions = kept.dimensions.map((one) => (periods.includes(one) ? { ...one, column: next.ref } : one));
  if (kept.compare && compared) kept.compare = { ...kept.compare, column: next.ref };
  return null;
}

function isOne(reading: Reading, thing: Thing, attribute: Attribute): boolean {
  const kind = reach(reading.model, thing.name, attribute.ref.table)?.kind;
  return kind === 'one' || kind === 'same';
}

/** The conditions of the question before must say something of the new rows, and of each of them one thing. */
function isReachable(reading: Reading, thing: Thing, attribute: Attribute): boolean {
  return reach(reading.model, thing.name, attribute.ref.table) !== null || thing.tables.includes(attribute.ref.table) || thing.name === attribute.ref.table;
}
