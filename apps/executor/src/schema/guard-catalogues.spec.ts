import type { Catalog, ModelRegistry, SnapshotStore } from '@querent/catalog';
import type { SchemaSnapshot } from '@querent/contracts';
import { guardCatalogues } from './guard-catalogues';

const snapshot: SchemaSnapshot = {
  connection: 'crm',
  schema: 'public',
  takenAt: '2026-01-01T00:00:00Z',
  serverVersion: '15',
  hasPostgis: false,
  fingerprint: 'f',
  tables: [],
};

/** The guard's catalogue of a connection with this snapshot. */
function catalogueOf(stored: SchemaSnapshot | null): ReturnType<ReturnType<typeof guardCatalogues>> {
  const catalog = { connection: () => ({ name: 'crm' }) } as unknown as Catalog;
  const models = { model: () => Promise.resolve({ model: { tables: {} }, problems: [] }) } as unknown as ModelRegistry;
  return guardCatalogues(catalog, models, { get: () => Promise.resolve(stored) } as unknown as SnapshotStore)(
    'crm',
    'acme',
  );
}

describe('guardCatalogues', () => {
  it('returns null without a snapshot', async () => {
    expect(await catalogueOf(null)).toBeNull();
  });

  it('lists the functions that bypass row security, so that the guard refuses them', async () => {
    expect(await catalogueOf({ ...snapshot, closedFunctions: ['public.peek'] })).toMatchObject({
      searchPath: ['public'],
      closedFunctions: ['public.peek'],
    });
  });

  it('lists no such function if all tenants share a login', async () => {
    expect(await catalogueOf(snapshot)).toMatchObject({ searchPath: ['public'], closedFunctions: [] });
  });
});
