import { newRun, startRedis, type ThrowAwayServer } from '@querent/testing';
import type { Run } from '@querent/contracts';
import * as fc from 'fast-check';
import Redis from 'ioredis';
import { newRunId, RunStore } from '../runs/run-store';
import { defaultSagaSettings } from '../saga-settings';
import { transitions, type SagaEvent } from '../transitions';

describe('Census', () => {
  let server: ThrowAwayServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  const isUnderWay = ({ status }: Run): boolean =>
    !['succeeded', 'failed', 'cancelled', 'expired', 'awaiting_clarification'].includes(status);

  /** Applies events that the transition table allows, chosen by the numbers; even numbers claim the run first. */
  async function live(store: RunStore, tenant: string, choices: readonly number[]): Promise<Run> {
    const created = await store.create({ ...newRun({ id: newRunId(), tenant }) });
    if (created.kind !== 'advanced') throw new Error(created.kind);
    let { run } = created;
    for (const choice of choices) {
      if (choice % 2 === 0) run = (await store.claim(run.id, run.version, 1_000))?.run ?? run;
      const events = (Object.keys(transitions[run.status]) as SagaEvent[]).filter((event) => event !== 'picked_up');
      const event = events[choice % Math.max(1, events.length)];
      if (event === undefined) break;
      const advanced = await store.advance(run, { event, stage: 'gateway' });
      if (advanced.kind === 'advanced') run = advanced.run;
    }
    return run;
  }

  async function check(store: RunStore, runs: Run[]): Promise<void> {
    for (const tenant of ['a', 'b']) {
      expect(await store.census.inFlight(tenant)).toBe(
        runs.filter((run) => run.tenant === tenant && isUnderWay(run)).length,
      );
    }
    const states = await store.census.byState();
    const alive = runs.filter((run) => run.finishedAt === null);
    for (const { status } of alive)
      expect(states.get(status)).toBe(alive.filter((run) => run.status === status).length);
    expect([...states.values()].reduce((sum, count) => sum + count, 0)).toBe(alive.length);
  }

  it('counts every run by its state and its tenant after any events, and a recount agrees', async () => {
    const lives = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.array(fc.nat(20), { maxLength: 9 })), {
      minLength: 1,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(lives, async (all) => {
        await redis.flushall();
        const store = new RunStore(redis, defaultSagaSettings);
        const runs = await Promise.all(all.map(([tenant, choices]) => live(store, tenant, choices)));
        await check(store, runs);
        await store.census.recount();
        await check(store, runs);
      }),
      { numRuns: 25 },
    );
  });

  it('is corrected by a recount after a version without a census has run', async () => {
    await redis.flushall();
    const store = new RunStore(redis, defaultSagaSettings);
    const run = await live(store, 'a', []);
    await redis.hset(store.keys.census(run.id), 't:a', 7, 's:queued', -3, 's:executing', 2);
    await store.census.recount();
    await check(store, [run]);
  });
});
