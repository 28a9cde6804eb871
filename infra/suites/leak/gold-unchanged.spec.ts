import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RunView } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import type { z } from 'zod';
import type { previewViewSchema } from '../../../apps/gateway/src/preview/preview-schemas';
import { startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { demoQuestions, TODAY } from '../../demo/judge/demo-questions';
import { openInProcessProduct, type InProcessProduct } from '../in-process/in-process-product';
import { Receiver } from './receiver';
import { leaksIn } from './leak-check';

interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  locale: string;
  reply?: string;
}

const questions = demoQuestions<GoldQuestion>('gold');

type Preview = z.infer<typeof previewViewSchema>;

/** How a question is read: in explicit words, or with a question back and its options. */
const previewedReading = ({ kind, text, clarification }: Preview) => ({
  isAsked: kind === 'ambiguous',
  text,
  options: clarification?.options.map(({ label }) => label) ?? [],
});
const runReading = ({ clarification, refinedQuestion, answer }: RunView) => ({
  isAsked: clarification !== null,
  text: clarification?.question ?? refinedQuestion ?? answer?.text,
  options: clarification?.options.map(({ label }) => label) ?? [],
});

describe('gold questions asked by a viewer', () => {
  let postgres: ThrowAwayPostgres;
  let configDir: string;
  let gateway: GatewayUnderTest;
  let stages: InProcessProduct;
  /** Physical names with an underscore, by connection. Other names may also be plain words. */
  const technical = new Map<string, string[]>();
  const leaks: object[] = [];
  /** Questions that the intent stage read otherwise than the preview. */
  const readOtherwise: object[] = [];
  const ends: Record<string, number> = {};

  beforeAll(async () => {
    postgres = await startPostgres({ demoDay: TODAY });
    configDir = await demoConfig(postgres.url);
    gateway = await startGateway({ QUERENT_CONFIG_DIR: configDir });
    stages = await openInProcessProduct({ redisUrl: gateway.redis.url, configDir, env: { EMBEDDER: 'none' } });
    gateway.services.transport = stages.transport;
    await readNames();
    for (const question of questions) await ask(question);
  }, 600_000);

  afterAll(async () => {
    await stages.close();
    await gateway.stop();
    await postgres.stop();
    await rm(configDir, { recursive: true, force: true });
  });

  it('gold questions reach a viewer unchanged by the gate', async () => {
    const stopped = [
      ...(await gateway.services.metrics.registry.metrics()).matchAll(
        /querent_leaks_stopped_total\{kind="(\w+)"[^}]*\} (\d+)/g,
      ),
    ].map(([, kind, count]) => `${kind} ${count}`);
    expect(stopped).toEqual([]);
    expect(ends['succeeded']).toBeGreaterThan(200);
  });

  it('gold questions are read as the preview shows it', () => {
    expect(readOtherwise).toEqual([]);
  });

  it('gold questions show a viewer no physical name, no SQL and no driver message', () => {
    expect(leaks).toEqual([]);
  });

  async function readNames(): Promise<void> {
    for (const name of ['commerce', 'education', 'tourism']) {
      const { tables } = (await gateway.services.snapshots.get(name)) ?? { tables: [] };
      const names = tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]);
      technical.set(
        name,
        [...new Set(names)].filter((one) => one.includes('_')),
      );
    }
  }

  async function ask({ id, connection, question, locale, reply }: GoldQuestion): Promise<void> {
    const receiver = new Receiver(gateway, { authorization: 'Bearer viewer' });
    const payload = { question, connection, locale };
    const preview = await receiver.call('preview', { method: 'POST', url: '/v1/preview', payload });
    const expected = previewedReading(JSON.parse(preview.body) as Preview);
    const submitted = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { ...payload, mode: 'full' },
    });
    await stages.work();
    let view = await receiver.readAll(submitted.id);
    const read = runReading(view);
    if (!isDeepStrictEqual(read, expected)) readOtherwise.push({ question, expected, read });
    if (view.clarification !== null && reply !== undefined) {
      await receiver.call('reply', {
        method: 'POST',
        url: `/v1/queries/${view.id}/clarification`,
        payload: { clarificationId: view.clarification.id, text: reply },
      });
      await stages.work();
      view = await receiver.readAll(view.id);
    }
    ends[view.status] = (ends[view.status] ?? 0) + 1;
    for (const { outlet, bytes } of receiver.sent) {
      // The user may have typed the name.
      const names = (technical.get(connection) ?? []).filter((name) => !question.includes(name));
      const found = leaksIn(bytes, names);
      if (found.length > 0) leaks.push({ id, outlet, found });
    }
  }
});

/** Copies the demo's configuration with the database URL in the files, because a variable would affect other specs. */
async function demoConfig(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'querent-gold-'));
  await cp(join(__dirname, '../../demo/config'), folder, { recursive: true });
  const connections = join(folder, 'connections');
  for (const file of await readdir(connections)) {
    const text = await readFile(join(connections, file), 'utf8');
    await writeFile(join(connections, file), text.replace('${QUERENT_DEMO_DATABASE_URL}', url));
  }
  return folder;
}
