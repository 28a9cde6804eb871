import { semanticQuerySchema, type SemanticQuery } from '@querent/contracts';
import { randomChoices } from './random-choices';
import { randomQuery } from './random-query';
import { randomWorld } from './random-world';

const FORMS: Record<string, (query: SemanticQuery) => boolean> = {
  'a figure divided by another': ({ measures }) => measures.some(({ per }) => per),
  'a figure over groups': ({ measures }) => measures.some(({ over }) => over),
  'a bound on a figure of each thing': ({ filters }) => filters.some(({ kind }) => kind === 'bound'),
  'a figure of each thing against that of others': ({ filters }) =>
    filters.some((one) => one.kind === 'bound' && one.against),
  'a figure of each group against that of the groups': ({ having }) =>
    having.some(({ against }) => against && !against.among),
  'a figure of each group against that of rows that are named': ({ having }) =>
    having.some(({ against }) => against?.among),
  'an amount against that of rows that are named': ({ filters }) =>
    filters.some((one) => one.kind === 'compare_aggregate' && one.among),
  'a row for each thing': ({ withNone }) => withNone === true,
  'the n-th of an order': ({ offset }) => offset !== undefined,
  'a change from period to period': ({ series }) => series?.to === 'previous',
  'a change from year to year': ({ series }) => series?.to === 'year_before',
  'a condition between two columns': ({ filters }) => filters.some(({ kind }) => kind === 'compare_columns'),
  'how far apart two columns are': ({ filters }) => filters.some((one) => one.kind === 'compare_columns' && one.by),
  'the time between two columns': ({ measures }) =>
    measures.some(({ what }) => what.kind === 'aggregate' && what.since),
  'rows by the time between two columns': ({ order }) => order.some(({ by }) => by.kind === 'column' && by.since),
};

describe('random queries', () => {
  const random = randomChoices(5);
  const queries = Array.from({ length: 20 }, (_, index) => randomWorld(random, index)).flatMap((world) =>
    Array.from({ length: 130 }, () => randomQuery(random, world)),
  );

  it.each(Object.entries(FORMS))('ask for %s', (_, isAsked) => {
    expect(queries.filter(isAsked).length).toBeGreaterThan(20);
  });

  it('the schema of semantic queries accepts random queries unchanged', () => {
    for (const query of queries) expect(semanticQuerySchema.parse(query)).toEqual(query);
  });
});
