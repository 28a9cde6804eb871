import { sampleIn, type SampleRevision } from '@querent/catalog';
import { seededRandom } from '@querent/testing';
import { tagOf } from '../admin/sample-change';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test';

const CHANGES = 200;
const SEED = Number(process.env['ADMIN_SEED'] ?? 20);

/** What an accepted request reported: the sample's tag afterwards; null: it was deleted. */
interface Accepted {
  sample: string;
  read: string | null;
  tag: string | null;
}

/**
 * Three administrators review, correct, delete and restore six samples over two gateways, each after reading the
 * sample. The log must be one history: each change replaced the state that the one before it left.
 */
describe(`${CHANGES} random changes of samples by three administrators over two gateways (seed ${SEED})`, () => {
  const gateways: GatewayUnderTest[] = [];
  const { next: random } = seededRandom(SEED);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const scope = { tenant: 'acme', connection: 'shop' };
  const url = '/v1/connections/shop/samples';
  const ids: string[] = [];
  const accepted: Accepted[] = [];
  let refused = 0;

  beforeAll(async () => {
    const first = await startGateway();
    gateways.push(first, await startGateway({}, first.redis));
    for (let n = 0; n < 6; n += 1) {
      const payload = { question: `question ${n}`, sql: 'SELECT count(*) FROM t_order_2024' };
      ids.push((await first.request({ method: 'POST', url, payload, as: 'root' })).json().id);
    }
  });
  afterAll(async () => {
    for (const gateway of gateways.toReversed()) await gateway.stop();
  });

  const history = (): Promise<SampleRevision[]> =>
    (gateways[0] as GatewayUnderTest).services.sampleStore.log.list('acme', ['shop'], { below: null, limit: 10_000 });
  const stored = async (id: string): Promise<string | null> => {
    const { redis, store } = (gateways[0] as GatewayUnderTest).services;
    return redis.hget(store.keys.samples(scope.tenant, scope.connection).entries, id);
  };
  const tagAt = async (id: string): Promise<string | null> => {
    const { statusCode, headers } = await oneOf(gateways).request({ url: `${url}/${id}`, as: 'root' });
    return statusCode === 200 ? String(headers['etag']) : null;
  };

  async function change(n: number): Promise<void> {
    const sample = oneOf(ids);
    const read = await tagAt(sample);
    const headers = read === null ? { 'if-none-match': '*' } : { 'if-match': read };
    const chance = random();
    const own = (await history()).filter((revision) => revision.sample === sample);
    const isPatch = read !== null && chance < 0.6;
    const payload = oneOf([{ status: 'rejected' }, { status: 'pending' }, { question: `question ${n}` }]);
    // Undoing the first change of a sample deletes it.
    const [wanted, state] = random() < 0.3 ? [own.at(-1), 'before'] : [oneOf(own), oneOf(['after', 'before'])];
    const response = await oneOf(gateways).request(
      isPatch
        ? { method: 'PATCH', url: `${url}/${sample}`, payload, headers, as: 'root' }
        : { method: 'POST', url: `/v1/revisions/${wanted?.id}/restore?state=${state}`, headers, as: 'root' },
    );
    // A review answers 404 if the sample was deleted after it was read.
    if (response.statusCode === 412 || (isPatch && response.statusCode === 404)) refused += 1;
    else {
      expect(response.statusCode).toBe(200);
      accepted.push({ sample, read, tag: response.headers['etag'] ?? null });
    }
  }

  it('loses no change, and each replaced the state that its author had read', async () => {
    let next = 0;
    const administrator = async (): Promise<void> => {
      while (next < CHANGES) await change(next++);
    };
    await Promise.all([administrator(), administrator(), administrator()]);
    // Conflicts and deletions must happen, or the test shows nothing.
    expect(refused).toBeGreaterThan(5);
    expect(accepted.filter(({ tag }) => tag === null).length).toBeGreaterThan(5);
    const oldestFirst = (await history()).toReversed();
    expect(oldestFirst).toHaveLength(ids.length + accepted.length);
    for (const id of ids) {
      const own = oldestFirst.filter(({ sample }) => sample === id);
      expect(own.map(({ before }) => before)).toEqual([null, ...own.slice(0, -1).map(({ after }) => after)]);
      expect(await stored(id)).toBe(own.at(-1)?.after);
      const steps = own.slice(1).map(({ before, after }) => [tagOfText(before), tagOfText(after)].join());
      const reported = accepted.filter(({ sample }) => sample === id).map(({ read, tag }) => [read, tag].join());
      expect(steps.sort()).toEqual(reported.sort());
    }
  }, 60_000);

  it('gives back every state byte for byte', async () => {
    const sampled = (await history()).filter(() => random() < 0.2);
    expect(sampled.length).toBeGreaterThan(20);
    for (const { id, sample, before, after } of sampled)
      for (const [state, text] of Object.entries({ before, after })) {
        const request = { method: 'POST', url: `/v1/revisions/${id}/restore?state=${state}`, as: 'root' } as const;
        expect((await oneOf(gateways).request(request)).statusCode).toBe(200);
        expect(await stored(sample)).toBe(text);
      }
  });
});

function tagOfText(text: string | null): string | null {
  const sample = sampleIn(text);
  return sample === null ? null : tagOf(sample);
}
