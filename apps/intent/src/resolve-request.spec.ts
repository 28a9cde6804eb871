import { newRun } from '@querent/testing';
import { emptyRunData, type Run } from '@querent/contracts';
import type { Availability } from '@querent/catalog';
import { resolveRequest } from './resolve-request';

const ASKED = Date.parse('2026-11-21T08:00:00.000Z');

const run = (): Run => {
  const at = new Date(ASKED).toISOString();
  return {
    ...newRun({ id: 'q1' }),
    version: 1,
    status: 'understanding',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: emptyRunData(),
  };
};

const resolveLater = (state: 'preparing' | 'unavailable', secondsLater: number): ReturnType<typeof resolveRequest> =>
  resolveRequest(run(), {
    availability: async () => ({ state, problems: [] }) as unknown as Availability,
    agent: () => undefined,
    recordNow: () => ASKED + secondsLater * 1_000,
  });

describe('resolveRequest', () => {
  it.each([
    [-3_600, 250],
    [0, 250],
    [2, 750],
    [19, 1_000],
  ])('postpones a run while the schema is being read: after %i s by %i ms', async (seconds, delayMs) => {
    await expect(resolveLater('preparing', seconds)).rejects.toMatchObject({ name: 'StagePostponedError', delayMs });
  });

  it('uses the last snapshot while the database is unreachable, because the executor waits for it', async () => {
    const model = { tables: {} };
    const availability = async (): Promise<Availability> =>
      ({ state: 'unavailable', since: null, problems: [], model }) as unknown as Availability;
    expect(await resolveRequest(run(), { availability, agent: () => undefined, recordNow: () => ASKED })).toEqual({
      model,
      defaults: [],
    });
  });

  it('fails the run after a limited wait, and immediately if the schema cannot be read', async () => {
    expect(await resolveLater('preparing', 20)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'connection_unavailable' } },
    });
    expect(await resolveLater('unavailable', 0)).toMatchObject({
      event: 'failed',
      patch: { error: { code: 'connection_unavailable' } },
    });
  });
});
