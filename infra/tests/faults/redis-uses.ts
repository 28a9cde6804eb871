import { AuditMover, AuditTrail } from '@querent/audit';
import { ExactCache, exactKey, ExplorationCache, Flights, SemanticCache, type ExactEntry } from '@querent/cache';
import { SampleStore, SnapshotStore, type SampleEntry, RevisionStore } from '@querent/catalog';
import { Conversations, Habits, type TakenChoice } from '@querent/memory';
import { ImpactStore } from '@querent/impact';
import { BackgroundQueue, BullMqTransport } from '@querent/messaging';
import { QueueKeys } from '@querent/platform';
import { openVectorIndex, type VectorIndex } from '@querent/retrieval';
import {
  CallbackQueue,
  claimIdempotencyKey,
  DeadLetters,
  defaultSagaSettings,
  DurabilityBarrier,
  listRuns,
  newRunId,
  ResultStore,
  RunMover,
  RunStore,
} from '@querent/saga';
import { newRun } from '@querent/testing';
import type { Redis } from 'ioredis';
import { BegunSignIns } from '../../../apps/gateway/src/auth/oidc/begun-sign-ins';
import { SessionStore } from '../../../apps/gateway/src/auth/sessions/session-store';
import { TokenGrants } from '../../../apps/gateway/src/auth/tokens/token-grants';
import { ConversationList } from '../../../apps/gateway/src/conversations/conversation-list';
import { DismissalBook, dismissalId } from '../../../apps/gateway/src/dismissals/dismissal-book';
import { FeedbackBook } from '../../../apps/gateway/src/feedback/feedback-book';
import { PinBoards, pinId } from '../../../apps/gateway/src/pins/pin-boards';

/** Names that would change the hash slot of a key if they were not encoded. */
const TENANT = 'a}b{c:d 语言';
const KEY = 'k{e}y';
const AUDIENCE = 'shop@a1b2';
const prefix = defaultSagaSettings.prefix;
const settings = { prefix, warn: () => undefined };

const sample: SampleEntry = {
  id: 's1',
  question: 'how many',
  sql: 'SELECT 1',
  source: 'admin',
  status: 'approved',
  createdAt: '2026-11-21T00:00:00.000Z',
  by: 'root',
};

