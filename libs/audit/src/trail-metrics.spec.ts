import { createRedis, type RedisClient } from '@querent/platform';
import { startRedis, type ThrowAwayServer } from '@querent/testing';
import { Registry } from 'prom-client';
import { auditSettingsOf } from './audit-settings';
import { AuditTrail } from './audit-trail';
import { measureTrails } from './trail-metrics';

async function series(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('metrics of the audit trail', () => {
  let server: ThrowAwayServer;
  let redis: RedisClient;
  beforeAll(async () => {
    server = await startRedis();
    redis = createRedis(server.url, 'worker');
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('show the entries and the limit of the fullest trail, and count the entries that it dropped early', async () => {
    const registry = new Registry();
    const env = {
      QUEUE_PREFIX: 'q',
      AUDIT_RETENTION_DAYS: 90,
      AUDIT_MAX_ENTRIES_PER_TENANT: 1_000,
      AUDIT_MAX_ENTRIES: 2_000,
    };
    const trail = new AuditTrail(redis, auditSettingsOf(env, { warn: () => undefined, registry }));
    const recorded = (tenant: string, count: number): Promise<unknown> =>
      Promise.all(
        Array.from({ length: count }, () =>
          trail.record({
            kind: 'asked',
            at: '2026-11-22T00:00:00.000Z',
            tenant,
            key: 'app',
            runId: 'run1',
            connection: 'shop',
            question: 'how many orders',
          }),
        ),
      );
    expect(await series(registry)).toEqual([
      'querent_audit_entries_dropped_total{trail="tenant"} 0',
      'querent_audit_entries_dropped_total{trail="shared"} 0',
    ]);
    await recorded('acme', 30);
    await recorded('beta', 20);
    await recorded('', 5);
    expect(await series(registry)).toEqual([
      'querent_audit_trail_entries{trail="tenant"} 30',
      'querent_audit_trail_entries{trail="shared"} 5',
      'querent_audit_trail_limit{trail="tenant"} 1000',
      'querent_audit_trail_limit{trail="shared"} 2000',
      'querent_audit_entries_dropped_total{trail="tenant"} 0',
      'querent_audit_entries_dropped_total{trail="shared"} 0',
    ]);
    await recorded('beta', 1_600);
    const remaining = await redis.xlen('q:{audit}:trail:beta');
    const after = await series(registry);
    expect(after).toContain(`querent_audit_trail_entries{trail="tenant"} ${remaining}`);
    expect(after).toContain(`querent_audit_entries_dropped_total{trail="tenant"} ${1_620 - remaining}`);
    expect(remaining).toBeLessThan(1_620);
  });

  it('replace the fullest trail by another one after ten minutes without entries', async () => {
    const registry = new Registry();
    let now = 0;
    const { onAppended } = measureTrails(registry, () => now);
    const shown = async (): Promise<string> => String((await series(registry))[0]).split(' ')[1] ?? '';
    onAppended({ tenant: 'acme', dropped: 0, entries: 900, most: 1_000 });
    onAppended({ tenant: 'beta', dropped: 0, entries: 100, most: 1_000 });
    expect(await shown()).toBe('900');
    onAppended({ tenant: 'acme', dropped: 0, entries: 800, most: 1_000 });
    expect(await shown()).toBe('800');
    now = 600_001;
    onAppended({ tenant: 'beta', dropped: 0, entries: 101, most: 1_000 });
    expect(await shown()).toBe('101');
  });
});
