import { jobOf, SagaUnderTest } from '../fixture/saga-under-test';
import { failExhausted } from '../run-failure';

describe('dead letters', () => {
  let saga: SagaUnderTest;
  beforeAll(async () => {
    saga = await SagaUnderTest.open();
  });
  afterAll(() => saga.close());
  beforeEach(() => saga.startOver());

  it('shows and discards the dead letters that it knows, whatever a newer version has put beside them or into them', async () => {
    const at = new Date().toISOString();
    const letter = { id: 'q-1', runId: 'q', tenant: 'acme', job: 'understand' as const, version: 1, reason: 'boom', at };
    await saga.redis.zadd(saga.store.keys.deadLetters(), 1, JSON.stringify({ mood: 'new', ...letter }), 2, JSON.stringify({ ...letter, id: 'q-2', job: 'daydream' }));
    expect(await saga.letters.list(10)).toEqual([letter]);
    expect([await saga.letters.discard(letter), await saga.letters.discard(letter), await saga.letters.count()]).toEqual([true, false, 1]);
  });

  it('keeps one dead letter when the worker and the sweeper both see the exhausted job', async () => {
    const run = await saga.submit();
    const outbox = { job: 'understand', payload: jobOf(run) } as const;
    await Promise.all([failExhausted(saga.store, saga.letters, outbox, 'x'), failExhausted(saga.store, saga.letters, outbox, 'y')]);
    expect(await saga.letters.list(10)).toHaveLength(1);
  });
});
