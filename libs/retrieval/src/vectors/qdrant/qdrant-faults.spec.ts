import { Registry } from 'prom-client';
import { HealthState } from '@querent/platform';
import { type QdrantStandIn, startQdrantStandIn, waitFor } from '@querent/testing';
import { type VectorIndex, VectorIndexUnavailable } from '../vector-index';
import { vectorMetrics } from '../vector-metrics';
import { openIndex, PATIENT } from './fixture/open-index';

const KEY = 'k3y-that-is-secret';
const scope = { tenant: 'acme', connection: 'shop' };
const east = new Float32Array([1, 0, 0, 0]);

const FAULTS = [
  { kind: 'silent' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, retryAfterS: 30 },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 507 },
  { kind: 'html' },
  { kind: 'html', status: 502 },
  { kind: 'wrong_json' },
  { kind: 'cut_off' },
  { kind: 'hang_up' },
] as const;

/** Only silent servers use the time limit. */
const timingFor = ({ kind }: { kind: string }): object =>
  kind === 'silent' ? { timing: { ...PATIENT, readMs: 1_500, writeMs: 1_500 } } : {};

/** Every method of the port. */
const calls = (index: VectorIndex): Promise<unknown>[] => [
  index.upsert(scope, [{ id: 'p', vector: east }]),
  index.search(scope, east, { limit: 1 }),
  index.known(scope),
  index.remove(scope, ['q']),
  index.removeAll(scope, { exceptVersion: 'v' }),
];

async function expectAway(index: VectorIndex): Promise<void> {
  for (const outcome of await Promise.allSettled(calls(index))) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(VectorIndexUnavailable) });
    expect(String((outcome as PromiseRejectedResult).reason)).not.toContain('127.0.0.1');
  }
}

