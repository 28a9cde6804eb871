import { comparedColumns, conditionsWithin, type ColumnRef, type Filter } from '@querent/contracts';
import { plural } from '@querent/language';
import { attributeLabel, label, say, thingsOf } from '@querent/model';
import { filterText } from '../wording/filter-text';
import { conditionKey } from './meaning-key';
import type { FailedQuery, Recovery } from './recovery';

/** The same question without one of its conditions, first without the one that most likely caused the failure. */
export function dropCondition(failed: FailedQuery): Recovery[] {
  return [...filters(failed), ...havings(failed), ...near(failed), ...measureConditions(failed)]
    .sort((a, b) => b.suspicion - a.suspicion)
    .map(({ suspicion, ...recovery }) => ({ ...recovery, lighter: suspicion > SUSPICION.compare }));
}

type Suspect = Omit<Recovery, 'lighter'> & { suspicion: number };

/**
 * Rank of each kind of condition as the cause of a failure: conversions, patterns, distances and aggregates fail most.
 * Kinds above `compare` also cost the database more than they save.
 */
const SUSPICION = {
  cast: 6,
  text: 5,
  near: 4,
  having: 3,
  exists: 2,
  bound: 2,
  or: 2,
  term: 2,
  compare_aggregate: 2,
  compare_columns: 2,
  between: 1,
  compare: 1,
  in: 1,
  null: 1,
  recurring: 1,
  latest: 0,
  time: 0,
} as const;

function filters(failed: FailedQuery): Suspect[] {
  const { query } = failed;
  const names = query.filters.map((filter) => nameOf(failed, filter));
  return query.filters.map((filter, at) => {
    const name = names[at] ?? '';
    const unique = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
    return {
      ...(unique ? texts(failed, name) : wholeTexts(failed, filter)),
      kind: 'drop_condition',
      id: conditionKey(query, { filter }),
      suspicion: isCast(failed, filter) ? SUSPICION.cast : SUSPICION[filter.kind],
      query: { ...query, filters: query.filters.filter((one) => one !== filter) },
    };
  });
}

function havings(failed: FailedQuery): Suspect[] {
  const { query } = failed;
  return query.having.map((having) => ({
    ...texts(failed, having.measure.label),
    kind: 'drop_condition',
    id: conditionKey(query, { having }),
    suspicion: SUSPICION.having,
    query: { ...query, having: query.having.filter((one) => one !== having) },
  }));
}

function near(failed: FailedQuery): Suspect[] {
  const { query, locale } = failed;
  if (query.near === null) return [];
  const order = query.order.filter(({ by }) => by.kind !== 'distance');
  const strategy = query.strategy === 'spatial' ? 'detail' : query.strategy;
  return [
    {
      kind: 'drop_condition',
      id: 'near',
      suspicion: SUSPICION.near,
      label: say(locale, '不限距离', 'at any distance'),
      aliases: ['距离', 'distance'],
      query: { ...query, near: null, order, strategy },
    },
  ];
}

/** A measure without its condition: all orders instead of "paid orders". */
function measureConditions(failed: FailedQuery): Suspect[] {
  const { query, locale } = failed;
  return query.measures.flatMap((measure, at): Suspect[] => {
    const [condition, ...further] = measure.where ?? [];
    const name =
      condition !== undefined && further.length === 0 && measure.share === undefined ? nameOf(failed, condition) : '';
    if (name === '') return [];
    const { where: _where, ...bare } = measure;
    const measures = query.measures.map((one, index) =>
      index === at
        ? { ...bare, label: say(locale, `${measure.label}（不限${name}）`, `${measure.label} (any ${name})`) }
        : one,
    );
    return [
      {
        ...texts(failed, name),
        kind: 'drop_condition',
        id: `measure:${at}`,
        suspicion: SUSPICION.compare,
        query: { ...query, measures },
      },
    ];
  });
}

function texts({ locale }: FailedQuery, name: string): Pick<Recovery, 'label' | 'aliases'> {
  return { label: say(locale, `不限${name}`, `without the condition on ${name}`), aliases: [name] };
}

/** The texts for a condition without a unique name: its wording, or the asker's words if the model lacks a part. */
function wholeTexts({ locale, model }: FailedQuery, filter: Filter): Pick<Recovery, 'label' | 'aliases'> {
  const wording = { locale, model };
  const text = isKnown(model, filter) ? filterText(wording, filter) : (filter.span?.text ?? '');
  if (text === '') return { label: say(locale, '去掉其中一个条件', 'without one of the conditions'), aliases: [] };
  return { label: say(locale, `不限“${text}”`, `without “${text}”`), aliases: [text] };
}

function isKnown(model: FailedQuery['model'], filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every((one) => isKnown(model, one));
  if (filter.kind === 'exists')
    return thingsOf(model).has(filter.table) && filter.filters.every((one) => isKnown(model, one));
  const isWithinKnown = conditionsWithin(filter).every((one) => isKnown(model, one));
  if (filter.kind === 'bound') return thingsOf(model).has(filter.thing) && isWithinKnown;
  if (filter.kind === 'term') return model.terms[filter.id] !== undefined;
  return isWithinKnown && comparedColumns(filter).every((ref) => attributeOf(model, ref) !== undefined);
}

/** The name of what a condition restricts, in business words; '' where there is no single name. */
function nameOf({ model, locale }: FailedQuery, filter: Filter): string {
  if (filter.kind === 'or' || filter.kind === 'compare_columns') return '';
  if (filter.kind === 'bound') return filter.measure.label;
  if (filter.kind === 'exists') return thingName(model, filter.table, locale);
  if (filter.kind === 'term') return label(model.terms[filter.id]?.label ?? {}, locale);
  const attribute = attributeOf(model, filter.column);
  return attribute === undefined ? '' : attributeLabel(attribute, locale);
}

function thingName(model: FailedQuery['model'], name: string, locale: FailedQuery['locale']): string {
  const text = label(thingsOf(model).get(name)?.label ?? {}, locale);
  return locale === 'en' && text !== '' ? plural(text) : text;
}

function isCast({ model }: FailedQuery, filter: Filter): boolean {
  return comparedColumns(filter).some(({ table, column }) => model.tables[table]?.columns[column]?.cast !== undefined);
}

function attributeOf(model: FailedQuery['model'], ref: ColumnRef) {
  return thingsOf(model)
    .get(ref.table)
    ?.attributes.find((one) => one.ref.column === ref.column);
}
