import type { Dimension, Measure, SemanticQuery } from '@querent/contracts';
import { labelOf } from '@querent/model';
import { isAdditive } from '../additivity';
import type { Asked } from '../asked';
import { countOf, measured, usualOrder } from '../changed-query';
import { groupings } from '../groupings';
import { pinsOne } from '../pins-one';
import { columnLabel } from '../wording/column-words';

/** Limit of groupings that are tried. */
const most = 4;

/** The same measures by another grouping; a list of distinct values (有哪些渠道) is counted by value. */
export function* byOtherGroups(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  if (query.near?.radiusMeters === null || (query.measures.length === 0 && pinsOne(asked))) return;
  const measures =
    query.measures.length > 0 ? query.measures.map(({ where: _where, ...measure }) => measure) : [countOf(asked)];
  const [column] = query.select;
  if (query.distinct && column) yield measured(asked, measures, [{ label: columnLabel(column, asked), column }]);
  const time = query.dimensions.filter(({ grain }) => grain !== undefined);
  if (query.dimensions.length > 1 && time.length === 0)
    for (const one of query.dimensions) yield measured(asked, measures, [one]);
  for (const group of groupings(asked).slice(0, most)) {
    const changed = measured(asked, measures, [group, ...time]);
    yield { ...changed, order: usualOrder(changed, asked.model) };
  }
}

/** The shares of a total; if one share was asked for, all of them. */
export function* asShares(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  const [measure, ...others] = query.measures;
  const [dimension, ...further] = query.dimensions;
  if (
    !measure ||
    others.length > 0 ||
    further.length > 0 ||
    dimension?.grain ||
    query.compare ||
    query.limit !== null ||
    query.near
  )
    return;
  const [part, ...more] = measure.share?.where ?? [];
  if (part?.kind === 'compare' && more.length === 0 && !dimension)
    yield measured(asked, [shareOf(measure, asked)], [{ label: columnLabel(part.column, asked), column: part.column }]);
  else if (dimension && !measure.share && !isYearly(dimension, asked) && isAdditive(query, asked.model, 0))
    yield measured(asked, [shareOf(measure, asked)], [dimension]);
}

/** The numbers behind shares: of all parts, or of the part that was asked for. */
export function* asNumbers(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  const [measure, ...others] = query.measures;
  if (!measure?.share || others.length > 0) return;
  const { share, span: _words, ...plain } = measure;
  const number = measured(asked, [{ ...plain, label: bareLabel(measure) }], query.dimensions);
  yield share.of === 'total' ? number : { ...number, filters: [...query.filters, ...(share.where ?? [])] };
}

/** Averages of the column that a list is sorted by: by group, and overall. */
export function* averages(asked: Asked): Generator<SemanticQuery> {
  const { query, locale } = asked;
  const [order] = query.order;
  if (query.measures.length > 0 || query.near || query.distinct || order?.by.kind !== 'column') return;
  const { column } = order.by;
  const label = columnLabel(column, asked);
  const measure: Measure = {
    label: { zh: `平均${label}`, en: `average ${label}` }[locale],
    what: { kind: 'aggregate', fn: 'avg', table: column.table, column },
  };
  for (const group of groupings(asked).slice(0, 2)) yield measured(asked, [measure], [group]);
  yield measured(asked, [measure]);
}

function shareOf(measure: Measure, { locale }: Asked): Measure {
  const label = bareLabel(measure);
  return { label: { zh: `${label}占比`, en: `share of ${label}` }[locale], what: measure.what, share: { of: 'total' } };
}

/** The label of a share's measure, without the word for share. */
function bareLabel({ label }: Measure): string {
  return label.replace(/占比$|^share of /i, '');
}

function isYearly({ column }: Dimension, { model }: Asked): boolean {
  return model.tables[column.table]?.columns[column.column]?.isYear ?? false;
}

/** The total over the groups or the ranking. */
export function* inTotal(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  if (query.measures.length === 0 || query.dimensions.length === 0 || query.measures.some(({ share }) => share)) return;
  yield { ...measured(asked, query.measures), compare: query.compare };
}

/** Another measure of the same rows. */
export function* otherMeasure(asked: Asked): Generator<SemanticQuery> {
  const { query, model, locale } = asked;
  const [measure] = query.measures;
  if (measure?.what.kind !== 'metric' || measure.share || query.measures.length > 1 || query.limit !== null) return;
  const { id } = measure.what;
  const metric = model.metrics[id];
  const others = Object.values(model.metrics).filter(
    (other) =>
      other.id !== id &&
      other.table !== null &&
      other.table === metric?.table &&
      other.parent === metric.parent &&
      other.requires.join() === metric.requires.join(),
  );
  for (const other of others.slice(0, 2)) {
    const label = labelOf(other, locale);
    if (label !== '') yield { ...query, measures: [{ label, what: { kind: 'metric', id: other.id, form: 'value' } }] };
  }
}
