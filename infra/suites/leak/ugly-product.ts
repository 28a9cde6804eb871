import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedis } from '@querent/platform';
import type { Redis } from 'ioredis';
import { startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { uglySchema, type UglySchema } from './ugly-schema';

/** The whole gateway, asked by a key with `query` alone, on generated schemas. */
export interface UglyProduct {
  gateway: GatewayUnderTest;
  schemas: UglySchema[];
  subscriber: Redis;
  stop(): Promise<void>;
}

const secretUrl = 'postgres://reader:pw@10.20.30.40:5432/wh_prod_07';

/** @param seed names the schemas; the same gives the same */
export async function openUglyProduct(seed: string, count: number): Promise<UglyProduct> {
  const schemas = Array.from({ length: count }, (_, i) => uglySchema(`c${i}`, `${seed}/${i}`));
  const configDir = await mkdtemp(join(tmpdir(), 'querent-ugly-'));
  await Promise.all(['connections', 'models'].map((folder) => mkdir(join(configDir, folder))));
  for (const { connection, snapshot, modelFile } of schemas) {
    await writeFile(
      join(configDir, `connections/${connection}.yaml`),
      JSON.stringify({ label: { zh: '数据仓库', en: 'warehouse' }, url: secretUrl, schema: snapshot.schema }),
    );
    if (modelFile !== null) await writeFile(join(configDir, `models/${connection}.yaml`), JSON.stringify(modelFile));
  }
  const key = {
    name: 'bob',
    sha256: createHash('sha256').update('bob-key').digest('hex'),
    tenant: 'acme',
    scopes: ['query'],
  };
  await writeFile(join(configDir, 'keys.yaml'), JSON.stringify([key]));
  const gateway = await startGateway({
    QUERENT_CONFIG_DIR: configDir,
    MAX_BACKLOG: '1000000',
    QUESTIONS_PER_MINUTE: '1000000',
    KEPT_MB_PER_TENANT: '1000000',
  });
  for (const { connection, snapshot } of schemas) await gateway.services.snapshots.put(connection, snapshot);
  const subscriber = createRedis(gateway.redis.url, 'subscriber');
  return {
    gateway,
    schemas,
    subscriber,
    async stop() {
      subscriber.disconnect();
      await gateway.stop();
      await rm(configDir, { recursive: true, force: true });
    },
  };
}
