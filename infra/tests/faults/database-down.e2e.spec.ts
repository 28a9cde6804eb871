import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunView } from '@querent/contracts';
import type { TestStack } from '@querent/testing';
import { FaultProxy } from '../../suites/chaos/faults/fault-proxy';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';
import { HttpAsker } from '../product/http-asker';

const orders = { question: '去年每个月的订单金额趋势', connection: 'commerce', cache: 'bypass' as const };
const schools = { question: 'number of schools by district', connection: 'education', cache: 'bypass' as const };

describe('questions to a connection whose database is down', () => {
  let fixture: ConfiguredStack;
  let proxy: FaultProxy;
  let stack: TestStack;
  let asker: HttpAsker;
  beforeAll(async () => {
    proxy = await FaultProxy.open(null);
    const address = `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
    const commerce = demoFile('connections/commerce.yaml')
      .replace('${QUERENT_DEMO_DATABASE_URL}', address)
      .replace('statementTimeoutMs: 10000', 'statementTimeoutMs: 2000, outageWaitMs: 2000');
    const unchanged = ['models/commerce.yaml', 'connections/education.yaml', 'models/education.yaml'];
    fixture = await ConfiguredStack.open(chiefAndViewer('down'), {
      ...Object.fromEntries(unchanged.map((path) => [path, demoFile(path)])),
      'connections/commerce.yaml': commerce,
    });
    stack = fixture.stack;
    // Its database is down when the executor starts.
    await stack.stopService('executor');
    await stack.startService('executor');
    await stack.ready();
    asker = new HttpAsker(stack.url, 'down-chief');
    await asker.connectionIs('education', 'ready');
  }, 120_000);
  afterAll(async () => {
    await fixture?.leave();
    await proxy.close();
  }, 60_000);

  const expectOthersToAnswer = async (): Promise<void> =>
    expect(await asker.answered(schools)).toMatchObject({ status: 'succeeded', result: { rowCount: 13 } });

  it('a connection that is down from the start is refused in business language, and answers when its database is up', async () => {
    await asker.connectionIs('commerce', 'unavailable');
    const refused = await asker.submit(orders);
    expect(refused).toMatchObject({ status: 503, body: { code: 'connection_unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expectBusinessLanguage(refused.body.detail);
    await expectOthersToAnswer();

    proxy.leadTo(Number(new URL(stack.databaseUrl).port));
    await asker.connectionIs('commerce', 'ready');
    expect(await asker.answered(orders)).toMatchObject({ status: 'succeeded', result: { rowCount: 12 } });
  }, 180_000);

  it('a database that goes down during a run fails it in business language, and answers again afterwards', async () => {
    proxy.set('cut');
    const failed = await asker.answered(orders);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'connection_unavailable' }, result: null });
    expectBusinessLanguage(failed.error?.message);
    expect(failed.error?.actions.length).toBeGreaterThan(0);
    await expectOthersToAnswer();

    proxy.set('pass');
    const again: RunView = await asker.answered(orders);
    expect(again).toMatchObject({ status: 'succeeded', result: { rowCount: 12 } });
  }, 180_000);

  it('a database that stops responding blocks neither its run nor others forever', async () => {
    proxy.set('silent');
    const [ended] = await Promise.all([asker.settled(orders), expectOthersToAnswer()]);
    // A database that stops responding looks like a slow query, so the run may ask for a narrower question.
    const why = ended.status === 'awaiting_clarification' ? ended.clarification?.trigger : ended.error?.code;
    expect(why).toMatch(/^(connection_unavailable|query_timeout|sql_execution_error)$/);
    proxy.set('cut');
    proxy.set('pass');
    expect(await asker.answered(orders)).toMatchObject({ status: 'succeeded' });
  }, 180_000);
});

const demoFile = (path: string): string => readFileSync(resolve(__dirname, '../../demo/config', path), 'utf8');

function expectBusinessLanguage(text: string | undefined): void {
  expect(text).toMatch(/数据源/);
  expect(text).not.toMatch(/ECONN|127\.0\.0\.1|postgres|commerce|terminat|connect/i);
}
