import type { Dimension, Filter, Measure, Order, SemanticQuery, Span } from '@querent/contracts';
import { attributeLabel, label } from '../../wording/words';
import type { Attribute } from '../../model/things';
import { type Draft, type DraftExists, type DraftFilter, type Reading, emptyDraft } from '../reading/reading';

/** Where parts of an earlier question stand in this one: nowhere, and so never on top of its words. */
const NOWHERE: Span = { start: 0, end: 0, text: '' };

/** The query of an earlier question as a draft again; null when its subject is no part of the model (any more). */
export function resumeDraft(reading: Reading, query: SemanticQuery): Draft | null {
  const thing = reading.lexicon.things.get(query.subject.name);
  if (!thing) return null;
  const filters = query.filters.map(withoutSpan);
  return {
    ...emptyDraft(),
    subject: { thing },
    measures: query.measures.map(({ span: _span, ...measure }) => inLocale(reading, measure)),
    dimensions: query.dimensions.map(({ span: _span, ...dimension }) => ({ ...dimension, label: columnLabel(reading, dimension) })),
    select: query.select.flatMap((ref) => attributeAt(reading, ref) ?? []),
    distinct: query.distinct,
    filters: filters.filter((one) => one.kind !== 'exists').map((filter): DraftFilter => ({ filter, attribute: attributeOf(reading, filter) })),
    exists: filters.flatMap((one): DraftExists[] => (one.kind === 'exists' ? [{ table: one.table, negated: one.negated, filters: one.filters, ...(one.count ? { count: one.count } : {}), span: NOWHERE, at: -1 }] : [])),
    having: query.having.map(({ span: _span, ...having }) => having),
    compare: query.compare,
    near: query.near,
    order: isDefaultOrder(query) ? [] : query.order.map((order) => ({ ...order, span: NOWHERE })),
    limit: query.limit,
    limitPer: query.limitPer,
    strategy: query.near ? 'spatial' : query.measures.length === 0 && query.strategy === 'detail' ? 'detail' : null,
  };
}

/** A metric under its name in the language of this turn, which may be another. */
function inLocale({ model, locale }: Reading, measure: Measure): Measure {
  const metric = measure.what.kind === 'metric' && measure.what.form === 'value' && !measure.share ? model.metrics[measure.what.id] : undefined;
  return metric ? { ...measure, label: label(metric.label, locale, metric.id) } : measure;
}

function columnLabel(reading: Reading, dimension: Dimension): string {
  const attribute = attributeAt(reading, dimension.column);
  const own = attribute && (dimension.label === attribute.label.zh || dimension.label === attribute.label.en);
  return own ? attributeLabel(attribute, reading.locale) : dimension.label;
}

/** The column that a condition is on; for a term the first of its table, as where terms are read. */
export function attributeOf(reading: Reading, filter: Filter): Attribute | null {
  if (filter.kind === 'or') return filter.filters.map((one) => attributeOf(reading, one)).find((one) => one !== null) ?? null;
  if (filter.kind === 'term') return reading.lexicon.things.get(reading.model.terms[filter.id]?.table ?? '')?.attributes[0] ?? null;
  return 'column' in filter ? attributeAt(reading, filter.column) : null;
}

export function attributeAt(reading: Reading, ref: { table: string; column: string }): Attribute | null {
  return reading.lexicon.things.get(ref.table)?.attributes.find((one) => one.ref.column === ref.column) ?? null;
}

function withoutSpan(filter: Filter): Filter {
  const { span: _span, ...rest } = filter;
  return rest.kind === 'or' || rest.kind === 'exists' ? { ...rest, filters: rest.filters.map(withoutSpan) } : rest;
}

/** An order that nobody asked for follows from the query's shape, and follows from the new shape again. */
function isDefaultOrder({ order, limit }: SemanticQuery): boolean {
  return order.every(isImplied) && (limit === null || order.every(({ by }) => by.kind === 'distance'));
}

function isImplied({ span, by, direction }: Order): boolean {
  if (span) return false;
  return by.kind === 'distance' || (by.kind === 'dimension' && direction === 'asc') || (by.kind === 'measure' && by.index === 0 && direction === 'desc');
}