describe('an index whose Qdrant fails', () => {
  let standIn: QdrantStandIn;
  const opened: VectorIndex[] = [];
  const open = (
    ...args: Parameters<typeof openIndex> extends [unknown, ...infer Rest] ? Rest : never
  ): ReturnType<typeof openIndex> => {
    const one = openIndex(standIn, ...args);
    opened.push(one.index);
    return one;
  };
  beforeEach(async () => {
    standIn = await startQdrantStandIn();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((index) => index.close()));
    await standIn.stop();
    expect(standIn.refused).toEqual([]);
  });

  it.each(FAULTS)('rejects as unavailable from the start, and works after recovery: %j', async (fault) => {
    const { index, warnings } = open(timingFor(fault));
    standIn.fault(fault);
    await expectAway(index);
    standIn.heal();
    await index.known(scope);
    expect(warnings).toEqual([expect.stringContaining('continues without'), expect.stringContaining('answers again')]);
  });

  it.each(FAULTS)('rejects as unavailable after it worked: %j', async (fault) => {
    const { index } = open(timingFor(fault));
    await Promise.all(calls(index));
    standIn.fault(fault);
    await expectAway(index);
    standIn.heal();
    await Promise.all(calls(index));
  });

  it.each(FAULTS.filter((fault) => fault.kind !== 'silent' && !('status' in fault && [400].includes(fault.status))))(
    'retries a single failure: %j',
    async (fault) => {
      const { index, warnings } = open();
      await index.upsert(scope, [{ id: 'p', vector: east }]);
      for (const route of ['/points', 'points/query']) standIn.fault({ ...fault, times: 1, route });
      await index.upsert(scope, [{ id: 'q', vector: east }]);
      expect(await index.search(scope, east, { limit: 9 })).toHaveLength(2);
      expect(warnings).toEqual([]);
    },
  );

  it('stops calling after several failures, and detects recovery by itself', async () => {
    const registry = new Registry();
    const { index } = open({
      metrics: vectorMetrics(registry),
      timing: { ...PATIENT, breaker: { failures: 3, pauseMs: 50 } },
    });
    const gauge = 'querent_vector_breaker_open{store="qdrant",purpose="questions"}';
    await index.upsert(scope, [{ id: 'p', vector: east }]);
    standIn.fault({ kind: 'status' });
    await expectAway(index);
    expect(await registry.metrics()).toContain(`${gauge} 1`);
    const asked = standIn.requests.length;
    await expect(
      Promise.all(Array.from({ length: 20 }, () => index.search(scope, east, { limit: 1 }))),
    ).rejects.toThrow('circuit breaker');
    expect(standIn.requests.length - asked).toBeLessThanOrEqual(1);
    standIn.heal();
    await waitFor(() => index.search(scope, east, { limit: 1 }));
    expect(await registry.metrics()).toContain(`${gauge} 0`);
    expect(await registry.metrics()).toMatch(
      /querent_vector_requests_total\{store="qdrant",op="search",result="left_alone"\} \d/,
    );
  });

  it('rejects pending calls when the server stops, and finds stored points after its return', async () => {
    const { index } = open();
    await index.upsert(scope, [{ id: 'p', vector: east }]);
    standIn.fault({ kind: 'silent' });
    const pending = Promise.allSettled([...calls(index), ...calls(index)]);
    await waitFor(() => standIn.underWay >= 5);
    await standIn.stop();
    for (const outcome of await pending)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(VectorIndexUnavailable) });
    standIn.heal();
    await standIn.start();
    expect(await index.known(scope)).toEqual(new Map([['p', '']]));
  });

  it('rejects an aborted caller at once with its reason', async () => {
    const { index } = open();
    for (const before of ['the collection is known', 'and after'] as const) {
      standIn.fault({ kind: 'silent' });
      const controller = new AbortController();
      const given = Promise.allSettled([
        index.search(scope, east, { limit: 1 }, controller.signal),
        index.known(scope, controller.signal),
        index.upsert(scope, [{ id: 'p', vector: east }], controller.signal),
      ]);
      await waitFor(() => standIn.underWay > 0);
      controller.abort(new Error(`enough, ${before}`));
      for (const outcome of await given)
        expect(outcome).toMatchObject({ status: 'rejected', reason: { message: `enough, ${before}` } });
      standIn.heal();
      if (before === 'the collection is known') {
        await index.close();
        opened.splice(0);
        return expect(index.known(scope)).rejects.toThrow(VectorIndexUnavailable);
      }
    }
  });

  it('names the setting of the key, and never the key', async () => {
    await standIn.stop();
    standIn = await startQdrantStandIn({ apiKey: KEY });
    const registry = new Registry();
    const health = new HealthState();
    const outputs: string[] = [];
    for (const apiKey of [undefined, `${KEY}-of-yesterday`]) {
      const { index, warnings } = open({ apiKey, health, metrics: vectorMetrics(registry) });
      const outcomes = await Promise.allSettled(calls(index));
      expect(warnings).toEqual([expect.stringContaining('QDRANT_API_KEY')]);
      const { checks, ok } = await health.readiness();
      expect({ ok, qdrant: checks['qdrant'] }).toEqual({
        ok: true,
        qdrant: expect.stringMatching(/^unavailable since \d{4}-.*QDRANT_API_KEY/),
      });
      outputs.push(
        ...warnings,
        ...outcomes.map((outcome) => String((outcome as PromiseRejectedResult).reason)),
        checks['qdrant'] ?? '',
      );
      await index.close();
    }
    const { index, warnings } = open({ apiKey: KEY, health, metrics: vectorMetrics(registry) });
    await Promise.all(calls(index));
    expect(warnings).toEqual([]);
    expect((await health.readiness()).checks).toEqual({ qdrant: 'ok' });
    expect([...outputs, await registry.metrics()].join('\n')).not.toContain(KEY);
  });

  it('does not delay a start without the server, and shows its unavailability on the health page', async () => {
    await standIn.stop();
    const health = new HealthState();
    const { index } = open({ health });
    open({ health, purpose: 'tables' });
    const first = await health.readiness();
    expect(first.ok).toBe(true);
    expect(first.checks).toEqual({
      qdrant: expect.stringMatching(/^unavailable since .*cannot be reached: ECONNREFUSED$/),
    });
    await expectAway(index);
    await standIn.start();
    expect((await health.readiness()).checks).toEqual({ qdrant: 'ok' });
    await index.upsert(scope, [{ id: 'p', vector: east }]);
  });
});
