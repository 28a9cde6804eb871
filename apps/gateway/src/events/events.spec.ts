import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '@querent/saga';
import { waitFor } from '@querent/testing';
import { bearer, pause, startGateway, type GatewayUnderTest, type KeyName } from '../testing/gateway-under-test';
import { lastEventId } from './event-stream';

interface Received {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

/** Reads an event stream as a browser would, over a real socket. */
class Reader {
  readonly events: Received[] = [];
  comments = 0;
  ended = false;
  retry: number | null = null;
  private readonly abort = new AbortController();

  async open(url: string, as: KeyName, lastId?: number): Promise<Response> {
    const response = await fetch(url, {
      headers: { ...bearer(as), ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }) },
      signal: this.abort.signal,
    });
    if (response.body && response.status === 200) void this.read(response.body).catch(() => undefined);
    return response;
  }

  leave(): void {
    this.abort.abort();
  }

  names(): string[] {
    return this.events.map(({ event, data }) => (event === 'status' ? `status ${String(data['status'])}` : event));
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      blocks.forEach((block) => this.take(block));
    }
    this.ended = true;
  }

  private take(block: string): void {
    const field = (name: string): string | undefined =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    if (block.startsWith(':')) this.comments++;
    else if (field('event') === undefined) this.retry = Number(field('retry'));
    else
      this.events.push({
        id: Number(field('id')),
        event: String(field('event')),
        data: JSON.parse(field('data') ?? 'null'),
      });
  }
}

