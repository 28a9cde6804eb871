import { writeFileSync } from 'node:fs';
import type { RunView } from '@querent/contracts';
import { waitFor } from '@querent/testing';
import { keyOf, keysFile, type RingKey } from '../../suites/leak/walk/key-ring';
import { leaksIn } from '../../suites/leak/leak-check';
import { SECURED_MODEL } from '../../suites/leak/walk/secured-warehouse';
import { securedConnection, walkedWorlds } from '../../suites/leak/walk/walked-world';
import { openWalkedFixture, type WalkedFixture } from '../../suites/leak/walk/walked-fixture';

const world = walkedWorlds.secured;
const [asker, reader] = [keyOf('alpha', 'query'), keyOf('alpha', 'query', 'sql:read')];
const ALPHA = /zqalpha/i;
const ambiguous = { connection: 'ware', question: 'how many orders in Harbour', cache: 'bypass' };
const byChannel = {
  connection: 'ware',
  question: 'channels where the second order was larger than the first',
  cache: 'bypass',
};
const CHANNELS = 'SELECT chn_cd_2, count(*) AS n FROM t_ord_hdr_x1 GROUP BY 1';

describe('rights that change during active, waiting or followed runs', () => {
  let fixture: WalkedFixture;
  beforeAll(async () => {
    fixture = await openWalkedFixture(world, { ANSWERS_BY_MODEL: 'false' });
    modelWaits();
    letModelReply();
  }, 200_000);
  afterAll(() => fixture?.stop(), 60_000);
  afterEach(async () => {
    letModelReply();
    writeFileSync(`${fixture.configDir}/keys.yaml`, keysFile());
    writeFileSync(`${fixture.configDir}/connections/ware.yaml`, securedConnection(fixture.database.url));
    writeFileSync(`${fixture.configDir}/models/ware.yaml`, JSON.stringify(SECURED_MODEL));
    await fixture.database.query('GRANT SELECT ON dwh_v2.t_ord_hdr_x1 TO rdr_alpha_x9');
    await usual();
  }, 60_000);

  let letModelReply: () => void = () => undefined;
  /**
   * The scripted model answers one question when `letModelReply` is called. Its statements for all others are refused.
   */
  const modelWaits = (): void => {
    const held = new Promise<void>((resolve) => (letModelReply = resolve));
    const text = JSON.stringify({ kind: 'sql', sql: CHANNELS });
    fixture.llm.script([
      { match: { text: byChannel.question }, reply: () => held.then(() => ({ text })) },
      { reply: { text: JSON.stringify({ kind: 'sql', sql: 'SELECT pwd_hash_9 FROM t_ord_hdr_x1' }) } },
    ]);
  };
  const json = async <T = RunView>(
    key: Pick<RingKey, 'name'>,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<T> => (await fixture.fetch(key, path, { body, headers })).json() as Promise<T>;
  const concluded = (key: RingKey, body: object): Promise<RunView> =>
    json(key, '/v1/queries', body, { prefer: 'wait=20' });
  /**
   * Waits until the original configuration is in force: the tenant sees its rows, its keys have their scopes, and
   * clarifications offer its values, which are read later than the schema.
   */
  const usual = (): Promise<unknown> =>
    waitFor(
      async () => {
        const runs = await Promise.all(
          [asker, reader].map((key) =>
            concluded(key, { connection: 'ware', question: 'orders by channel', cache: 'bypass' }),
          ),
        );
        const waits = await concluded(asker, ambiguous);
        await fixture.fetch(asker, `/v1/queries/${waits.id}/cancel`, { method: 'POST' });
        return (
          runs.every(({ result }) => ALPHA.test(JSON.stringify(result))) &&
          runs[1]?.sql !== null &&
          ALPHA.test(JSON.stringify(waits.clarification))
        );
      },
      { timeoutMs: 40_000, intervalMs: 300 },
    );
  const paused = async (key: RingKey = asker): Promise<RunView> => {
    const run = await concluded(key, ambiguous);
    expect([run.status, ALPHA.test(JSON.stringify(run.clarification))]).toEqual(['awaiting_clarification', true]);
    return run;
  };
  /**
   * Reads every representation of a run, and its events from the first on, for a second if the stream does not end.
   */
  const everythingOf = async (key: RingKey, id: string): Promise<string> => {
    const parts = [];
    for (const [path, accept] of [
      ['', '*/*'],
      ['/result', 'application/json'],
      ['/result', 'text/csv'],
      ['/chart.svg', '*/*'],
    ] as const)
      parts.push(await (await fixture.fetch(key, `/v1/queries/${id}${path}`, { headers: { accept } })).text());
    const { runs } = await json<{ runs: { id: string }[] }>(key, '/v1/queries?limit=100');
    parts.push(JSON.stringify(runs.find((run) => run.id === id)), await followed(key, id, 1_000).text);
    return parts.join('\n');
  };

  /** Follows the events of a run. @param mostMs the stream is closed after this time */
  function followed(
    key: Pick<RingKey, 'name'>,
    id: string,
    mostMs: number,
  ): { text: Promise<string>; opened: Promise<void>; endedMs: Promise<number | null> } {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), mostMs);
    const started = performance.now();
    const response = fetch(`${fixture.stack.url}/v1/queries/${id}/events`, {
      headers: { authorization: `Bearer ${key.name}-secret` },
      signal: giveUp.signal,
    });
    const parts: string[] = [];
    let isOpen: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (isOpen = resolve));
    const reading = response
      .then(async ({ body }) => {
        for await (const part of body ?? []) {
          parts.push(Buffer.from(part as Uint8Array).toString('utf8'));
          isOpen();
        }
        return performance.now() - started;
      })
      .catch(() => null)
      .finally(() => clearTimeout(timer));
    return { opened, endedMs: reading, text: reading.then(() => parts.join('')) };
  }

  it.each<[string, () => ({ name: string } & Record<string, unknown>)[] | null]>([
    ['is revoked', () => null],
    ['loses a scope', () => [{ name: reader.name, tenant: 'alpha', scopes: ['query'] }]],
    ['is given to another tenant', () => [{ name: reader.name, tenant: 'beta', scopes: ['query', 'sql:read'] }]],
    [
      'loses the connection',
      () => [{ name: reader.name, tenant: 'alpha', scopes: ['query', 'sql:read'], connections: [] }],
    ],
    [
      'expires',
      () => [
        {
          name: reader.name,
          tenant: 'alpha',
          scopes: ['query', 'sql:read'],
          expiresAt: new Date(Date.now() - 1_000).toISOString(),
        },
      ],
    ],
  ])(
    'an open event stream ends immediately, and a waiting request without an answer, when its key %s',
    async (_, change) => {
      const { id } = await paused(reader);
      modelWaits();
      const stream = followed(reader, id, 15_000);
      await stream.opened;
      const waiting = fixture.fetch(reader, '/v1/queries', { body: byChannel, headers: { prefer: 'wait=25' } });
      await waitFor(() => fixture.llm.underWay > 0, { timeoutMs: 20_000 });
      const entries = change();
      writeFileSync(
        `${fixture.configDir}/keys.yaml`,
        entries === null
          ? JSON.stringify((JSON.parse(keysFile()) as { name: string }[]).filter(({ name }) => name !== reader.name))
          : keysFile(entries),
      );
      expect(await stream.endedMs).not.toBeNull();
      letModelReply();
      expect(await stream.text).not.toContain('event: end');
      const answer = await waiting;
      const text = await answer.text();
      expect([answer.status, ALPHA.test(text), leaksIn(text, world.names)]).toEqual([401, false, []]);
    },
    60_000,
  );

  it('the expiry of a key ends its open streams', async () => {
    const short = {
      name: 'short',
      tenant: 'alpha',
      scopes: ['query'],
      expiresAt: new Date(Date.now() + 6_000).toISOString(),
    };
    writeFileSync(`${fixture.configDir}/keys.yaml`, keysFile([short]));
    const run = await waitFor(
      async () => {
        const made = await json(short, '/v1/queries', ambiguous, { prefer: 'wait=5' });
        return made.status === 'awaiting_clarification' ? made : null;
      },
      { timeoutMs: 5_500, intervalMs: 100 },
    );
    expect(await followed(short, run.id, 15_000).endedMs).toBeLessThan(8_000);
    expect((await fixture.fetch(short, `/v1/queries/${run.id}`)).status).toBe(401);
  }, 30_000);

  it('after a change of the tenant’s login, waiting and active runs show nothing that the former login read', async () => {
    const waits = await paused();
    const answered = await concluded(asker, {
      connection: 'ware',
      question: 'total amount by channel',
      cache: 'bypass',
    });
    expect(await everythingOf(asker, answered.id)).toMatch(ALPHA);
    modelWaits();
    const underWay = await json(asker, '/v1/queries', byChannel);
    await waitFor(() => fixture.llm.underWay > 0, { timeoutMs: 20_000 });
    writeFileSync(
      `${fixture.configDir}/connections/ware.yaml`,
      securedConnection(fixture.database.url, { alpha: 'rdr_next_x9' }),
    );
    await waitFor(async () => !ALPHA.test(await everythingOf(asker, answered.id)), {
      timeoutMs: 20_000,
      intervalMs: 200,
    });
    expect(await everythingOf(asker, waits.id)).not.toMatch(ALPHA);
    const option = waits.clarification?.options[0]?.id;
    const reply = await fixture.fetch(asker, `/v1/queries/${waits.id}/clarification`, {
      body: { clarificationId: waits.clarification?.id, optionId: option },
    });
    expect([reply.status, ALPHA.test(await reply.text())]).toEqual([403, false]);
    letModelReply();
    await waitFor(async () => (await json(asker, `/v1/queries/${underWay.id}`)).finishedAt !== null, {
      timeoutMs: 40_000,
      intervalMs: 200,
    });
    expect(await everythingOf(asker, underWay.id)).not.toMatch(ALPHA);
    for (const path of ['/v1/connections', '/v1/preferences', '/v1/audit?limit=100'])
      expect(await (await fixture.fetch(keyOf('alpha', 'query', 'sql:read', 'admin'), path)).text()).not.toMatch(
        /ZQALPHA/,
      );
  }, 120_000);

  it('a revoked database right ends a waiting run in business language', async () => {
    const waits = await paused();
    await fixture.database.query('REVOKE SELECT ON dwh_v2.t_ord_hdr_x1 FROM rdr_alpha_x9');
    const reply = await fixture.fetch(asker, `/v1/queries/${waits.id}/clarification`, {
      body: { clarificationId: waits.clarification?.id, optionId: waits.clarification?.options[0]?.id },
    });
    expect(reply.status).toBe(202);
    const over = await waitFor(
      async () => {
        const run = await json(asker, `/v1/queries/${waits.id}`);
        return run.finishedAt !== null ||
          (run.clarification !== null && run.clarification.id !== waits.clarification?.id)
          ? run
          : null;
      },
      { timeoutMs: 40_000, intervalMs: 200 },
    );
    expect([over.status === 'succeeded', leaksIn(await everythingOf(asker, waits.id), world.names)]).toEqual([
      false,
      [],
    ]);
  }, 90_000);

  it('a column that the model file hides is neither read nor shown by active or waiting runs', async () => {
    const waits = await paused();
    modelWaits();
    const underWay = await json(asker, '/v1/queries', byChannel);
    await waitFor(() => fixture.llm.underWay > 0, { timeoutMs: 20_000 });
    const columns = SECURED_MODEL.tables.t_ord_hdr_x1 as { columns: object };
    writeFileSync(
      `${fixture.configDir}/models/ware.yaml`,
      JSON.stringify({
        ...SECURED_MODEL,
        tables: {
          ...SECURED_MODEL.tables,
          t_ord_hdr_x1: { ...columns, columns: { ...columns.columns, chn_cd_2: { role: 'hidden' } } },
        },
      }),
    );
    await waitFor(async () => !ALPHA.test(await everythingOf(asker, waits.id)), { timeoutMs: 20_000, intervalMs: 200 });
    const reply = await fixture.fetch(asker, `/v1/queries/${waits.id}/clarification`, {
      body: { clarificationId: waits.clarification?.id, optionId: waits.clarification?.options[0]?.id },
    });
    expect([reply.status, ALPHA.test(await reply.text())]).toEqual([403, false]);
    letModelReply();
    await waitFor(
      async () =>
        (await json(asker, `/v1/queries/${underWay.id}`)).finishedAt !== null ||
        (await json(asker, `/v1/queries/${underWay.id}`)).status === 'awaiting_clarification',
      { timeoutMs: 60_000, intervalMs: 300 },
    );
    expect(await everythingOf(asker, underWay.id)).not.toMatch(ALPHA);
  }, 120_000);
});
