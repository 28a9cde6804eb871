import type { Filter, SemanticQuery, Strategy } from '@querent/contracts';
import type { Reading } from '../reading/reading';
import { refuse } from './refuse';
import type { Stop } from './step';

/** Turns the draft into the query: subject checked, strategy chosen, or-words honoured. */
export function finish(reading: Reading): SemanticQuery | Stop {
  const { draft } = reading;
  const subject = draft.subject;
  if (!subject) return refuse(reading, 'empty');
  const [stray] = draft.dimensions;
  if (stray && draft.measures.length === 0) return refuse(reading, 'unplaced', stray.span?.text ?? stray.label);
  const [order] = draft.order;
  if (order?.span && draft.measures.length > 0 && draft.dimensions.length === 0) return refuse(reading, 'unplaced', order.span.text);
  const exists = draft.exists.map(({ table, filters, negated, count, span }): Filter => ({ kind: 'exists', table, filters, negated, span, ...(count ? { count } : {}) }));
  return {
    subject: { kind: subject.thing.kind, name: subject.thing.name, ...(subject.span ? { span: subject.span } : {}) },
    strategy: strategyOf(reading),
    measures: draft.measures,
    dimensions: draft.dimensions,
    select: selected(reading),
    distinct: draft.distinct,
    filters: [...draft.filters.map((one) => one.filter), ...exists],
    having: draft.having,
    compare: draft.compare,
    near: draft.near,
    order: orderOf(reading),
    limit: draft.limit,
    limitPer: draft.limitPer,
  };
}

function strategyOf(reading: Reading): Strategy {
  const { draft } = reading;
  if (draft.measures.length > 0) return 'summary';
  if (draft.near) return 'spatial';
  if (draft.strategy) return draft.strategy;
  if (draft.subject?.thing.kind === 'entity') return draft.order.length > 0 ? 'detail' : 'coverage';
  return 'detail';
}

function selected(reading: Reading): SemanticQuery['select'] {
  const { draft } = reading;
  const refs = draft.select.map((one) => one.ref);
  return refs.filter((ref, at) => refs.findIndex((other) => other.table === ref.table && other.column === ref.column) === at);
}

/** Periods run forward unless the question orders otherwise. */
function orderOf(reading: Reading): SemanticQuery['order'] {
  const { draft } = reading;
  if (draft.order.length > 0) return draft.order;
  if (draft.near && draft.measures.length === 0) return [{ by: { kind: 'distance' }, direction: 'asc' }];
  const time = draft.dimensions.findIndex((one) => one.grain !== undefined || isYear(reading, one.column));
  if (time >= 0) return [{ by: { kind: 'dimension', index: time }, direction: 'asc' }];
  if (draft.measures.length > 0 && draft.dimensions.length > 0 && draft.compare === null) return [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }];
  return [];
}

function isYear(reading: Reading, ref: { table: string; column: string }): boolean {
  return reading.model.tables[ref.table]?.columns[ref.column]?.isYear ?? false;
}

