import type { ColumnRef, Filter } from '@querent/contracts';
import { filterText } from '../../wording/filter-text';
import { say } from '../../wording/words';
import { reach } from '../lexicon/join-graph';
import type { Reading } from '../reading/reading';
import type { Stop } from './step';

/**
 * Conditions that hold by default, an agent's for one: each where the question has none on the same column and its rows
 * have one such column. They only narrow; what the question says itself wins, and the answer says what was added.
 */
export function applyDefaults(reading: Reading): Stop | null {
  for (const filter of reading.defaults) {
    if (columnsOf(reading, filter).length === 0 || isConditioned(reading, filter)) continue;
    const added = [toSubject(reading, filter), toRelated(reading, filter)].some(Boolean);
    if (added) reading.disclosures.push(say(reading.locale, `默认条件：${filterText(reading, filter)}`, `by default, ${filterText(reading, filter)}`));
  }
  return null;
}

/** The columns that a condition is about; none for what the model does not have. */
function columnsOf(reading: Reading, filter: Filter): ColumnRef[] {
  if (filter.kind === 'or') return filter.filters.flatMap((one) => columnsOf(reading, one));
  if (filter.kind === 'term') return reading.model.terms[filter.id] ? [{ table: reading.model.terms[filter.id]?.table ?? '', column: `term ${filter.id}` }] : [];
  if (filter.kind === 'bound') return reading.lexicon.things.has(filter.thing) ? [{ table: filter.thing, column: '*' }] : [];
  if (filter.kind === 'exists') return reading.lexicon.things.has(filter.table) ? [{ table: filter.table, column: '*' }] : [];
  const known = reading.lexicon.things.get(filter.column.table)?.attributes.some((one) => one.ref.column === filter.column.column);
  return known === true ? [filter.column] : [];
}

function isConditioned(reading: Reading, filter: Filter): boolean {
  const { draft } = reading;
  const wanted = columnsOf(reading, filter);
  const asked = [...draft.filters.map((one) => one.filter), ...draft.exists.flatMap((one) => one.filters)].flatMap((one) => columnsOf(reading, one));
  const compared = [...(draft.compare ? [draft.compare.column] : []), ...draft.ranges.map(({ column }) => column)];
  return wanted.some((one) => [...asked, ...compared].some((other) => other.table === one.table && other.column === one.column));
}

function toSubject(reading: Reading, filter: Filter): boolean {
  const subject = reading.draft.subject?.thing;
  const [first] = columnsOf(reading, filter);
  if (!subject || !first || !columnsOf(reading, filter).every((one) => hasOne(reading, subject.name, one.table) || (subject.kind === 'entity' && one.table === subject.name))) return false;
  const attribute = reading.lexicon.things.get(first.table)?.attributes.find((one) => one.ref.column === first.column) ?? null;
  reading.draft.filters.push({ attribute, filter: { ...filter, span: undefined } });
  return true;
}

/** "Customers with an order" are those with an order that the agent sees. */
function toRelated(reading: Reading, filter: Filter): boolean {
  const related = reading.draft.exists.filter((one) => columnsOf(reading, filter).every(({ table }) => hasOne(reading, one.table, table)));
  const subject = reading.draft.subject?.thing.name;
  const own = columnsOf(reading, filter).every(({ table }) => subject !== undefined && hasOne(reading, subject, table));
  if (own) return false;
  for (const one of related) one.filters.push({ ...filter, span: undefined });
  return related.length > 0;
}

function hasOne(reading: Reading, from: string, to: string): boolean {
  const kind = reach(reading.model, from, to)?.kind;
  return from === to || kind === 'same' || kind === 'one';
}
