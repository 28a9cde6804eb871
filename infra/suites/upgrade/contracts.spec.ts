import { AuditTrail } from '@querent/audit';
import { ExactCache, SemanticCache } from '@querent/cache';
import { SampleStore, SnapshotStore } from '@querent/catalog';
import { jobs, runDataSchema, runJobSchema, type Run } from '@querent/contracts';
import { Conversations } from '@querent/memory';
import { keyReader } from '@querent/platform';
import { openVectorIndex } from '@querent/retrieval';
import {
  CallbackQueue,
  claimIdempotencyKey,
  DeadLetters,
  defaultSagaSettings,
  ResultStore,
  RunStore,
} from '@querent/saga';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import Redis from 'ioredis';
import { FeedbackBook } from '../../../apps/gateway/src/feedback/feedback-book';
import { resultHome } from '../../../apps/gateway/src/results/result-home';
import { runView } from '../../../apps/gateway/src/runs/run-view';
import { recordedContracts } from './recorded-contracts';
import { writeRedis, type StoredKey } from './redis-content';

const PREFIX = defaultSagaSettings.prefix;
const read = keyReader(PREFIX);
/** Stored texts with an expiry time, which would have passed since the record. */
const endless = (text: string): string => text.replace(/(^|\s)\d{13}(?= \{)/g, '$14102444800000');
const lasting = (stored: StoredKey): StoredKey =>
  stored.type === 'hash' && /\{l[12]:.*:entries$/.test(stored.key)
    ? {
        ...stored,
        value: Object.fromEntries(Object.entries(stored.value).map(([field, text]) => [field, endless(text)])),
      }
    : stored;
const warn = (fields: object, message: string): void => {
  throw new Error(`${message}: ${JSON.stringify(fields)}`);
};

describe.each(recordedContracts().map((recorded) => [recorded.version, recorded] as const))(
  'what version %s left in Redis',
  (_, recorded) => {
    let server: ThrowAwayServer;
    let redis: Redis;
    let store: RunStore;
    beforeAll(async () => {
      server = await startRedis();
      redis = new Redis(server.url);
      store = new RunStore(redis, defaultSagaSettings);
    });
    beforeEach(async () => {
      await redis.flushall();
    });
    afterAll(async () => {
      redis.disconnect();
      await server.stop();
    });
    const load = (stored: readonly StoredKey[]): Promise<void> => writeRedis(redis, stored.map(lasting));
    const runIds = (stored: readonly StoredKey[]): string[] =>
      stored.flatMap(({ key }) => /:run:([^:]+)$/.exec(key)?.[1] ?? []);
    const keysOf = (family: string): { stored: StoredKey; parts: Readonly<Record<string, string>> }[] =>
      recorded.end.flatMap((stored) => {
        const known = read(stored.key);
        return known?.family.name === family ? [{ stored, parts: known.parts }] : [];
      });

    /** The view of a reader with all scopes. */
    async function shown(run: Run): Promise<string> {
      const { runId, ref } = resultHome(run);
      const rows = ref === null ? [] : await new ResultStore(redis, store).readPage(runId, ref, 0, 50);
      const steps = (await store.events(run.id)).flatMap((event) => (event.event === 'step' ? [event.data] : []));
      expect(steps.length + run.version).toBeGreaterThan(0);
      return JSON.stringify(runView(run, { rows, steps, sqlRead: true }));
    }

    it.each(Object.entries(recorded.stages))(
      'is read while a run is %s: the run with every member, its events, its job',
      async (status, stored) => {
        await load(stored);
        const [id = ''] = runIds(stored);
        const run = await store.get(id);
        expect(run?.status).toBe(status);
        const written = stored.find(({ key }) => key === store.keys.run(id))?.value as Record<string, string>;
        for (const [member, value] of Object.entries(JSON.parse(written['data'] ?? '{}') as Record<string, unknown>)) {
          if (typeof value !== 'object' || value === null || !('$blob' in value))
            expect({ [member]: run?.data[member as keyof Run['data']] }).toEqual({ [member]: value });
        }
        if (run !== null) expect(await shown(run)).toContain(status);
        expect(await store.events(id)).not.toEqual([]);
        if (!['succeeded'].includes(status)) {
          const claimed = await store.getForSweep(id);
          expect(claimed?.outbox?.payload).toMatchObject({ runId: id, version: run?.version });
        }
        const sent = stored.filter(({ key }) => key.startsWith(`{${PREFIX}}:`) && !key.endsWith(':lock'));
        expect(sent.length).toBeGreaterThan(0);
        for (const { key, value } of sent) {
          const { name, data } = value as Record<string, string>;
          expect(runJobSchema.parse(JSON.parse(data ?? ''))).toMatchObject({ runId: id });
          expect(
            Object.values(jobs).some((job) => job.name === name && key.startsWith(`{${PREFIX}}:${job.queue}:`)),
          ).toBe(true);
        }
      },
    );

    it('this version shows every recorded run with its rows', async () => {
      await load(recorded.end);
      const runs = await Promise.all(runIds(recorded.end).map((id) => store.get(id)));
      const statuses = runs.map((run) => run?.status);
      expect(statuses).toEqual(expect.arrayContaining(['succeeded', 'failed', 'cancelled', 'awaiting_clarification']));
      for (const run of runs) if (run !== null) expect(await shown(run)).toContain(run.request.question);
      // One of them borrows its answer from another.
      expect(runs.filter((run) => run?.data.cache.level === 'l1').map((run) => run?.data.answer?.text)).toEqual([
        expect.any(String),
      ]);
    });

    it('this version finds recorded entries of both caches', async () => {
      await load(recorded.end);
      const [kept] = keysOf('exact cache');
      const audience = kept?.parts['audience'] ?? '';
      const version = await redis.get(`${PREFIX}:{l1:${audience}}:version`);
      const fields = Object.keys(kept?.stored.value ?? {});
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields)
        expect(
          JSON.parse(
            (await new ExactCache(redis, { prefix: PREFIX }).read(audience, `${version}/${field}`))?.text ?? 'null',
          ),
        ).toMatchObject({ runId: expect.any(String), data: expect.any(Object) });
      const statements = new SemanticCache(redis, { prefix: PREFIX });
      const [place] = await statements.held();
      const [signature] = await redis.hkeys(`${PREFIX}:{l2:${place?.tenant}:${place?.audience}}:entries`);
      const near = {
        index: {
          search: async (_scope: object, _vector: object, { ids = [] }: { ids?: readonly string[] }) =>
            ids.map((id) => ({ id, score: 1, payload: {} })),
        },
        embed: async () => Float32Array.of(1),
      };
      expect(
        await statements.find(place ?? { tenant: '', audience: '' }, { signature: signature ?? '', text: '' }, near),
      ).toMatchObject({ entry: { compiled: { sql: expect.any(String) } } });
      const [state] = recorded.end.filter(({ key }) => key.includes('{vectors:questions:') && key.endsWith(':state'));
      const about = JSON.parse((state?.value as Record<string, string>)['about'] ?? '{}') as {
        tenant: string;
        connection: string;
        model: string;
        dimension: number;
      };
      const index = openVectorIndex({}, { purpose: 'questions', embedder: about, redis, prefix: PREFIX, warn });
      expect(
        (
          await index.search(
            about,
            Float32Array.from({ length: about.dimension }, (_v, i) => (i === 0 ? 1 : 0)),
            { limit: 5 },
          )
        ).length,
      ).toBeGreaterThan(0);
      await index.close();
    });

    it('this version reads the recorded audit trail, dead letters, schemas, samples, conversations, feedback, idempotency keys and webhooks', async () => {
      await load(recorded.end);
      const trail = new AuditTrail(redis, {
        prefix: PREFIX,
        retentionMs: Date.now(),
        maxEntriesPerTenant: 1_000,
        maxEntries: 1_000,
        warn,
      });
      const entries = (await trail.read({ tenant: 'demo' }, { limit: 1_000 })).entries;
      expect(entries.length).toBe(
        (keysOf('audit trails').find(({ stored }) => stored.type === 'stream')?.stored.value as unknown[]).length,
      );
      expect(entries.some(({ broken }) => broken)).toBe(false);
      const letters = await new DeadLetters(redis, store.keys).list(10);
      expect(letters.length).toBeGreaterThan(0);
      const snapshots = new SnapshotStore(redis, PREFIX);
      expect((await snapshots.get('shop'))?.tables.map(({ name }) => name)).toEqual(['client']);
      expect([(await snapshots.revision('shop'))?.fingerprint, (await snapshots.status('shop')).state]).toEqual([
        expect.any(String),
        'ready',
      ]);
      expect(
        (await new SampleStore(redis, { prefix: PREFIX, warn }).list({ tenant: 'demo', connection: 'shop' })).length,
      ).toBeGreaterThan(0);
      expect(
        await new Conversations(redis, { prefix: PREFIX, lifeMs: 1_000, warn }).last(
          { tenant: 'demo', keyName: 'demo', connection: 'shop' },
          'talk',
        ),
      ).toMatchObject({ runId: expect.any(String) });
      for (const { parts } of keysOf('feedback'))
        expect(
          await new FeedbackBook(redis, { prefix: PREFIX, perMinute: 1 }).get(parts['run'] ?? '', 'demo'),
        ).toMatchObject({ rating: 'up' });
      const held = { tenant: 'demo', keyName: 'demo', key: 'first', bodyHash: 'of another', runId: 'q' };
      expect(await claimIdempotencyKey(redis, store.keys, held)).toEqual({ kind: 'mismatch' });
      await new CallbackQueue(redis, store.keys).add({ runId: letters[0]?.runId ?? '', version: 1 });
      expect((await store.census.byState()).get('awaiting_clarification')).toBe(2);
    });

    it('every recorded key belongs to a family in the table of keys', () => {
      expect(recorded.end.filter(({ key }) => read(key) === null).map(({ key }) => key)).toEqual([]);
    });

    it('recorded runs parse without any member that was added with a default', () => {
      expect(recorded.mayBeAbsent.length).toBeGreaterThan(10);
      const datas = recorded.end.flatMap(({ key, type, value }) =>
        type === 'hash' && /:run:[^:]+$/.test(key) && !value['data']?.includes('"$b')
          ? [JSON.parse(value['data'] ?? '{}') as Record<string, unknown>]
          : [],
      );
      expect(datas.length).toBeGreaterThan(5);
      for (const data of datas) {
        for (const member of recorded.mayBeAbsent) {
          const { [member]: _without, ...earlier } = data;
          expect({ member, parses: runDataSchema.safeParse(earlier).success }).toEqual({ member, parses: true });
        }
      }
    });
  },
);
