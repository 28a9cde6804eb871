import type { SemanticQuery } from '@querent/contracts';
import type { Client } from 'pg';
import { compareOnce, type Outcome } from './ask-world';
import type { World } from './random/world';
import { quoted, worldModel, worldSql } from './random/world-sql';

interface Case {
  world: World;
  timezone: string;
  query: SemanticQuery;
  outcome: Extract<Outcome, { kind: 'different' }>;
}

/** Minimises a differing case: removes all parts of the query, and then all rows, that the difference does not need. */
export async function smallestCase(client: Client, first: Case): Promise<Case> {
  let best = first;
  for (const smaller of [smallerQueries, smallerWorlds]) {
    let found: Case | null = best;
    while (found !== null) {
      best = found;
      found = await firstThatDiffers(client, best.outcome.cause, smaller(best));
    }
  }
  return best;
}

async function firstThatDiffers(
  client: Client,
  cause: string,
  candidates: Omit<Case, 'outcome'>[],
): Promise<Case | null> {
  for (const { world, timezone, query } of candidates) {
    const own = { ...world, schema: `${world.schema} smaller` };
    await client.query(`DROP SCHEMA IF EXISTS ${quoted(own.schema)} CASCADE; ${worldSql(own, { foreignKeys: false })}`);
    const outcome = await compareOnce(client, { world: own, model: worldModel(own), timezone }, query);
    await client.query(`DROP SCHEMA IF EXISTS ${quoted(own.schema)} CASCADE`);
    if (outcome.kind === 'different' && outcome.cause === cause) return { world, timezone, query, outcome };
  }
  return null;
}

function smallerQueries({ world, timezone, query }: Case): Omit<Case, 'outcome'>[] {
  const without = <T>(items: readonly T[]): T[][] =>
    items.map((_, index) => items.filter((__, other) => other !== index));
  const smaller: SemanticQuery[] = [
    ...without(query.filters).map((filters) => ({ ...query, filters })),
    ...without(query.having).map((having) => ({ ...query, having })),
    ...(query.withNone ? [{ ...query, withNone: undefined }] : []),
    ...(query.offset === undefined ? [] : [{ ...query, offset: undefined }]),
    ...(query.series && query.order.length === 0 ? [{ ...query, series: undefined }] : []),
    ...(query.limitPer === null ? [] : [{ ...query, limitPer: null }]),
    ...(query.limit === null ? [] : [{ ...query, limit: null, limitPer: null, offset: undefined }]),
    ...(query.order.length === 0 ? [] : [{ ...query, order: [], limit: null, limitPer: null, offset: undefined }]),
    ...(query.select.length > 1 ? without(query.select).map((select) => ({ ...query, select, order: [] })) : []),
    ...(query.measures.length > 1 && query.order.every(({ by }) => by.kind !== 'measure')
      ? without(query.measures).map((measures) => ({ ...query, measures }))
      : []),
    ...(query.order.length === 0 ? without(query.dimensions).map((dimensions) => ({ ...query, dimensions })) : []),
    ...query.measures.flatMap((measure, index) =>
      measure.where
        ? [
            {
              ...query,
              measures: query.measures.with(index, {
                label: measure.label,
                what: measure.what,
                ...(measure.share && { share: measure.share }),
                ...(measure.per && { per: measure.per }),
                ...(measure.over && { over: measure.over }),
              }),
            },
          ]
        : [],
    ),
  ];
  return smaller.map((one) => ({ world, timezone, query: one }));
}

function smallerWorlds({ world, timezone, query }: Case): Omit<Case, 'outcome'>[] {
  return world.tables.flatMap((table, at) => {
    const halves =
      table.rows.length > 3
        ? [table.rows.slice(0, table.rows.length / 2), table.rows.slice(table.rows.length / 2)]
        : [];
    const cuts = [
      ...(table.rows.length > 0 ? [[]] : []),
      ...halves,
      ...table.rows.map((_, index) => table.rows.filter((__, other) => other !== index)),
    ];
    return cuts.map((rows) => ({
      world: { ...world, tables: world.tables.with(at, { ...table, rows }) },
      timezone,
      query,
    }));
  });
}
