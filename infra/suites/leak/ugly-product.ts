import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keys, startGateway, type GatewayUnderTest } from '../../../apps/gateway/src/testing/gateway-under-test';
import { startEqualEmbeddings } from '../in-process/equal-embeddings';
import { openInProcessProduct, type InProcessProduct, type ProductOptions } from '../in-process/in-process-product';
import type { UglySchema } from './ugly-schema';

/**
 * The whole product on generated schemas. Its keys are of the test gateway's: `bob` may ask, `chief` also administers,
 * and `root` has `sql:read` too.
 */
export interface UglyProduct {
  gateway: GatewayUnderTest;
  stages: InProcessProduct;
  /** Address at which the gateway listens. */
  url: string;
  stop(): Promise<void>;
}

const secretUrl = 'postgres://reader:pw@10.20.30.40:5432/wh_prod_07';

export async function openUglyProduct(
  schemas: readonly UglySchema[],
  over: Pick<ProductOptions, 'databases' | 'around'>,
): Promise<UglyProduct> {
  const configDir = await mkdtemp(join(tmpdir(), 'querent-ugly-'));
  await Promise.all(['connections', 'models'].map((folder) => mkdir(join(configDir, folder))));
  for (const { connection, snapshot, modelFile } of schemas) {
    await writeFile(
      join(configDir, `connections/${connection}.yaml`),
      JSON.stringify({ label: { zh: '数据仓库', en: 'warehouse' }, url: secretUrl, schema: snapshot.schema }),
    );
    if (modelFile !== null) await writeFile(join(configDir, `models/${connection}.yaml`), JSON.stringify(modelFile));
  }
  const ring = (['bob', 'chief', 'root'] as const).map((name) => ({
    ...keys[name],
    name,
    sha256: createHash('sha256').update(`${name}-key`).digest('hex'),
  }));
  await writeFile(join(configDir, 'keys.yaml'), JSON.stringify(ring));
  const gateway = await startGateway({
    QUERENT_CONFIG_DIR: configDir,
    MAX_BACKLOG: '1000000',
    QUESTIONS_PER_MINUTE: '1000000',
    PREVIEWS_PER_MINUTE: '1000000',
    KEPT_MB_PER_TENANT: '1000000',
  });
  const embeddings = await startEqualEmbeddings();
  const stages = await openInProcessProduct({
    redisUrl: gateway.redis.url,
    configDir,
    // OUTAGE_WAIT_MS=0: an unreachable database fails the run immediately.
    env: { EMBEDDINGS_BASE_URL: embeddings.baseUrl, OUTAGE_WAIT_MS: '0', SCHEMA_RETRY_MS: '500' },
    ...over,
  });
  gateway.services.transport = stages.transport;
  return {
    gateway,
    stages,
    url: await gateway.listen(),
    async stop() {
      await stages.close();
      await embeddings.stop();
      await gateway.stop();
      await rm(configDir, { recursive: true, force: true });
    },
  };
}
