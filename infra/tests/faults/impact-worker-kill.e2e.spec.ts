import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Impact } from '@querent/impact';
import { startStack, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { bareWorld } from '../../suites/worlds/bare-world';
import { HttpAsker } from '../product/http-asker';

/** Enough questions for a comparison to last a second or more. */
const QUESTIONS = 120;
const address = '/v1/connections/warehouse/model/impact';

describe('a comparison of a draft with the model in force', () => {
  const config = mkdtempSync(`${tmpdir()}/querent-impact-`);
  let database: ThrowAwayPostgres;
  let stack: TestStack;

  beforeAll(async () => {
    bareWorld.writeConfig(config, ['demo']);
    mkdirSync(`${config}/samples`, { recursive: true });
    const questions = Array.from({ length: QUESTIONS }, (_, at) => `orders with amt over ${at} by select`);
    const lines = questions.map((question) => JSON.stringify({ question, sql: 'SELECT 1' }));
    writeFileSync(`${config}/samples/warehouse.jsonl`, `${lines.join('\n')}\n`);
    database = await bareWorld.openDatabase();
    stack = await startStack({ env: { QUERENT_CONFIG_DIR: config, ...bareWorld.environment(database.url) } });
    await new HttpAsker(stack.url).connectionIs('warehouse', 'ready');
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await database?.stop();
    rmSync(config, { recursive: true, force: true });
  }, 60_000);

  const request = async (path: string, method = 'GET', body?: object): Promise<Impact> => {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: { authorization: 'Bearer demo', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as Impact;
  };
  const begin = (): Promise<Impact> => request(address, 'POST', {});
  const reads = (id: string): Promise<Impact> => request(`${address}/${id}`);
  /** Waits until the comparison has read some questions and not all. */
  const underWay = (id: string): Promise<Impact> =>
    waitFor(
      async () => {
        const impact = await reads(id);
        return impact.progress.done > 0 && impact.status === 'working' ? impact : null;
      },
      { timeoutMs: 30_000, intervalMs: 10 },
    );

  it('ends with one result if its worker is killed meanwhile', async () => {
    const { id } = await begin();
    await underWay(id);
    await stack.killService('intent');
    const ended = await waitFor(
      async () => {
        const impact = await reads(id);
        return impact.status === 'done' ? impact : null;
      },
      { timeoutMs: 100_000 },
    );
    expect(ended).toMatchObject({ progress: { done: QUESTIONS, of: QUESTIONS }, changes: [], error: null });
    expect(ended.summary).toMatchObject({ unchanged: QUESTIONS, changed: 0, broken: 0 });
  }, 120_000);

  it('goes on in another worker if its worker is stopped', async () => {
    await stack.ready();
    const { id } = await begin();
    await underWay(id);
    await stack.stopService('intent');
    expect((await reads(id)).status).toBe('working');
    await stack.startService('intent');
    await waitFor(async () => (await reads(id)).status === 'done', { timeoutMs: 60_000 });
  }, 120_000);

  it('stops within a second of its cancellation, and the next one begins', async () => {
    await stack.ready();
    const { id } = await begin();
    await underWay(id);
    const cancelled = await request(`${address}/${id}/cancel`, 'POST');
    expect(cancelled.status).toBe('cancelled');
    const next = await begin();
    await pause(1_000);
    expect((await reads(id)).progress).toEqual(cancelled.progress);
    expect((await reads(next.id)).status).not.toBe('queued');
    await request(`${address}/${next.id}/cancel`, 'POST');
  }, 60_000);

  it('answers questions meanwhile', async () => {
    const { id } = await begin();
    await underWay(id);
    const asker = new HttpAsker(stack.url);
    const { body } = await asker.submit(bareWorld.straight);
    expect((await asker.over(body.id, 10_000)).status).toBe('succeeded');
    await request(`${address}/${id}/cancel`, 'POST');
  }, 60_000);
});
