import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatasource, type Datasource, type DatasourceConfig } from '@querent/datasource';
import { waitFor } from '@querent/testing';
import { startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { startEqualEmbeddings } from '../in-process/equal-embeddings';
import { openInProcessProduct, type InProcessProduct, type ProductOptions } from '../in-process/in-process-product';
import type { TenantDatabase } from './tenant-database';
import { MODEL } from './tenant-schema';

export const CONNECTION = 'crm';
/** The tenants that submit questions. */
export const askers = ['alpha', 'beta'] as const;
export type Asker = (typeof askers)[number];

const scopesOf = { plain: ['query'], sql: ['query', 'sql:read'], admin: ['query', 'sql:read', 'admin'] } as const;
export type KeyKind = keyof typeof scopesOf;
export const keyKinds = Object.keys(scopesOf) as KeyKind[];
const secretOf = (tenant: string, kind: KeyKind): string => `${tenant}-${kind}-key`;
export const keyHeader = (tenant: string, kind: KeyKind): { authorization: string } => ({
  authorization: `Bearer ${secretOf(tenant, kind)}`,
});

/** The whole product on one PostgreSQL database, with one login for each tenant. */
export interface TenantProduct {
  gateway: GatewayUnderTest;
  stages: InProcessProduct;
  /** The executor's current datasource, whose pools and sessions runs use. */
  datasource(): Datasource;
  /** Replaces the connection file. The services reload it themselves. */
  connect(logins: Readonly<Record<string, string>>): Promise<void>;
  /** Resolves when the executor uses this password of a tenant. */
  settled(tenant: string, password: string): Promise<void>;
  stop(): Promise<void>;
}

export async function openTenantProduct(
  database: TenantDatabase,
  around: ProductOptions['around'],
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
    PREVIEWS_PER_MINUTE: '100000',
  });
  const embeddings = await startEqualEmbeddings();
  const opened = openedDatasources();
  const stages = await openInProcessProduct({
    redisUrl: gateway.redis.url,
    configDir,
    env: {
      EMBEDDINGS_BASE_URL: embeddings.baseUrl,
      OUTAGE_WAIT_MS: '0',
      SCHEMA_REFRESH_MS: '3600000',
      SCHEMA_RETRY_MS: '500',
    },
    databases: { openDatasource: opened.open },
    around,
  });
  gateway.services.transport = stages.transport;
  return {
    gateway,
    stages,
    connect,
    datasource: () => opened.last().datasource,
    async settled(tenant, password) {
      await waitFor(() => opened.last().roles?.[tenant]?.includes(`:${password}@`) ?? false, { timeoutMs: 20_000 });
    },
    async stop() {
      await stages.close();
      await embeddings.stop();
      await gateway.stop();
      await rm(configDir, { recursive: true, force: true });
    },
  };
}

type Opened = { datasource: Datasource } & Pick<DatasourceConfig, 'roles'>;

/** Opens datasources as the executor does and records them. The executor opens another one when the file changes. */
function openedDatasources(): { open: typeof openDatasource; last(): Opened } {
  const opened: Opened[] = [];
  return {
    open(config) {
      const datasource = openDatasource(config);
      opened.push({ datasource, roles: config.roles });
      return datasource;
    },
    last() {
      const last = opened.at(-1);
      if (last === undefined) throw new Error('The executor has opened no connection');
      return last;
    },
  };
}
