import { join } from 'node:path';
import { openCatalog } from '@querent/catalog';
import { introspect, runReadOnly } from '@querent/datasource';
import { createRedis } from '@querent/platform';
import { indexedColumns } from '../../../apps/executor/src/indexed-columns';
import { startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { openPlaces, type Places } from '../../demo/judge/place';
import { Receiver } from './everything-sent';
import { leaksIn } from './leak-check';
import { stagesInHand, type StagesInHand } from './stages-in-hand';
import { demoQuestions } from '../../demo/judge/demo-questions';

interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  locale: string;
  reply?: string;
}

const config = join(__dirname, '../../demo/config');
const questions = demoQuestions<GoldQuestion>('gold');

describe('what a viewer is sent for the gold questions', () => {
  let places: Places;
  let gateway: GatewayUnderTest;
  let stages: StagesInHand;
  let subscriber: ReturnType<typeof createRedis>;
  /** Names that are no word, by connection. */
  const technical = new Map<string, string[]>();
  const leaks: object[] = [];
  const ends: Record<string, number> = {};

  beforeAll(async () => {
    places = await openPlaces();
    gateway = await startGateway({
      QUERENT_CONFIG_DIR: config,
      QUERENT_DEMO_DATABASE_URL: 'postgres://unused@127.0.0.1:1/none',
    });
    subscriber = createRedis(gateway.redis.url, 'subscriber');
    await takeSnapshots();
    stages = stagesInHand(gateway.services, {
      datasource: (name) => places.of(name).datasource,
      runStatement: runReadOnly,
      around: (_job, stage) => stage,
      subscriber,
    });
    for (const question of questions) await ask(question);
  }, 600_000);

  afterAll(async () => {
    subscriber.disconnect();
    await gateway.stop();
    await places.stop();
  });

  it('is what the stages wrote: the gate finds nothing to change', async () => {
    const stopped = [
      ...(await gateway.services.metrics.registry.metrics()).matchAll(
        /querent_leaks_stopped_total\{kind="(\w+)"[^}]*\} (\d+)/g,
      ),
    ].map(([, kind, count]) => `${kind} ${count}`);
    expect(stopped).toEqual([]);
    expect(ends['succeeded']).toBeGreaterThan(200);
  });

  it('holds no name of the database that is no word, no SQL and no phrase of a driver', () => {
    expect(leaks).toEqual([]);
  });

  async function takeSnapshots(): Promise<void> {
    const catalog = await openCatalog(config, {
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
      credentials: null,
    });
    for (const name of ['commerce', 'education', 'tourism']) {
      const snapshot = await introspect(places.of(name).datasource, {
        valueIndexColumns: indexedColumns(catalog.modelFile(name).file),
      });
      await gateway.services.snapshots.put(name, snapshot);
      const names = snapshot.tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]);
      technical.set(
        name,
        [...new Set(names)].filter((one) => one.includes('_')),
      );
    }
    await catalog.close();
  }

  async function ask({ id, connection, question, locale, reply }: GoldQuestion): Promise<void> {
    const receiver = new Receiver(gateway, { authorization: 'Bearer viewer' });
    const submitted = await receiver.view('submit', {
      method: 'POST',
      url: '/v1/queries',
      payload: { question, connection, locale, mode: 'full' },
    });
    await stages.work();
    let view = await receiver.lookAtAll(submitted.id);
    if (view.clarification !== null && reply !== undefined) {
      await receiver.call('reply', {
        method: 'POST',
        url: `/v1/queries/${view.id}/clarification`,
        payload: { clarificationId: view.clarification.id, text: reply },
      });
      await stages.work();
      view = await receiver.lookAtAll(view.id);
    }
    ends[view.status] = (ends[view.status] ?? 0) + 1;
    for (const { outlet, bytes } of receiver.sent) {
      // What the asker typed is theirs.
      const names = (technical.get(connection) ?? []).filter((name) => !question.includes(name));
      const found = leaksIn(bytes, names);
      if (found.length > 0) leaks.push({ id, outlet, found });
    }
  }
});
