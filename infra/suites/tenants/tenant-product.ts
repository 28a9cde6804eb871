import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis } from '@querent/platform';
import { waitFor } from '@querent/testing';
import { startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { sharingInHand, type SharingInHand } from '../leak/sharing-in-hand';
import { stagesInHand, type StagesInHand, type StageOptions } from '../leak/stages-in-hand';
import { openExecutor, type ExecutorInHand } from './executor-in-hand';
import { rememberingStages } from './remembering-stages';
import type { TenantDatabase } from './tenant-database';
import { MODEL } from './tenant-schema';

export const CONNECTION = 'crm';
/** Who asks. */
export const askers = ['alpha', 'beta'] as const;
export type Asker = (typeof askers)[number];

const scopesOf = { plain: ['query'], sql: ['query', 'sql:read'], admin: ['query', 'sql:read', 'admin'] } as const;
export type KeyKind = keyof typeof scopesOf;
export const keyKinds = Object.keys(scopesOf) as KeyKind[];
const secretOf = (tenant: string, kind: KeyKind): string => `${tenant}-${kind}-key`;
export const keyHeader = (tenant: string, kind: KeyKind): { authorization: string } => ({
  authorization: `Bearer ${secretOf(tenant, kind)}`,
});

/**
 * The whole gateway, the workers' stages and the executor's door to one real database, which both tenants ask with a
 * login each.
 */
export interface TenantProduct {
  gateway: GatewayUnderTest;
  executor: ExecutorInHand;
  stages: StagesInHand;
  sharing: SharingInHand;
  /** Writes the connection's file anew; the services read it by themselves. */
  connect(logins: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves when the executor goes by this password of a tenant. */
  settled(tenant: string, password: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openTenantProduct(
  database: TenantDatabase,
  around: StageOptions['around'],
  shared: readonly string[] = [],
): Promise<TenantProduct> {
  const configDir = await mkdtemp(join(tmpdir(), 'querent-tenants-'));
  await Promise.all(['connections', 'models'].map((folder) => mkdir(join(configDir, folder))));
  const connect = (logins: Readonly<Record<string, string>>): Promise<void> =>
    writeFile(
      join(configDir, `connections/${CONNECTION}.yaml`),
      JSON.stringify({
        label: { zh: '客户管理', en: 'CRM' },
        url: database.loginUrl('gamma'),
        roles: logins,
        shared,
        limits: { maxConcurrent: 1, maxConcurrentPerTenant: 1, statementTimeoutMs: 2_000 },
      }),
    );
  await connect(Object.fromEntries(askers.map((tenant) => [tenant, database.loginUrl(tenant)])));
  await writeFile(join(configDir, `models/${CONNECTION}.yaml`), JSON.stringify(MODEL));
  const keys = askers.flatMap((tenant) =>
    keyKinds.map((kind) => ({
      name: `${tenant}-${kind}`,
      sha256: createHash('sha256').update(secretOf(tenant, kind)).digest('hex'),
      tenant,
      scopes: scopesOf[kind],
    })),
  );
  await writeFile(join(configDir, 'keys.yaml'), JSON.stringify(keys));

  const gateway = await startGateway({
    QUERENT_CONFIG_DIR: configDir,
    MAX_BACKLOG: '1000000',
    QUESTIONS_PER_MINUTE: '1000000',
    KEPT_MB_PER_TENANT: '1000000',
    FEEDBACK_PER_MINUTE: '100000',
  });
  const subscriber = createRedis(gateway.redis.url, 'subscriber');
  const executor = await openExecutor(configDir, gateway.services);
  const { datasource, executing } = executor;
  const remembered = rememberingStages(gateway.services);
  const sharing = sharingInHand(gateway.services);
  const stages = stagesInHand(gateway.services, {
    datasource,
    executing,
    sharing,
    around: (job, stage) => around(job, remembered(job, stage)),
    subscriber,
  });
  for (const tenant of askers)
    await waitFor(async () => (await gateway.services.models.availability(CONNECTION, tenant))?.state === 'ready', {
      timeoutMs: 20_000,
    });
  return {
    gateway,
    executor,
    stages,
    sharing,
    connect,
    async settled(tenant, password) {
      await waitFor(() => executor.loginOf(CONNECTION, tenant)?.includes(`:${password}@`) ?? false, {
        timeoutMs: 20_000,
      });
    },
    async stop() {
      subscriber.disconnect();
      await executor.close();
      await gateway.stop();
      await rm(configDir, { recursive: true, force: true });
    },
  };
}
