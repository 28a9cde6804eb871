import type { Run, RunData } from '@querent/contracts';
import { DatabaseFailure } from '@querent/datasource';
import { StagePostponedError } from '@querent/saga';
import { errorClassOf } from '@querent/sql';
import { emptyRunData } from '@querent/contracts';
import { newRun } from '@querent/testing';
import { awaitDatabase } from './await-database';
import { DatabaseAway } from './database-away';

const MADE = Date.parse('2026-11-21T09:00:00.000Z');
const failure = new DatabaseFailure(errorClassOf('connection_lost'), 'connect ECONNREFUSED', 'ECONNREFUSED');
const away = (over: Partial<DatabaseAway['facts']> = {}): DatabaseAway =>
  new DatabaseAway(failure, { forMs: 0, waitMs: 15_000, hasBegun: false, isOver: Promise.resolve(), ...over });
const runWith = (outage: RunData['outage'] = null): Run => ({
  ...newRun({ id: 'run00001' }),
  version: 4,
  status: 'executing',
  createdAt: '',
  updatedAt: new Date(MADE).toISOString(),
  finishedAt: null,
  data: { ...emptyRunData(), outage },
});
const since = (ms: number, lost = 0, version = 4): RunData['outage'] => ({
  since: new Date(MADE + ms).toISOString(),
  version,
  lost,
});

describe('awaitDatabase', () => {
  it('informs the user once, and records the start of the wait', () => {
    const outcome = awaitDatabase(runWith(), away({ forMs: 2_000 }), MADE + 3_000);
    expect(outcome).toMatchObject({
      event: 'database_away',
      patch: { outage: { ...since(1_000), version: 5, lost: 0 } },
      steps: [{ kind: 'waiting' }],
    });
    expect(awaitDatabase(runWith(since(0, 0, 2)), away(), MADE + 3_000)).toMatchObject({
      event: 'database_away',
      steps: [],
    });
  });

  it('postpones the job until the database answers or the wait is over', () => {
    const isOver = Promise.resolve();
    const postponed = (now: number): unknown => {
      try {
        return awaitDatabase(runWith(since(0)), away({ isOver }), MADE + now);
      } catch (error) {
        return error;
      }
    };
    expect([postponed(1_000), postponed(14_000)]).toMatchObject([
      { delayMs: 5_000, wake: isOver },
      { delayMs: 1_000, wake: isOver },
    ]);
    expect(postponed(1_000)).toBeInstanceOf(StagePostponedError);
    expect(postponed(15_000)).toBeNull();
  });

  it('waits only briefly in a long outage, and not at all if the connection configures no wait', () => {
    expect(awaitDatabase(runWith(), away({ forMs: 20_000 }), MADE + 100)?.patch.outage).toEqual({
      ...since(-13_000),
      version: 5,
    });
    expect(awaitDatabase(runWith(since(-13_000)), away({ forMs: 22_000 }), MADE + 2_000)).toBeNull();
    expect(awaitDatabase(runWith(), away({ waitMs: 0 }), MADE)).toBeNull();
  });

  it('restarts a statement that lost its connection at most three times, because it may crash the database', () => {
    const again = awaitDatabase(runWith(since(0, 2)), away({ hasBegun: true }), MADE + 40_000);
    expect(again).toMatchObject({
      event: 'database_away',
      patch: { outage: { since: new Date(MADE + 40_000).toISOString(), lost: 3 } },
    });
    expect(awaitDatabase(runWith(since(0, 3)), away({ hasBegun: true }), MADE + 40_000)).toBeNull();
  });
});
