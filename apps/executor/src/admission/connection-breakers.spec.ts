import { DatabaseFailure } from '@querent/datasource';
import { classifyDatabaseError, errorClassOf } from '@querent/sql';
import { NotAdmitted } from './admission-of';
import { ConnectionBreakers } from './connection-breakers';

const PAUSE_MS = 5_000;
const refusal = (code: string, cause: unknown = new Error('the driver’s own')) => new DatabaseFailure(classifyDatabaseError(code), 'said the driver', code, cause === undefined ? {} : { cause });
const down = () => refusal('ECONNREFUSED');
const timeout = new DatabaseFailure(errorClassOf('timeout'), 'canceling statement due to statement timeout (30 ms)', '57014');

describe('the breaker of a connection', () => {
  // Cockatiel reads no other clock.
  const itIs = (ms: number): void => void jest.spyOn(Date, 'now').mockReturnValue(ms);
  beforeEach(() => itIs(0));
  afterEach(() => void jest.restoreAllMocks());

  function setUp() {
    const changes: [string, boolean][] = [];
    const breakers = new ConnectionBreakers({ failures: 3, pauseMs: PAUSE_MS, onChange: (...change) => changes.push(change) });
    const fails = async (error: unknown, times = 1, connection = 'db') => {
      for (let n = 0; n < times; n += 1) await expect(breakers.run(connection, () => Promise.reject(error))).rejects.toBe(error);
    };
    const untouched = async (connection = 'db') => {
      const work = jest.fn(async () => 'answered');
      await expect(breakers.run(connection, work)).rejects.toMatchObject({ name: 'DatabaseFailure', errorClass: { name: 'connection_lost' } });
      expect(work).not.toHaveBeenCalled();
    };
    return { breakers, changes, fails, untouched };
  }

  it('opens after so many failures in a row, and fails at once then', async () => {
    const { fails, untouched, changes } = setUp();
    await fails(down(), 2);
    expect(changes).toEqual([]);
    await fails(down());
    expect(changes).toEqual([['db', true]]);
    await untouched();
  });

  it.each(['08006', '57P01', '57P03', '3D000', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'])('takes %s for a database that cannot be reached', async (code) => {
    const { fails, untouched } = setUp();
    await fails(refusal(code), 3);
    await untouched();
  });

  it.each<[string, unknown]>([
    ['a statement’s time-out', timeout], ['a cancelled run', new DatabaseFailure(errorClassOf('cancelled'), '', '57014')], ['a wrong password', refusal('28P01')], ['a full server', refusal('53300')],
    ['a mistake', refusal('42703')], ['a division by zero', refusal('22012')], ['what is too expensive', new NotAdmitted('too_expensive', '')], ['an error of ours', new TypeError('ours')],
  ])('is not opened by %s', async (_what, error) => {
    const { breakers, fails } = setUp();
    await fails(error, 10);
    await expect(breakers.run('db', async () => 1)).resolves.toBe(1);
  });

  it.each<[string, unknown]>([['a mistake', refusal('42703')], ['what is too expensive', new NotAdmitted('slow', '')], ['a wrong password', refusal('28P01')]])('counts anew after %s: the database answered', async (_what, error) => {
    const { breakers, fails } = setUp();
    for (let n = 0; n < 5; n += 1) {
      await fails(down(), 2);
      await fails(error);
    }
    await expect(breakers.run('db', async () => 1)).resolves.toBe(1);
  });

  it('counts on where something proved nothing', async () => {
    const { fails, untouched } = setUp();
    await fails(down(), 2);
    await fails(timeout);
    await fails(down());
    await untouched();
  });

  it('keeps connections apart', async () => {
    const { breakers, fails } = setUp();
    await fails(down(), 3);
    await expect(breakers.run('other', async () => 1)).resolves.toBe(1);
  });

  it('recovers by itself: one tries after the pause, the others do not wait for it', async () => {
    const { breakers, fails, untouched, changes } = setUp();
    await fails(down(), 3);
    itIs(PAUSE_MS);
    let answer = (_text: string): void => undefined;
    const trial = breakers.run('db', () => new Promise<string>((resolve) => (answer = resolve)));
    await untouched();
    answer('alive');
    await expect(trial).resolves.toBe('alive');
    await expect(breakers.run('db', async () => 1)).resolves.toBe(1);
    expect(changes).toEqual([['db', true], ['db', false]]);
  });

  it('recovers where the trial is refused by a database that answers', async () => {
    const { breakers, fails } = setUp();
    await fails(down(), 3);
    itIs(PAUSE_MS);
    await fails(refusal('42703'));
    await expect(breakers.run('db', async () => 1)).resolves.toBe(1);
  });

  it.each<[string, unknown]>([['fails', down()], ['is cancelled', new Error('cancelled')], ['takes too long', timeout]])('waits on where the trial %s, and tries again after another pause', async (_what, error) => {
    const { breakers, fails, untouched } = setUp();
    await fails(down(), 3);
    itIs(PAUSE_MS);
    await fails(error);
    await untouched();
    itIs(2 * PAUSE_MS);
    await expect(breakers.run('db', async () => 1)).resolves.toBe(1);
  });

  it('is not closed by what began before it opened', async () => {
    const { breakers, fails, untouched } = setUp();
    let answer = (_text: string): void => undefined;
    const before = breakers.run('db', () => new Promise<string>((resolve) => (answer = resolve)));
    await fails(down(), 3);
    answer('late');
    await expect(before).resolves.toBe('late');
    await untouched();
  });
});
