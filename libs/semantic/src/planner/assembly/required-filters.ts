import type { Filter, Scalar, Span } from '@querent/contracts';
import type { ModelFilter } from '../../model/semantic-model';
import { label, say } from '../../wording/words';
import type { Attribute } from '../../model/things';
import { chosenFor, claim, type Reading } from '../reading/reading';
import { addDimension } from './read-dimensions';
import { type Stop, ask } from './step';

/** Fills the filters that the measured metrics require: from the question, else their default (disclosed), else asked. */
export function fillRequiredFilters(reading: Reading): Stop | null {
  const measured = reading.draft.measures.flatMap(({ what }) => (what.kind === 'metric' ? requiredBy(reading, what.id) : []));
  const required = new Set([...reading.draft.required, ...measured]);
  for (const id of required) {
    const filter = reading.model.filters[id];
    if (!filter || isGiven(reading, filter)) continue;
    const stop = fill(reading, filter);
    if (stop) return stop;
  }
  return null;
}

function requiredBy(reading: Reading, id: string): string[] {
  const metric = reading.model.metrics[id];
  if (!metric) return [];
  return [...metric.requires, ...Object.keys(metric.children).flatMap((child) => requiredBy(reading, child))];
}

function isGiven(reading: Reading, filter: ModelFilter): boolean {
  const { draft } = reading;
  const same = (ref: { table: string; column: string } | undefined) => ref?.table === filter.column.table && ref.column === filter.column.column;
  const filtered = draft.filters.some((one) => one.filter.kind !== 'or' && one.filter.kind !== 'term' && one.filter.kind !== 'exists' && one.filter.kind !== 'bound' && same(one.filter.column));
  return filtered || same(draft.compare?.column) || draft.dimensions.some((one) => same(one.column));
}

function fill(reading: Reading, filter: ModelFilter): Stop | null {
  const name = label(filter.label, reading.locale, filter.id);
  const stated = statedYear(reading, filter);
  if (stated !== null) {
    add(reading, filter, { kind: 'compare', column: filter.column, op: '=', value: scalar(reading, filter, stated.text), span: stated });
    return null;
  }
  const chosen = chosenFor(reading, `filter:${filter.id}`);
  const values = chosen.length > 0 ? chosen : filter.default === undefined ? [] : [filter.default];
  const [value] = values;
  if (value === undefined) return askValue(reading, filter, name);
  if (values.length > 1) {
    sideBySide(reading, filter, name, values);
    return null;
  }
  const note = value === 'latest' ? say(reading.locale, `${name}取最新`, `the latest ${name}`) : say(reading.locale, `${name}为${value}`, `${name} is ${value}`);
  add(reading, filter, value === 'latest' ? { kind: 'latest', column: filter.column, note } : { kind: 'compare', column: filter.column, op: '=', value: scalar(reading, filter, value), note });
  reading.disclosures.push(note);
  return null;
}

/** Several of what one figure is required to be of: each gets its own, none is mixed with another. */
function sideBySide(reading: Reading, filter: ModelFilter, name: string, values: Scalar[]): void {
  const note = say(reading.locale, `${name}为${values.join('或')}`, `${name} is ${values.join(' or ')}`);
  add(reading, filter, { kind: 'in', column: filter.column, values: values.map((value) => scalar(reading, filter, value)), negated: false, note });
  const attribute = attributeOf(reading, filter);
  if (attribute) addDimension(reading, attribute, [], name);
  reading.disclosures.push(note);
}

/** "Average wifi score 2024": a bare number that is one of the years kept is the year, where one is needed and none is named. */
function statedYear(reading: Reading, filter: ModelFilter): Span | null {
  const column = reading.model.tables[filter.column.table]?.columns[filter.column.column];
  if (!column?.isYear) return null;
  const open = reading.mentions.filter((mention) => mention.claim === null && mention.literal?.kind === 'number');
  const [year, ...others] = open.filter(({ literal }) => literal?.kind === 'number' && column.storedValues.includes(String(literal.value)));
  if (!year || others.length > 0 || open.length > 1) return null;
  claim('filter', year);
  return year.span;
}

/** A choice comes back as text; the column says what it is. */
function scalar(reading: Reading, filter: ModelFilter, value: Scalar): Scalar {
  const category = reading.model.tables[filter.column.table]?.columns[filter.column.column]?.category;
  return (category === 'integer' || category === 'numeric') && typeof value === 'string' ? Number(value) : value;
}

function add(reading: Reading, filter: ModelFilter, made: Filter): void {
  reading.draft.filters.push({ filter: made, attribute: attributeOf(reading, filter) });
}

function attributeOf(reading: Reading, { column }: ModelFilter): Attribute | null {
  return reading.lexicon.things.get(column.table)?.attributes.find((one) => one.ref.column === column.column) ?? null;
}

function askValue(reading: Reading, filter: ModelFilter, name: string): Stop {
  const column = reading.model.tables[filter.column.table]?.columns[filter.column.column];
  const stored = [...(column?.storedValues ?? [])].sort().reverse().slice(0, 4);
  return ask({
    trigger: 'missing_filter',
    key: `filter:${filter.id}`,
    question: say(reading.locale, `要看哪个${name}？`, `Which ${name} do you mean?`),
    combinable: true,
    options: stored.map((value) => ({ label: value, value, aliases: spokenForms(value, [label(filter.label, 'zh'), label(filter.label, 'en')]) })),
  });
}

const NUMERALS = '零一二三四五六七八九十';

/** 第二学期, "term 2", 2024年: how people say a value that is a bare number. */
function spokenForms(value: string, names: string[]): string[] {
  if (!/^\d+$/.test(value)) return [];
  const numeral = NUMERALS[Number(value)];
  const spoken = [value, ...(numeral ? [numeral] : [])];
  return [`${value}年`, ...names.filter((name) => name !== '').flatMap((name) => spoken.flatMap((one) => [`第${one}${name}`, `${one}${name}`, `${name} ${one}`]))];
}
