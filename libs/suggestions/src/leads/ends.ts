import type { ColumnRef, Dimension, SemanticQuery } from '@querent/contracts';
import { isOver } from '@querent/model';
import type { Asked } from '../asked';
import { countOf, listed, measured } from '../changed-query';
import { groupings } from '../groupings';
import { pinsOne } from '../pins-one';
import { columnLabel } from '../wording/column-words';

/** Length of a ranking if the question names none. */
const few = 5;

/**
 * Extremes: the other end of a ranking, the top groups, the group with the largest part of a total, the first of a
 * list.
 */
export function* ends(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  if (query.compare || query.near || query.measures.some(({ share }) => share)) return;
  if (query.measures.length === 0) yield* endsOfList(asked);
  else yield* query.limit === null ? topGroups(asked) : otherEnd(query);
}

function* otherEnd(query: SemanticQuery): Generator<SemanticQuery> {
  const [order, ...others] = query.order;
  if (!order || others.length > 0 || (order.by.kind !== 'measure' && order.by.kind !== 'column')) return;
  yield { ...query, order: [{ ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }] };
}

/**
 * For a total: the group with the largest value. For groups: the first few, if the groups are named things, of which
 * the answer does not name all.
 */
function* topGroups(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  const [only, ...others] = query.dimensions;
  const measures = query.measures.slice(0, 1);
  const ranked = (group: Dimension, limit: number): SemanticQuery => ({
    ...query,
    measures,
    dimensions: [group],
    having: [],
    order: [{ by: { kind: 'measure', index: 0 }, direction: 'desc' }],
    limit,
  });
  if (only === undefined) yield* [...inTurn(groupings(asked)).map((group) => ranked(group, 1)), ...extremesOf(asked)];
  else if (others.length === 0 && isName(only.column, asked)) yield ranked(only, few);
}

/** Rows with the largest values behind an average or an extreme. */
function extremesOf(asked: Asked): SemanticQuery[] {
  const { query, model } = asked;
  const [measure, ...others] = query.measures;
  const { name } = query.subject;
  if (measure?.what.kind !== 'aggregate' || measure.what.since || !isOver(measure.what.fn) || others.length > 0)
    return [];
  const { column } = measure.what;
  const named = Object.values(model.entities[name]?.fields ?? model.tables[name]?.columns ?? {}).some(
    ({ role }) => role === 'name',
  );
  if (!named || column?.table !== name) return [];
  return [
    {
      ...listed(asked),
      strategy: 'detail',
      order: [{ by: { kind: 'column', column }, direction: 'desc' }],
      limit: few,
    },
  ];
}

/** The second grouping first, because the first has probably been suggested already. */
function inTurn([first, second, ...others]: Dimension[]): Dimension[] {
  return [second, first, ...others].flatMap((group) => group ?? []).slice(0, 2);
}

function isName({ table, column }: ColumnRef, { model }: Asked): boolean {
  return (model.entities[table]?.fields[column] ?? model.tables[table]?.columns[column])?.role === 'name';
}

/** The listed value with the most rows. */
function* mostCommon(asked: Asked): Generator<SemanticQuery> {
  const [column] = asked.query.select;
  if (column && !pinsOne(asked))
    yield { ...measured(asked, [countOf(asked)], [{ label: columnLabel(column, asked), column }]), limit: 1 };
}

function* endsOfList(asked: Asked): Generator<SemanticQuery> {
  const { query, model } = asked;
  if (query.distinct) return yield* mostCommon(asked);
  if (query.limit !== null) return yield* otherEnd(query);
  const { name: subject } = query.subject;
  const entity = model.entities[subject];
  const columns = entity
    ? Object.values(entity.fields).map(({ id, role }) => ({ name: id, role }))
    : Object.values(model.tables[subject]?.columns ?? {});
  const filters = query.filters.filter((filter) => !('column' in filter) || !isName(filter.column, asked));
  const bounded = new Set(filters.flatMap((filter) => ('column' in filter ? [filter.column.column] : [])));
  for (const { name } of columns
    .filter((column) => column.role === 'measure' && !bounded.has(column.name))
    .slice(0, 2)) {
    yield {
      ...listed(asked),
      strategy: 'detail',
      filters,
      order: [{ by: { kind: 'column', column: { table: subject, column: name } }, direction: 'desc' }],
      limit: few,
    };
  }
}
