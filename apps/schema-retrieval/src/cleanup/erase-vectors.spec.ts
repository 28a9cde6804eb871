import type { Erasure } from '@querent/privacy';
import type { VectorEraser, VectorScope } from '@querent/retrieval';
import { eraseVectors } from './erase-vectors';

describe('eraseVectors', () => {
  const held: [purpose: string, VectorScope][] = [
    ['questions', { tenant: 'acme', connection: 'shop' }],
    ['questions', { tenant: 'acme2', connection: 'shop@acme' }],
    ['samples', { tenant: 'acme', connection: 'shop' }],
    ['tables', { tenant: 'shop', connection: 'shop' }],
    ['tables', { tenant: 'shop@acme', connection: 'shop' }],
    ['tables', { tenant: 'shop@acme2', connection: 'shop' }],
  ];
  const erase = jest.fn<Promise<number>, Parameters<VectorEraser['erase']>>(
    async (isMeant) => held.filter(([purpose, scope]) => isMeant(purpose, scope)).length,
  );
  const erasure: Erasure = { tenant: 'acme', requestedAt: '2026-01-01T00:00:00Z', by: 'root', pending: ['vectors'] };
  const done = jest.fn(async () => undefined);
  const log = { info: jest.fn(), warn: jest.fn() };
  const erasePending = (...open: Erasure[]) =>
    eraseVectors({ erasures: { open: async () => open, done }, erasers: [{ erase }, { erase }], log })();
  beforeEach(() => jest.clearAllMocks());

  it('deletes the tenant’s vectors of questions, samples and its own login from every store, and no others', async () => {
    await erasePending(erasure);
    expect(await Promise.all(erase.mock.results.map(({ value }) => value as Promise<number>))).toEqual([3, 3]);
    expect(
      held
        .filter(([purpose, scope]) => erase.mock.calls[0]?.[0](purpose, scope))
        .map(([purpose, { tenant }]) => `${purpose} ${tenant}`),
    ).toEqual(['questions acme', 'samples acme', 'tables shop@acme']);
    expect(done).toHaveBeenCalledWith(erasure, 'vectors');
  });

  it('waits until the statements are deleted, and repeats the pass if a store is unreachable', async () => {
    await erasePending({ ...erasure, pending: ['data', 'vectors'] });
    expect(erase).not.toHaveBeenCalled();
    erase.mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('away'));
    await erasePending(erasure);
    expect(done).not.toHaveBeenCalled();
    expect(log.warn).toHaveBeenCalledTimes(1);
    await erasePending(erasure);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('continues with other stores and tenants if one store fails', async () => {
    const other = { ...erasure, tenant: 'zeta' };
    erase.mockRejectedValueOnce(new Error('away'));
    await erasePending(erasure, other);
    expect(erase).toHaveBeenCalledTimes(4);
    expect(done.mock.calls).toEqual([[other, 'vectors']]);
    expect(log.warn.mock.calls).toEqual([[{ error: 'away' }, expect.any(String)]]);
  });
});
