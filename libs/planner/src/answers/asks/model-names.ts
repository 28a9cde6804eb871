import type { ColumnRef } from '@querent/contracts';
import type { UnitMeaning } from '@querent/lexicon';
import type { Facts } from '@querent/grammar';
import { keyOf } from '../condition-id';
import {
  columnName,
  columnNames,
  namesOf,
  qualifiedName,
  thingName,
  valueName,
  valueNames,
  type Wording,
} from '../wording';
import { labelOf, say } from '@querent/model';

/** A part of the model that a word may mean, as choices and proposals identify it. */
export interface NamedPart {
  /**
   * `thing:orders`, `metric:revenue`, `term:vip`, `attribute:orders.channel`, `value:customers.city=杭州市`,
   * `desc:orders.amount`
   */
  value: string;
  label: string;
  description?: string;
  names: string[];
}

/** The meaning that a choice or a proposal identifies; null if the model does not have it. */
export function meaningNamed(name: string, facts: Facts): UnitMeaning | null {
  const { model } = facts;
  const at = name.indexOf(':');
  const [kind, rest] = [name.slice(0, at), name.slice(at + 1)];
  if (kind === 'metric') return model.metrics[rest] ? { type: 'metric', id: rest } : null;
  if (kind === 'term') return model.terms[rest] ? { type: 'term', id: rest } : null;
  if (kind === 'thing') return model.tables[rest] || model.entities[rest] ? { type: 'thing', thing: rest } : null;
  const equals = rest.indexOf('=');
  const column = columnNamed(kind === 'value' ? rest.slice(0, equals) : rest, facts);
  if (column === null) return null;
  if (kind === 'attribute')
    return facts.role(column) === 'measure' ? { type: 'measure', column } : { type: 'attribute', column };
  if (kind === 'asc' || kind === 'desc') return { type: 'first_by', column, direction: kind, limit: FIRST };
  const value = rest.slice(equals + 1);
  const stored = facts.column(column);
  return kind === 'value' && equals > 0 && stored && (stored.storedValues.includes(value) || value in stored.values)
    ? { type: 'value', column, values: [value] }
    : null;
}

/** The number of rows offered as the first by a column that a quality may mean. */
const FIRST = 10;

/** The column of `table.column`; column names may contain dots, table names may not. */
function columnNamed(name: string, facts: Facts): ColumnRef | null {
  const dot = name.indexOf('.');
  const ref = { table: name.slice(0, dot), column: name.slice(dot + 1) };
  return facts.column(ref) ? ref : null;
}

/** How a part is offered: its label, and a description of its kind. */
export function namedPart(value: string, wording: Wording): NamedPart | null {
  const { facts, locale } = wording;
  const meaning = meaningNamed(value, facts);
  switch (meaning?.type) {
    case 'value': {
      const [stored = ''] = meaning.values;
      return {
        value,
        label: [
          qualifiedName(wording, meaning.column),
          say(locale, '：', ': '),
          valueName(wording, meaning.column, stored),
        ].join(''),
        names: valueNames(wording, meaning.column, stored),
      };
    }
    case 'attribute':
    case 'measure':
      return {
        value,
        label: qualifiedName(wording, meaning.column),
        names: [columnName(wording, meaning.column), ...columnNames(wording, meaning.column)],
      };
    case 'first_by': {
      const { column, direction, limit } = meaning;
      const name = columnName(wording, column);
      const [first, ending] = facts.isTime(column)
        ? direction === 'desc'
          ? (['latest', '最晚'] as const)
          : (['earliest', '最早'] as const)
        : direction === 'desc'
          ? (['highest', '最高'] as const)
          : (['lowest', '最低'] as const);
      return {
        value,
        label: say(locale, `${name}${ending}的${limit}个`, `the ${limit} with the ${first} ${name}`),
        names: [name, ...columnNames(wording, column)],
      };
    }
    case 'metric':
      return labelled(value, facts.model.metrics[meaning.id], wording);
    case 'term':
      return labelled(value, facts.model.terms[meaning.id], wording);
    case 'thing':
      return labelled(
        value,
        facts.model.entities[meaning.thing] ?? facts.model.tables[meaning.thing],
        wording,
        thingName(wording, meaning.thing),
      );
    default:
      return null;
  }
}

type Labelled = Parameters<typeof namesOf>[0] & { description?: { zh?: string; en?: string } };

function labelled(
  value: string,
  part: Labelled | undefined,
  { locale }: Wording,
  label = part ? labelOf(part, locale) : '',
): NamedPart | null {
  if (!part || label === '') return null;
  const description = part.description?.[locale];
  return { value, label, ...(description === undefined ? {} : { description }), names: namesOf(part) };
}

/** Every name of metrics, things, terms and columns, with its identifier. */
export function labelsOf({ model }: Facts): ReadonlyMap<string, string> {
  const known = labels.get(model);
  if (known) return known;
  const found = new Map<string, string>();
  const add = (value: string, names: readonly string[]): void => {
    for (const name of names) if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value);
  };
  for (const [id, metric] of Object.entries(model.metrics)) add(`metric:${id}`, namesOf(metric));
  for (const [id, term] of Object.entries(model.terms)) add(`term:${id}`, namesOf(term));
  for (const [id, entity] of Object.entries(model.entities)) add(`thing:${id}`, namesOf(entity));
  for (const [name, table] of Object.entries(model.tables)) add(`thing:${name}`, namesOf(table));
  for (const { name, columns } of Object.values(model.tables)) {
    for (const column of Object.values(columns))
      if (column.role !== 'key') add(`attribute:${keyOf({ table: name, column: column.name })}`, namesOf(column));
  }
  labels.set(model, found);
  return found;
}

const labels = new WeakMap<Facts['model'], ReadonlyMap<string, string>>();