/** Exercises each family of keys once. */
export const uses: Record<string, (redis: Redis) => Promise<unknown>> = {
  async r(client) {
    const store = new RunStore(client, defaultSagaSettings, {
      durable: (key) => new DurabilityBarrier(client).pass(key),
    });
    const [id, transport, results, callbacks] = [
      newRunId(),
      new BullMqTransport(client, new QueueKeys(prefix, 'each')),
      new ResultStore(client, store),
      new CallbackQueue(client, store.keys),
    ];
    const turn = await store.turns.take(TENANT, 1);
    const created = await store.create({
      ...newRun({ id, tenant: TENANT, keyName: KEY, callbackUrl: 'https://example.org/' }),
      turn,
    });
    if (created.kind !== 'advanced' || created.outbox === null) throw new Error(created.kind);
    await store.acceptDurably(created.run);
    await transport.publish(created.outbox, 1);
    await transport.stateOf(created.outbox, 1);
    await store.claim(id, 1, 1_000);
    const blob = await results.write(id, 1, [[1], [2]]);
    await results.readPage(id, { blob, rowCount: 2 } as Parameters<ResultStore['readPage']>[1], 0, 2);
    await results.open(id, 2).discard();
    await store.advance(created.run, { event: 'cancelled', stage: 'gateway' });
    await store.prolong({ id, tenant: TENANT }, [blob]);
    await Promise.all([store.kept.bytesOf(TENANT), store.kept.makeRoom(TENANT, 0)]);
    await store.kept.forget(id, TENANT);
    for (const due of await callbacks.take(1_000, 10))
      await Promise.all([
        callbacks.failed(due),
        callbacks.owe(due, {
          id: 'c',
          runId: id,
          tenant: TENANT,
          job: 'callback',
          version: 1,
          reason: 'none',
          at: new Date().toISOString(),
        }),
        callbacks.again(due, 0),
        callbacks.add(due),
        callbacks.settle(due),
      ]);
    await Promise.all([
      store.events(id),
      store.statusOf(id),
      store.getForSweep(id),
      store.nextAttempt(created.outbox, 1),
      store.writeBlob(id, 'chart.svg', '<svg/>'),
      store.due.owedLetter(id),
      store.due.clearOwedLetter(id),
      store.due.drop(id),
      store.due.awaitedJob(id),
      store.due.putOff(id, 0, 1),
      ...store.keys.allDue().map((index) => store.due.take(index, 1, 1)),
    ]);
    await Promise.all([
      store.census.byState(),
      store.census.inFlight(TENANT),
      store.census.recount(),
      store.turns.passed(turn),
      store.turns.newcomers(),
    ]);
    await listRuns(client, store, { tenant: TENANT, keyName: KEY, limit: 10 });
    await moveToHistory(client, store);
    await claimIdempotencyKey(client, store.keys, { tenant: TENANT, keyName: KEY, key: KEY, bodyHash: 'x', runId: id });
    const letters = new DeadLetters(client, store.keys);
    const letter = {
      id: 'l',
      runId: id,
      tenant: TENANT,
      job: 'callback' as const,
      version: 1,
      reason: 'none',
      at: new Date().toISOString(),
    };
    await letters.add(letter);
    await letters.discard(letter);
    await transport.close();
  },
  async l1(client) {
    const [cache, key] = [
      new ExactCache(client, { prefix }),
      exactKey({
        tenant: TENANT,
        connection: 'shop',
        version: 'v',
        question: 'q',
        locale: 'en',
        timezone: 'UTC',
        today: '2026-01-01',
        agent: null,
        mode: 'auto',
        maxRows: null,
      } as unknown as Parameters<typeof exactKey>[0]),
    ];
    await cache.put(AUDIENCE, key, { runId: 'r' } as ExactEntry);
    await cache.read(AUDIENCE, key);
    await cache.drop(AUDIENCE, key);
    await new Flights(client, { prefix, lifeMs: 1_000 }).leader(AUDIENCE, key, 'run');
    await Promise.all([cache.held(), cache.outdate(AUDIENCE), cache.clear(), cache.forget(AUDIENCE)]);
  },
  async l2(client) {
    const [cache, fixture, question] = [
      new SemanticCache(client, { prefix }),
      { tenant: TENANT, audience: AUDIENCE },
      { signature: 's', text: 'north' },
    ];
    const [index, vector] = [vectorIndex(client), Float32Array.of(1, 0)];
    await cache.put(
      fixture,
      question,
      { compiled: { sql: 'select 1', params: [], columns: [], probes: [] }, disclosures: null, runId: 'r' },
      { index, vector, version: 'v' },
    );
    const hit = await cache.find(fixture, question, { index, embed: async () => vector });
    expect(hit).not.toBeNull();
    await cache.doubt(fixture, question, hit?.entry.id ?? '', 0.97);
    await Promise.all([cache.drop(fixture, 's', 'id'), cache.held(), cache.clear(), cache.forget(fixture)]);
    await index.close();
  },
  async vectors(client) {
    const [index, scope] = [vectorIndex(client), { tenant: TENANT, connection: AUDIENCE }];
    await index.upsert(scope, [{ id: 'a', vector: Float32Array.of(1, 0), version: 'v' }]);
    expect(await index.search(scope, Float32Array.of(1, 0), { limit: 1 })).toHaveLength(1);
    await Promise.all([index.known(scope), index.scopes(), index.remove(scope, ['a'])]);
    await index.removeAll(scope);
    await index.close();
  },
  explored: (client) =>
    new ExplorationCache(client, { prefix, ttlMs: 1_000, warn: () => undefined }).read({
      tenant: TENANT,
      connection: 'shop',
      role: AUDIENCE,
      version: 'v',
      timezone: 'UTC',
      sql: 'select 1',
    }),
  async audit(client) {
    const trail = new AuditTrail(client, {
      prefix,
      retentionMs: 1_000,
      maxEntriesPerTenant: 10,
      maxEntries: 10,
      warn: () => undefined,
    });
    await trail.record({
      kind: 'asked',
      at: new Date().toISOString(),
      tenant: TENANT,
      key: KEY,
      runId: 'r',
      connection: 'shop',
      question: 'q',
    });
    await trail.read({ tenant: TENANT }, { limit: 10 });
    const history = { afterMs: 0, storeEntries: () => Promise.resolve() };
    const mover = new AuditMover(client, prefix, history, () => undefined);
    await mover.announce(60_000);
    await mover.findTrails();
    await mover.moveNext();
  },
  async samples(client) {
    const [store, scope] = [new SampleStore(client, settings), { tenant: TENANT, connection: 'shop' }];
    await store.change(scope, 's1', () => sample, null);
    await store.vote(scope, { runId: 'r}{x', by: KEY, rating: 'up' }, ['s1']);
    await Promise.all([store.votes(scope), store.list(scope), store.revision(scope, AUDIENCE)]);
  },
  async 'sample-revisions'(client) {
    const [store, scope] = [new SampleStore(client, settings), { tenant: TENANT, connection: 'shop' }];
    const author = { by: { tenant: TENANT, key: KEY } };
    await store.change(scope, 's2', () => sample, author);
    await store.restore(scope, 's2', { expected: sample, text: null }, author);
    expect(await store.log.list(TENANT, ['shop'], { below: null, limit: 10 })).not.toEqual([]);
  },
  async 'file-samples'(client) {
    const store = new SampleStore(client, settings);
    await store.markFile(AUDIENCE, 'hash', { modelVersion: 'v', reason: 'gone' });
    await Promise.all([store.markFile(AUDIENCE, 'hash', null), store.fileRetirements(AUDIENCE)]);
  },
  async conn(client) {
    const store = new SnapshotStore(client, prefix);
    await store.put(AUDIENCE, {
      fingerprint: 'f',
      tables: [],
      takenAt: '2026-11-21T00:00:00.000Z',
      values: {},
    } as unknown as Parameters<SnapshotStore['put']>[1]);
    await store.setStatus(AUDIENCE, 'ready');
    await store.setNotes(AUDIENCE, []);
    await Promise.all([store.get(AUDIENCE).catch(() => null), store.revision(AUDIENCE), store.audiences('shop')]);
    await store.forget(AUDIENCE);
    await store.remove(AUDIENCE);
  },
  async habits(client) {
    const [habits, principal] = [new Habits(client, settings), { tenant: TENANT, keyName: KEY, connection: 'shop' }];
    const taken: TakenChoice = {
      id: '1',
      choice: { key: 'metric:x', value: 'y' },
      at: '2026-11-21T00:00:00.000Z',
      asked: { question: 'which', labels: { y: 'Y' } },
    };
    await habits.record(principal, taken);
    expect(await habits.list({ tenant: TENANT })).toHaveLength(1);
    await habits.forget({ tenant: TENANT });
  },
  conversation: (client) =>
    new Conversations(client, { ...settings, lifeMs: 1_000 }).last(
      { tenant: TENANT, keyName: KEY, connection: 'shop' },
      KEY,
    ),
  async config(client) {
    const revisions = new RevisionStore(client, prefix);
    const item = { kind: 'agent', name: 'desk', tenant: TENANT } as const;
    const by = { tenant: TENANT, key: KEY };
    const none = { layer: 'none', text: null } as const;
    const after = { layer: 'revision', text: 'label: desk' } as const;
    await revisions.append((await revisions.overlay()).head, { item, action: 'put', by, before: none, after });
    await revisions.overlay();
    await revisions.list(() => true, { below: null, limit: 10 });
  },
  async impact(client) {
    const [impacts, queue] = [
      new ImpactStore(client, prefix),
      new BackgroundQueue(client, new QueueKeys(prefix, 'each'), 'impact'),
    ];
    const of = { tenant: TENANT, connection: 'shop', draft: 'tables: {}', isTried: true };
    for (let n = 0; n < 22; n += 1) {
      const id = await impacts.begin({ ...of, id: `compared${n}`, createdAt: new Date(n).toISOString() });
      await impacts.progress(TENANT, id, { done: 0, of: 1 });
      await impacts.cancel(TENANT, id);
    }
    await Promise.all([impacts.get(TENANT, 'compared21'), impacts.draftOf(TENANT, 'compared21')]);
    await queue.publish('compared21', { tenant: TENANT, id: 'compared21' });
    await impacts.uncheckedDraft(TENANT, 'compared21');
    await impacts.keepChecks(TENANT, 'compared21', []);
    const definitions = new BackgroundQueue(client, new QueueKeys(prefix, 'each'), 'definitions');
    await definitions.publish('compared21', { tenant: TENANT, id: 'compared21', by: KEY, hasLines: true });
  },
  async feedback(client) {
    const book = new FeedbackBook(client, { prefix, perMinute: 10 });
    await book.put({ id: 'run', tenant: TENANT }, KEY, {
      rating: 'up',
      comment: null,
      corrected: false,
      sample: null,
      at: new Date().toISOString(),
    });
    await book.ofTenant(TENANT, { after: null, since: null }).next();
    await Promise.all([book.get('run', KEY), book.take({ tenant: TENANT, name: KEY })]);
  },
  async session(client) {
    const store = new SessionStore(client, prefix);
    const ref = await store.open(TENANT, { name: KEY, version: 'v' });
    await Promise.all([store.use(ref), store.isOpen(ref)]);
    await store.end(ref);
  },
  async 'sign-in'(client) {
    const begun = new BegunSignIns(client, prefix);
    await begun.add('state', 'browser', { nonce: 'n', verifier: 'v', returnTo: '/' });
    await begun.take('state', 'browser');
  },
  async pins(client) {
    const [boards, owner] = [new PinBoards(client, settings), { tenant: TENANT, name: KEY }];
    const pin = { question: 'q', connection: 'shop', title: 'T' };
    expect(await boards.add(owner, pin, new Date().toISOString())).toBe('done');
    expect(await boards.update(owner, pinId(pin), { title: null, position: 3 })).toBe('done');
    expect(await boards.list(owner)).toHaveLength(1);
    await boards.remove(owner, pinId(pin));
    await boards.clear(owner);
  },
  async dismissals(client) {
    const book = new DismissalBook(client, settings);
    const of = { runId: 'run', rating: null, connection: 'shop', dismissedBy: KEY, dismissedAt: '2026-11-21' };
    expect(await book.add(TENANT, of, Date.now() + 60_000)).toBe('done');
    expect(await book.list(TENANT)).toEqual([await book.get(TENANT, dismissalId(of))]);
    expect(await book.remove(TENANT, dismissalId(of))).toBe('done');
  },
  async 'token-grant'(client) {
    const grants = new TokenGrants(client, prefix);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await grants.record({ name: 'jwt:x:y', tenant: TENANT, scopes: ['query'], expiresAt });
    await grants.callerOf({ tenant: TENANT, keyName: 'jwt:x:y' });
  },
  async 'conversation-list'(client) {
    const list = new ConversationList(client, { prefix, lifeMs: 60_000 });
    const { request } = newRun({ id: newRunId(), tenant: TENANT });
    const createdAt = new Date().toISOString();
    await list.note({ tenant: TENANT, keyName: KEY, createdAt, request: { ...request, conversationId: 'c' } });
    await list.list({ tenant: TENANT, keyName: KEY }, { after: null, limit: 5, now: Date.now() });
  },
};

/** Moves a finished run. The history itself is not in Redis. */
async function moveToHistory(client: Redis, store: RunStore): Promise<void> {
  const mover = new RunMover(client, store, { afterMs: 0, store: (read) => read() }, (_, error) => {
    throw error;
  });
  await Promise.all(store.keys.allForHistory().map(({ inUse }) => client.set(inUse, 0, 'PX', 60_000, 'GET')));
  const id = newRunId();
  const created = await store.create(newRun({ id, tenant: TENANT, keyName: KEY }));
  if (created.kind !== 'advanced') throw new Error(created.kind);
  await store.advance(created.run, { event: 'cancelled', stage: 'gateway' });
  const keys = store.keys.forHistory(id);
  await mover.backlog(keys, Date.now());
  await mover.extendNext(keys);
  await client.zadd(keys.due, 'XX', 1, id);
  expect((await mover.moveNext(keys)).moved).toBe(1);
  await mover.moveEarly(await store.kept.oldest(TENANT, 1));
}

const vectorIndex = (redis: Redis): VectorIndex =>
  openVectorIndex(
    {},
    {
      purpose: 'questions',
      embedder: { model: 'm', dimension: 2 },
      redis,
      prefix,
      warn: () => undefined,
    },
  );
