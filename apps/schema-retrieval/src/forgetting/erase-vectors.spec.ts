import type { Erasure } from '@querent/privacy';
import type { VectorEraser, VectorScope } from '@querent/retrieval';
import { eraseVectors } from './erase-vectors';

describe('vectors of a tenant whose data is erased', () => {
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
  const look = (...open: Erasure[]) =>
    eraseVectors({ erasures: { open: async () => open, done }, erasers: [{ erase }, { erase }], log })();
  beforeEach(() => jest.clearAllMocks());

  it('go from every store, those of its questions and samples and those of what its own login sees, and nobody else’s', async () => {
    await look(erasure);
    expect(await Promise.all(erase.mock.results.map(({ value }) => value as Promise<number>))).toEqual([3, 3]);
    expect(
      held
        .filter(([purpose, scope]) => erase.mock.calls[0]?.[0](purpose, scope))
        .map(([purpose, { tenant }]) => `${purpose} ${tenant}`),
    ).toEqual(['questions acme', 'samples acme', 'tables shop@acme']);
    expect(done).toHaveBeenCalledWith(erasure, 'vectors');
  });

  it('wait for the statements, which would bring them back, and are looked for again when a store is away', async () => {
    await look({ ...erasure, pending: ['data', 'vectors'] });
    expect(erase).not.toHaveBeenCalled();
    erase.mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('away'));
    await look(erasure);
    expect(done).not.toHaveBeenCalled();
    expect(log.warn).toHaveBeenCalledTimes(1);
    await look(erasure);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('go from the other stores, and those of other tenants with them, where one store fails', async () => {
    const other = { ...erasure, tenant: 'zeta' };
    erase.mockRejectedValueOnce(new Error('away'));
    await look(erasure, other);
    expect(erase).toHaveBeenCalledTimes(4);
    expect(done.mock.calls).toEqual([[other, 'vectors']]);
    expect(log.warn.mock.calls).toEqual([[{ error: 'away' }, expect.any(String)]]);
  });
});
