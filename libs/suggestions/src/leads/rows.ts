import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { countOf, listed, measured } from '../changed-query';
import { pinsOne } from '../pins-one';
import { isCount } from '../wording/measure-words';
import { isTimeFilter } from '../wording/time-words';

/** The rows behind a count, if conditions limit their number. */
export function* rowsBehind(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  const [measure, ...others] = query.measures;
  if (
    !measure ||
    others.length > 0 ||
    query.dimensions.length > 0 ||
    query.compare ||
    query.having.length > 0 ||
    !isCount(measure, asked)
  )
    return;
  if (query.near || query.filters.some((filter) => filter.span !== undefined && !isTimeFilter(filter, asked)))
    yield listed(asked);
}

/** The number of listed rows. */
export function* howMany(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  if (
    query.measures.length > 0 ||
    query.distinct ||
    query.limit !== null ||
    query.near?.radiusMeters === null ||
    pinsOne(asked)
  )
    return;
  yield measured(asked, [countOf(asked)]);
}

/** The same without one of its conditions, the last first. */
export function* withoutOne(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  const explicit = query.filters.filter((filter) => filter.span !== undefined && !isTimeFilter(filter, asked));
  // A list of all rows of a table is not useful.
  if (query.measures.length === 0 && query.limit === null && explicit.length < 2) return;
  for (const filter of explicit.toReversed())
    yield { ...query, filters: query.filters.filter((one) => one !== filter) };
}

/** Another fact about the same named thing. */
export function* otherFacts(asked: Asked): Generator<SemanticQuery> {
  const { query, model } = asked;
  if (query.measures.length > 0 || query.select.length === 0 || !pinsOne(asked)) return;
  const entity = model.entities[query.subject.name];
  const table = model.tables[query.subject.name];
  const columns = entity
    ? Object.values(entity.fields).map(({ id, role }) => ({ name: id, role }))
    : Object.values(table?.columns ?? {}).map(({ name, role }) => ({ name, role }));
  const others = columns.filter(
    ({ name, role }) =>
      !query.select.some(({ column }) => column === name) &&
      (role === 'measure' || role === 'dimension') &&
      !isAsked(name),
  );
  for (const { name, role } of others.slice(0, 3))
    yield { ...query, select: [{ table: query.subject.name, column: name }], distinct: role === 'dimension' };

  function isAsked(name: string): boolean {
    return query.filters.some((filter) => 'column' in filter && filter.column.column === name);
  }
}

/** Twice the radius, or the nearest few at any distance. */
export function* widerCircle(asked: Asked): Generator<SemanticQuery> {
  const { query } = asked;
  const { near } = query;
  if (!near) return;
  if (near.radiusMeters !== null) {
    yield { ...query, near: { ...near, radiusMeters: near.radiusMeters * 2 } };
    yield { ...listed(asked), near: { ...near, radiusMeters: null }, limit: 5 };
  } else for (const radiusMeters of [5_000, 10_000]) yield { ...query, near: { ...near, radiusMeters }, limit: null };
}
