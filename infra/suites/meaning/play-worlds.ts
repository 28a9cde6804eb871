import { initParser } from '@querent/sql';
import { startPostgres } from '@querent/testing';
import type { SemanticQuery } from '@querent/contracts';
import { Client } from 'pg';
import { compareOnce, type Outcome } from './ask-world';
import type { Convention } from './conventions';
import { randomChoices } from './random/random-choices';
import { randomQuery } from './random/random-query';
import { randomWorld } from './random/random-world';
import { withRoles } from './role-tables';
import { smallestCase } from './smallest-case';
import type { World } from './random/world';
import { quoted, worldModel, worldSql } from './random/world-sql';

export interface MeaningOptions {
  models: number;
  comparisons: number;
  seed: number;
  /** Number of differences per cause that are minimised and kept. */
  examples: number;
  onWorld?: (played: Played, world: number) => void;
}

export interface Played {
  comparisons: number;
  same: number;
  /** Number of equal results with at least one row. */
  withRows: number;
  /** Number of refusals by the compiler, by reason. */
  refused: Map<string, number>;
  /** Number of comparisons that each convention decided. */
  reached: Map<Convention, number>;
  /** Differences by cause, with the first ones minimised. */
  differences: Map<string, { times: number; examples: Difference[] }>;
}

export interface Difference {
  /** Number of the world and of the query in it, to reproduce the difference. */
  at: string;
  world: World;
  timezone: string;
  query: SemanticQuery;
  outcome: Extract<Outcome, { kind: 'different' }>;
}

const ASKERS = ['Asia/Shanghai', 'America/New_York', 'UTC', 'Pacific/Auckland', 'America/St_Johns'];

/** Compares random queries over random worlds. Each world is a schema of one throw-away PostgreSQL. */
export async function playWorlds(options: MeaningOptions): Promise<Played> {
  const played: Played = {
    comparisons: 0,
    same: 0,
    withRows: 0,
    refused: new Map(),
    reached: new Map(),
    differences: new Map(),
  };
  // Resolving models needs the parser.
  const [postgres] = await Promise.all([startPostgres(), initParser()]);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    for (let index = 0; index < options.models; index++) {
      const share = Math.ceil((options.comparisons - played.comparisons) / (options.models - index));
      await playWorld(client, options, index, share, played);
      options.onWorld?.(played, index + 1);
    }
  } finally {
    await client.end();
    await postgres.stop();
  }
  return played;
}

async function playWorld(
  client: Client,
  { seed, examples }: MeaningOptions,
  index: number,
  queries: number,
  played: Played,
): Promise<void> {
  const random = randomChoices(seed * 100_003 + index);
  const world = randomWorld(random, index);
  const model = worldModel(world);
  const timezone = random.pick(ASKERS);
  await client.query(worldSql(world));
  await client.query(`SET TimeZone = '${timezone}'`);
  let turn = 0;
  while (turn < queries) {
    const query = randomQuery(random, withRoles(world));
    const outcome = await compareOnce(client, { world, model, timezone }, query);
    if (outcome.kind === 'undecided') continue;
    turn += 1;
    played.comparisons += 1;
    if (outcome.kind === 'same') {
      played.same += 1;
      if (outcome.found.length > 0) played.withRows += 1;
      for (const name of outcome.reached) played.reached.set(name, (played.reached.get(name) ?? 0) + 1);
    } else if (outcome.kind === 'refused') {
      played.refused.set(
        outcome.reason.split(':')[0] ?? '',
        (played.refused.get(outcome.reason.split(':')[0] ?? '') ?? 0) + 1,
      );
    } else {
      const known = played.differences.get(outcome.cause) ?? { times: 0, examples: [] };
      known.times += 1;
      if (known.examples.length < examples)
        known.examples.push({
          at: `world ${index}, comparison ${turn}`,
          ...(await smallestCase(client, { world, timezone, query, outcome })),
        });
      played.differences.set(outcome.cause, known);
    }
  }
  await client.query(`DROP SCHEMA ${quoted(world.schema)} CASCADE`);
}