describe('the event stream of a run', () => {
  let gateway: GatewayUnderTest;
  let base: string;
  beforeAll(async () => {
    gateway = await startGateway({ HEARTBEAT_MS: '200' });
    base = await gateway.listen();
  });
  afterAll(() => gateway.stop());

  const follow = async (id: string, lastId?: number, as: KeyName = 'alice') => {
    const reader = new Reader();
    const response = await reader.open(`${base}/v1/queries/${id}/events`, as, lastId);
    return { reader, response };
  };
  const understood: Change = {
    event: 'unplanned',
    stage: 'intent',
    steps: [{ kind: 'understood', message: '您想知道订单数' }],
  };
  const reply = (id: string) =>
    gateway.request({
      method: 'POST',
      url: `/v1/queries/${id}/clarification`,
      payload: { clarificationId: 'cl1', optionId: 'o1' },
    });

  it('sends steps, states, the pause and the end with ascending ids, then closes', async () => {
    const run = await gateway.ask();
    const { reader, response } = await follow(run.id);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-cache');
    await gateway.advance(run.id, pause());
    await waitFor(() => reader.events.some(({ event }) => event === 'clarification'));
    await reply(run.id);
    await gateway.advance(run.id, understood, { event: 'cancelled', stage: 'gateway' });
    await waitFor(() => reader.ended);
    expect(reader.names()).toEqual([
      'status queued',
      'status understanding',
      'step',
      'status awaiting_clarification',
      'clarification',
      'step',
      'status understanding',
      'step',
      'status retrieving',
      'status cancelled',
      'end',
    ]);
    expect(reader.events.map(({ id }) => id)).toEqual(reader.events.map((_, n) => n + 1));
    expect(reader.events.find(({ event }) => event === 'clarification')?.data).toMatchObject({
      id: 'cl1',
      options: [{ id: 'o1' }, { id: 'o2' }],
    });
    expect(reader.events.at(-1)?.data).toEqual((await gateway.request({ url: `/v1/queries/${run.id}` })).json());
    expect(reader.retry).toBe(2000);
  });

  it('resumes after Last-Event-ID without losing or repeating events', async () => {
    const run = await gateway.ask();
    const first = await follow(run.id);
    await gateway.advance(run.id, understood);
    await waitFor(() => first.reader.events.length >= 3);
    first.reader.leave();
    const seen = first.reader.events[2]?.id ?? 0;
    await gateway.advance(run.id, { event: 'retrieved', stage: 'schema-retrieval' });
    const second = await follow(run.id, seen);
    await gateway.advance(run.id, { event: 'cancelled', stage: 'gateway' });
    await waitFor(() => second.reader.ended);
    expect([...first.reader.events.slice(0, 3), ...second.reader.events].map(({ id }) => id)).toEqual(
      Array.from({ length: 7 }, (_, n) => n + 1),
    );
  });

  it('replays an ended run, and answers 204 to a client that has received its end', async () => {
    const run = await gateway.advance((await gateway.ask()).id, { event: 'cancelled', stage: 'gateway' });
    const { reader } = await follow(run.id);
    await waitFor(() => reader.ended);
    const last = reader.events.at(-1);
    expect(last?.event).toBe('end');
    expect((await follow(run.id, last?.id)).response.status).toBe(204);
    expect((await follow(run.id, 0)).response.status).toBe(200);
  });

  it('sends heartbeats while nothing happens, and stops when the client disconnects', async () => {
    const run = await gateway.ask();
    const { reader } = await follow(run.id);
    await waitFor(() => reader.comments >= 2);
    const listeners = gateway.services.watch as unknown as { listeners: Map<string, unknown> };
    expect(listeners.listeners.has(run.id)).toBe(true);
    reader.leave();
    await waitFor(() => !listeners.listeners.has(run.id));
  });

  it('refuses a tenant at its limit of open streams until one ends, and no other tenant', async () => {
    const bounded = await startGateway({ STREAMS_PER_TENANT: '2' });
    try {
      const runs = [await bounded.ask(), await bounded.ask(), await bounded.ask(), await bounded.ask({}, 'eve')];
      const base = await bounded.listen();
      const open = async (reader: Reader, at: number, as: KeyName = 'alice'): Promise<Response> =>
        reader.open(`${base}/v1/queries/${runs[at]?.id}/events`, as);
      const readers = [new Reader(), new Reader()];
      const responses = await Promise.all(readers.slice(0, 2).map((reader, at) => open(reader, at)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const refused = await open(new Reader(), 2);
      expect([
        refused.status,
        refused.headers.get('retry-after'),
        ((await refused.json()) as { code: string }).code,
      ]).toEqual([429, '5', 'too_many_requests']);
      expect((await open(new Reader(), 3, 'eve')).status).toBe(200);
      readers[0]?.leave();
      await waitFor(async () => (await open(new Reader(), 2)).status === 200);
    } finally {
      await bounded.stop();
    }
  });

  it('serves two hundred streams of one run with one subscription', async () => {
    const run = await gateway.ask();
    const all = await Promise.all(Array.from({ length: 200 }, () => follow(run.id)));
    await gateway.advance(run.id, understood, { event: 'cancelled', stage: 'gateway' });
    await waitFor(() => all.every(({ reader }) => reader.ended));
    expect(new Set(all.map(({ reader }) => reader.names().join())).size).toBe(1);
    const clients = (await gateway.services.redis.client('LIST')) as string;
    expect(clients.split('\n').filter((line) => /sub=[1-9]/.test(line))).toHaveLength(1);
  });

  it('refuses runs of others before a stream begins', async () => {
    const run = await gateway.ask();
    const { response } = await follow(run.id, undefined, 'eve');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('ends streams when the gateway shuts down, so that clients reconnect elsewhere', async () => {
    const other = await startGateway({}, gateway.redis);
    const run = await other.ask();
    const reader = new Reader();
    await reader.open(`${await other.listen()}/v1/queries/${run.id}/events`, 'alice');
    await waitFor(() => reader.events.length > 0);
    const began = Date.now();
    await other.stop();
    await waitFor(() => reader.ended);
    expect(Date.now() - began).toBeLessThan(5000);
    expect(reader.events.at(-1)?.event).toBe('status');
  });

  it('ends a stream when its key is revoked, without sending later events', async () => {
    const { id } = await gateway.ask();
    const reader = new Reader();
    await reader.open(`${base}/v1/queries/${id}/events`, 'alice');
    await waitFor(() => reader.events.length > 0);
    const path = join(gateway.configDir, 'keys.yaml');
    const before = await readFile(path, 'utf8');
    await writeFile(path, '[]');
    await gateway.services.catalog.reload();
    await gateway.advance(id, pause());
    await waitFor(() => reader.ended);
    expect(reader.names()).not.toContain('clarification');
    await writeFile(path, before);
    await gateway.services.catalog.reload();
  });

  describe('an event stream uses the current rights of its key', () => {
    type Entry = {
      name: string;
      expiresAt?: string;
      scopes: readonly string[];
      sha256: string;
      connections?: string[];
    };
    /** Changes the entry of alice's key while following a run, and restores the file. */
    const whileChanged = async (
      edit: (entry: Entry) => Entry[],
      during: (id: string, reader: Reader) => Promise<void>,
    ): Promise<void> => {
      const path = join(gateway.configDir, 'keys.yaml');
      const before = await readFile(path, 'utf8');
      const { id } = await gateway.ask();
      const reader = new Reader();
      await reader.open(`${base}/v1/queries/${id}/events`, 'alice');
      await waitFor(() => reader.events.length > 0);
      try {
        await writeFile(
          path,
          JSON.stringify(
            (JSON.parse(before) as Entry[]).flatMap((entry) => (entry.name === 'alice' ? edit(entry) : [entry])),
          ),
        );
        await gateway.services.catalog.reload();
        await during(id, reader);
      } finally {
        await writeFile(path, before);
        await gateway.services.catalog.reload();
        reader.leave();
      }
    };

    it.each<[string, (entry: Entry) => Entry[]]>([
      ['is revoked', () => []],
      ['has expired', (entry) => [{ ...entry, expiresAt: '2020-01-01T00:00:00Z' }]],
      ['has lost a scope', (entry) => [{ ...entry, scopes: ['query'] }]],
      ['is for other connections', (entry) => [{ ...entry, connections: ['hall'] }]],
      ['is another secret', (entry) => [{ ...entry, sha256: '0'.repeat(64) }]],
    ])('ends at once, without further events, when the key %s', async (_, edit) => {
      await whileChanged(edit, async (id, reader) => {
        // Without events only the heartbeat wakes the stream.
        await waitFor(() => reader.ended);
        const received = reader.events.length;
        await gateway.advance(id, understood);
        expect(reader.events).toHaveLength(received);
      });
    });

    it('continues when a change does not concern its key', async () => {
      await whileChanged(
        (entry) => [entry, { ...entry, name: 'newcomer', sha256: '1'.repeat(64) }],
        async (id, reader) => {
          await gateway.advance(id, understood, { event: 'cancelled', stage: 'gateway' });
          await waitFor(() => reader.ended);
          expect(reader.names().at(-1)).toBe('end');
        },
      );
    });

    it('ends when its key expires', async () => {
      const expiresAt = new Date(Date.now() + 2_500).toISOString();
      await whileChanged(
        (entry) => [{ ...entry, expiresAt }],
        async (id, first) => {
          await waitFor(() => first.ended);
          const reader = new Reader();
          const opened = await reader.open(`${base}/v1/queries/${id}/events`, 'alice');
          expect(opened.status).toBe(200);
          await waitFor(() => reader.ended);
          expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
          expect((await gateway.request({ url: '/v1/queries' })).statusCode).toBe(401);
        },
      );
    });
  });
});

describe('Last-Event-ID', () => {
  it.each<[string | undefined, number]>([
    [undefined, 0],
    ['12', 12],
    ['', 0],
    ['-1', 0],
    ['1.5', 0],
    ['9'.repeat(30), 0],
    ['abc', 0],
  ])('%s is %d', (header, id) => expect(lastEventId(header)).toBe(id));
});
