import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FORMAT, runDataSchema, type RunStatus, type RunView } from '@querent/contracts';
import {
  startPostgres,
  startScriptedLlm,
  startStack,
  waitFor,
  type StackMember,
  type TestStack,
} from '@querent/testing';
import Redis from 'ioredis';
import { HttpAsker } from '../../tests/product/http-asker';
import type { RecordedContracts } from './recorded-contracts';
import { readRedis, type StoredKey } from './redis-content';

/** Root of the repository, relative to the bundle. */
const root = resolve(__dirname, '../../..');

const SHOP = `
  CREATE TABLE client (id int PRIMARY KEY, name text, region text, joined date, revenue numeric);
  COMMENT ON TABLE client IS 'client';
  INSERT INTO client SELECT n, 'Client ' || n, (ARRAY['Harbour East', 'Harbour West', 'Hill'])[n % 3 + 1], date '2026-01-01' + n, n FROM generate_series(1, 30) n;
  ANALYZE;
`;
const MODEL =
  'defaultLocale: en\ntimezone: Asia/Shanghai\ntables: { client: { label: { zh: 客户, en: client }, columns: { region: { label: { zh: 地区, en: region }, role: dimension, values: index } } } }\n';
const reply = (kind: string, sql: string): { text: string } => ({
  text: JSON.stringify({ kind, sql, draft: null, question: null, options: null }),
});

const way: readonly [StackMember, RunStatus][] = [
  ['intent', 'generating'],
  ['sql-generator', 'executing'],
  ['executor', 'presenting'],
  ['chart', 'succeeded'],
];

/**
 * Submits questions of all kinds to a stack of this version, and records the content of Redis after each stage and at
 * the end.
 */
async function record(): Promise<void> {
  const config = mkdtempSync(`${tmpdir()}/querent-contracts-`);
  for (const folder of ['connections', 'models']) mkdirSync(`${config}/${folder}`);
  const [postgres, llm] = await Promise.all([
    startPostgres(),
    startScriptedLlm([
      { match: { text: /zorbs/ }, times: 1, reply: reply('intermediate_sql', 'SELECT DISTINCT region FROM client') },
      { match: { text: /zorbs/ }, reply: reply('sql', `SELECT count(*) FROM client WHERE region = 'Hill'`) },
      { match: { text: /quibs/ }, times: 1, reply: reply('sql', 'SELECT count(*) FROM client WHERE nonesuch = 1') },
      { match: { text: /quibs/ }, reply: reply('sql', 'SELECT count(*) FROM client') },
      { reply: { garbage: true } },
    ]),
  ]);
  await postgres.query(SHOP);
  writeFileSync(
    `${config}/connections/shop.yaml`,
    `label: { zh: 商店, en: Shop }\nurl: ${postgres.url}\nallowSuperuser: true\n`,
  );
  writeFileSync(`${config}/models/shop.yaml`, MODEL);
  const stack = await startStack({
    env: {
      QUERENT_CONFIG_DIR: config,
      QUERENT_DEMO_DATABASE_URL: postgres.url,
      EMBEDDER: 'local',
      LLM_BASE_URL: llm.url,
      LLM_MODEL: 'scripted',
      QUERENT_SECRET_KEY: randomBytes(32).toString('base64'),
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_ATTEMPTS: '1',
    },
  });
  const redis = new Redis(stack.redisUrl);
  try {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    await new HttpAsker(stack.url).connectionIs('shop', 'ready');
    const recorder = new Recorder(stack, redis);
    const stages = await recorder.stages();
    await recorder.ends();
    const end = await recorder.everything();
    const file = join(root, `libs/contracts/src/fixtures/${version}.json`);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(
      file,
      `${JSON.stringify({ version, format: FORMAT, mayBeAbsent: mayBeAbsent(), stages, end } satisfies RecordedContracts)}\n`,
    );
    process.stdout.write(`${file}: ${Object.keys(stages).join(', ')}; ${end.length} keys at the end\n`);
  } finally {
    redis.disconnect();
    await stack.stop();
    await Promise.all([llm.stop(), postgres.stop()]);
    rmSync(config, { recursive: true, force: true });
  }
}

/** Members of a run's data with a default, which earlier versions may not have written. */
const mayBeAbsent = (): string[] =>
  Object.entries(runDataSchema.shape)
    .filter(([, schema]) => schema.safeParse(undefined).success)
    .map(([member]) => member);

class Recorder {
  private readonly asker: HttpAsker;

  constructor(
    private readonly stack: TestStack,
    private readonly redis: Redis,
  ) {
    this.asker = new HttpAsker(stack.url);
  }

