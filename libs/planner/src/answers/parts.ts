import {
  aggregatedColumns,
  comparedColumns,
  conditionsIn,
  conditionsWithin,
  type Filter,
  type Measure,
  type SemanticQuery,
  type Span,
} from '@querent/contracts';
import { plural } from '@querent/language';
import { describeFilter } from '@querent/explain';
import { AGGREGATES, elapsedText, say } from '@querent/model';
import type { Candidate } from './choices/candidate';
import { conditionId, keyOf } from './condition-id';
import { columnNames, conditionText, qualifiedName, thingName, valueName, valueNames, type Wording } from './wording';

/** The kinds of parts, in the order in which differences are decided. */
export const PART_KINDS = [
  'asked',
  'measure',
  'subject',
  'bound',
  'value',
  'rank',
  'time',
  'group',
  'condition',
  'rest',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** One part of a candidate's query, for comparison with the same part of another candidate. */
export interface Part {
  kind: PartKind;
  /** Equal for parts of two queries that come from the same words. */
  slot: string;
  /** Equal for equal parts. */
  id: string;
  label: string;
  aliases: string[];
  /** The words that the part comes from. */
  word: string;
  span?: Span;
}

/** The parts of a candidate. `stretches` are the words that conditions of any candidate come from. */
export function partsOf({ query }: Candidate, stretches: readonly Span[], wording: Wording): Part[] {
  const rows = query.measures.length === 0;
  return [
    askedPart(query, wording),
    rows
      ? { ...bare('subject', query.subject.name), label: thingName(wording, query.subject.name) }
      : measurePart(query.measures, wording),
    ...conditionParts(query, stretches, wording),
    ...query.dimensions.map((dimension, at): Part => ({
      kind: 'group',
      slot: `group ${at}`,
      id: `${keyOf(dimension.column)}${dimension.grain ?? dimension.part ?? ''}`,
      label: qualifiedName(wording, dimension.column),
      aliases: columnNames(wording, dimension.column),
      word: '',
    })),
    ...rankParts(query, wording),
    ...nearParts(query, wording),
    {
      ...bare(
        'rest',
        JSON.stringify([
          query.dimensions.length,
          query.select,
          query.distinct,
          query.having,
          query.order.length,
          query.limit,
          query.limitPer,
          query.offset,
          query.withNone,
          query.series,
          query.near?.radiusMeters,
        ]),
      ),
      label: '',
    },
  ];
}

/** A list of things or figures about them. */
function askedPart({ measures, subject }: SemanticQuery, wording: Wording): Part {
  const name = thingName(wording, subject.name);
  if (measures.length > 0)
    return {
      ...bare('asked', 'figures'),
      label: measures.map((measure) => measureLabel(measure, wording)).join(', '),
      aliases: ['数量', '多少', '数字', 'number', 'count', 'figure'],
    };
  return {
    ...bare('asked', 'rows'),
    label: say(wording.locale, `${name}列表`, `a list of ${plural(name)}`),
    aliases: ['列表', '清单', 'list', 'rows'],
  };
}

const bare = (kind: PartKind, id: string): Omit<Part, 'label'> => ({ kind, slot: kind, id, aliases: [], word: '' });

function measurePart(measures: readonly Measure[], wording: Wording): Part {
  const id = measures.map(measureId).join(', ');
  return {
    kind: 'measure',
    slot: 'measure',
    id,
    label: measures.map((measure) => measureLabel(measure, wording)).join(', '),
    aliases: measures.flatMap(({ what }) => (what.kind === 'aggregate' ? AGGREGATES[what.fn].picked : [])),
    word: '',
  };
}

const measureId = ({ what, share, per, over }: Measure): string =>
  (what.kind === 'metric'
    ? what.id
    : `${what.fn}(${aggregatedColumns(what).map(keyOf).join(' since ') || what.table})`) +
  (share ? ` share ${JSON.stringify(share)}` : '') +
  (per ? ` per ${measureId(per)}` : '') +
  (over ? ` over ${JSON.stringify(over)}` : '');

function measureLabel({ label, share }: Measure, wording: Wording): string {
  const { locale } = wording;
  if (!share) return label;
  if (share.of === 'total') return say(locale, `${label}占全部的比例`, `${label} as a share of the total`);
  const part = (share.where ?? []).map((filter) => conditionText(wording, filter)).join(say(locale, '、', ', '));
  return say(locale, `${part}的${label}占比`, `share of ${label} where ${part}`);
}

/** The column that rows are ordered by; groups are ordered by their figure, which is another part. */
function rankParts({ order }: SemanticQuery, wording: Wording): Part[] {
  return order.map(({ by, direction }, at): Part => {
    if (by.kind !== 'column')
      return { ...bare('rank', JSON.stringify([by, direction])), slot: `rank ${at}`, label: '' };
    return {
      kind: 'rank',
      slot: `rank ${at}`,
      id: `${keyOf(by.column)}${by.since ? ` since ${keyOf(by.since)}` : ''} ${direction}`,
      label: by.since
        ? elapsedText({ model: wording.facts.model, locale: wording.locale }, by.column, by.since)
        : qualifiedName(wording, by.column),
      aliases: columnNames(wording, by.column),
      word: '',
    };
  });
}

/** The location that rows are near. */
function nearParts({ near }: SemanticQuery, wording: Wording): Part[] {
  if (near?.place.kind !== 'stored') return [];
  const { nameColumn, value } = near.place;
  const { span } = near;
  return [
    {
      kind: 'value',
      slot: `near ${span?.start ?? ''}`,
      id: `${keyOf(nameColumn)}=${value}`,
      label: `${qualifiedName(wording, nameColumn)}${say(wording.locale, '为', ' is ')}${value}`,
      aliases: [value],
      word: span?.text ?? '',
      ...(span && { span }),
    },
  ];
}

/**
 * Conditions by the words that they come from, or by the period that they are about. Several in one slot are one part.
 */
function conditionParts(query: SemanticQuery, stretches: readonly Span[], wording: Wording): Part[] {
  const bySlot = new Map<string, Part>();
  const all = [...query.filters, ...query.measures.flatMap(conditionsIn)];
  for (const filter of all) {
    const part = conditionPart(filter, stretches, wording);
    const known = bySlot.get(part.slot);
    bySlot.set(
      part.slot,
      known ? { ...known, id: `${known.id} & ${part.id}`, label: `${known.label}, ${part.label}` } : part,
    );
  }
  const { compare } = query;
  if (compare)
    bySlot.set('compare', {
      kind: 'time',
      slot: 'compare',
      id: keyOf(compare.column),
      label: qualifiedName(wording, compare.column),
      aliases: columnNames(wording, compare.column),
      word: `${called(compare.base.label)}, ${called(compare.current.label)}`,
    });
  return [...bySlot.values()];
}

function conditionPart(filter: Filter, stretches: readonly Span[], wording: Wording): Part {
  const own = spanOf(filter);
  const stretch =
    own && boundIn(filter) !== '' && stretches.find(({ start, end }) => start <= own.start && own.end <= end);
  const id = conditionId(filter);
  const about = { id, label: conditionText(wording, filter), aliases: aliasesOf(filter, wording) };
  if (stretch) return { kind: 'value', slot: `value ${stretch.start}`, word: stretch.text, span: stretch, ...about };
  const time = periodIn(filter);
  const bound = boundIn(filter);
  if (time === undefined)
    return {
      kind: bound === null ? 'condition' : 'bound',
      slot: bound === null ? id : `bound ${bound}`,
      word: bound ?? '',
      ...about,
    };
  return {
    kind: 'time',
    slot: `time ${time.from} ${time.to}`,
    word: called(time.label),
    ...about,
    label: timeLabel(filter, time, wording),
  };
}

/** The condition with the name of its period, without the dates. */
function timeLabel(filter: Filter, { label }: { label: string }, { facts: { model }, locale }: Wording): string {
  return describeFilter(filter, { model, locale }).replaceAll(label, () => called(label));
}

const called = (label: string): string => label.replace(/\s*[（(].*/u, '');

/** The span of a condition, or of the conditions inside it. */
export function spanOf(filter: Filter): Span | undefined {
  if (filter.span) return filter.span;
  return conditionsWithin(filter)
    .map(spanOf)
    .find((span) => span !== undefined);
}

/** The bound of a condition, whatever column it is on; '' if the condition compares with other rows. */
function boundIn(filter: Filter): string | null {
  if (filter.kind === 'compare_aggregate' || (filter.kind === 'bound' && filter.against)) return '';
  if (filter.kind === 'bound' || (filter.kind === 'compare' && typeof filter.value === 'number'))
    return `${filter.op}${filter.value}`;
  return filter.kind === 'between' ? `${filter.from}–${filter.to}` : null;
}

function periodIn(filter: Filter): { from: string | null; to: string | null; label: string } | undefined {
  if (filter.kind === 'time') return filter.range;
  return conditionsWithin(filter)
    .map(periodIn)
    .find((period) => period !== undefined);
}

function aliasesOf(filter: Filter, wording: Wording): string[] {
  if (filter.kind === 'exists' || filter.kind === 'or')
    return [
      ...(filter.kind === 'exists' ? [thingName(wording, filter.table)] : []),
      ...filter.filters.flatMap((one) => aliasesOf(one, wording)),
    ];
  if (!('column' in filter)) return [];
  const values = filter.kind === 'compare' ? [filter.value] : filter.kind === 'in' ? filter.values : [];
  const { column } = filter;
  return [
    ...comparedColumns(filter).flatMap((one) => [...columnNames(wording, one), thingName(wording, one.table)]),
    ...values.flatMap((value) => [valueName(wording, column, value), ...valueNames(wording, column, value)]),
  ];
}
