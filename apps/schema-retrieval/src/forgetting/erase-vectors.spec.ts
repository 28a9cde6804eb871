import type { Erasure } from '@querent/privacy';
import type { VectorScope } from '@querent/retrieval';
import { eraseVectors } from './erase-vectors';

describe('vectors of a tenant whose data is erased', () => {
  const holding = (...scopes: VectorScope[]) => ({ kept: scopes, scopes: async () => scopes, removeAll: jest.fn(async () => undefined) });
  const indexes = {
    questions: holding({ tenant: 'acme', connection: 'shop' }, { tenant: 'acme2', connection: 'shop@acme' }),
    tables: holding({ tenant: 'shop', connection: 'shop' }, { tenant: 'shop@acme', connection: 'shop' }, { tenant: 'shop@acme2', connection: 'shop' }),
  };
  const erasure: Erasure = { tenant: 'acme', requestedAt: '2026-01-01T00:00:00Z', by: 'root', pending: ['vectors'] };
  const done = jest.fn(async () => undefined);
  const warn = jest.fn();
  const look = (...open: Erasure[]) => eraseVectors({ erasures: { open: async () => open, done }, indexes, log: { warn } })();
  beforeEach(() => jest.clearAllMocks());

  it('go, those of its questions and those of what its own login sees, and nobody else’s', async () => {
    await look(erasure);
    expect(indexes.questions.removeAll.mock.calls).toEqual([[{ tenant: 'acme', connection: 'shop' }]]);
    expect(indexes.tables.removeAll.mock.calls).toEqual([[{ tenant: 'shop@acme', connection: 'shop' }]]);
    expect(done).toHaveBeenCalledWith(erasure, 'vectors');
  });

  it('are looked for again while statements are left, and when the index is away', async () => {
    await look({ ...erasure, pending: ['data', 'vectors'] });
    indexes.tables.removeAll.mockRejectedValueOnce(new Error('away'));
    await look(erasure);
    expect(done).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