  /** Records one run in each of its states, and one that explores stored values. */
  async stages(): Promise<Record<string, StoredKey[]>> {
    const { stack, redis } = this;
    const stages: Record<string, StoredKey[]> = {};
    for (const [service] of way) await stack.stopService(service);
    const id = await this.submit(
      { question: 'number of clients by region' },
      { 'idempotency-key': 'first', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` },
    );
    stages['queued'] = await this.ofRun(id);
    for (const [service, status] of way) {
      await stack.startService(service);
      await this.reaches(id, status);
      stages[status] = await this.ofRun(id);
    }
    for (const service of ['schema-retrieval', 'executor'] as const) await stack.stopService(service);
    const exploring = await this.submit({ question: 'how many zorbs are there', mode: 'full' });
    await this.reaches(exploring, 'retrieving');
    stages['retrieving'] = await this.ofRun(exploring);
    await stack.startService('schema-retrieval');
    await this.reaches(exploring, 'exploring');
    stages['exploring'] = await readRedis(redis, (key) => key.includes(exploring));
    await stack.startService('executor');
    await this.asker.over(exploring);
    return stages;
  }

  /** Produces the other final states of runs, and everything that is stored about them. */
  async ends(): Promise<void> {
    const { asker } = this;
    await asker.settled({ question: 'how many quibs are there', connection: 'shop', mode: 'full', cache: 'bypass' });
    const answered = await asker.answered({ question: 'total revenue', connection: 'shop' });
    await waitFor(
      async () => (await asker.answered({ question: 'total revenue', connection: 'shop' })).cache.level === 'l1',
      { timeoutMs: 20_000 },
    );
    await waitFor(
      async () =>
        (await asker.answered({ question: 'what is the total revenue', connection: 'shop', conversationId: 'talk' }))
          .cache.level === 'l2',
      { timeoutMs: 20_000 },
    );
    await asker.call(`/v1/queries/${answered.id}/feedback`, {
      rating: 'up',
      comment: 'right',
      correctedSql: 'SELECT region, sum(revenue) FROM client GROUP BY region',
    });
    const chosen = await this.paused({ question: 'how many clients in Harbour' });
    await asker.call(`/v1/queries/${chosen.id}/clarification`, {
      clarificationId: chosen.clarification?.id,
      optionId: chosen.clarification?.options[0]?.id,
    });
    await asker.over(chosen.id);
    const cancelled = await this.paused({ question: 'revenue in Harbour' });
    await asker.call(`/v1/queries/${cancelled.id}/cancel`, {});
    // The receiver does not exist, so the webhooks end as dead letters.
    await this.paused({ question: 'number of clients in Harbour', callbackUrl: 'http://127.0.0.1:9/' });
    await waitFor(async () => (await this.redis.zcard('querent:dead-letters')) > 0, { timeoutMs: 20_000 });
    await asker.settled({ question: 'blorp the frumious snark', connection: 'shop', mode: 'full', cache: 'bypass' });
  }

  /** Reads all keys, but of queues only the jobs, because their other keys belong to BullMQ. */
  async everything(): Promise<StoredKey[]> {
    return readRedis(
      this.redis,
      (key) =>
        !/^\{querent\}:[\w-]+:(meta|id|events|completed|failed|wait|active|delayed|prioritized|pc|marker|stalled.*|.*:lock)$/.test(
          key,
        ) && !/quota|barrier|lease|:vectors:(tables|columns|names)/.test(key),
    );
  }

  private async submit(body: object, headers: Record<string, string> = {}): Promise<string> {
    const { status, body: run } = await this.asker.call<RunView>(
      '/v1/queries',
      { connection: 'shop', ...body },
      headers,
    );
    if (status !== 202) throw new Error(`${status}: ${JSON.stringify(run)}`);
    return run.id;
  }

  private async paused(body: object): Promise<RunView> {
    return this.asker.inStatus(await this.submit({ cache: 'bypass', ...body }), 'awaiting_clarification');
  }

  private reaches(id: string, status: RunStatus): Promise<unknown> {
    return waitFor(async () => (await this.asker.view(id)).status === status, { timeoutMs: 60_000 });
  }

  private ofRun(id: string): Promise<StoredKey[]> {
    return readRedis(this.redis, (key) => key.includes(id) && !key.endsWith(':lock'));
  }
}

// Throw-away servers do not keep the process alive, and at first nothing else does.
const alive = setInterval(() => undefined, 60_000);
record()
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  })
  .finally(() => clearInterval(alive));
