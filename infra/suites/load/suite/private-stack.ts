import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import {
  startRedis,
  startStack,
  type StackMember,
  type TestStack,
  type ThrowAwayPostgres,
  type ThrowAwayServer,
} from '@querent/testing';
import { writeKeys } from '../../worlds/asker-keys';
import type { SuiteWorld } from '../../worlds/suite-world';

/** The built product without limits over a world, with its own servers. */
export interface PrivateStack {
  stack: TestStack;
  redis: ThrowAwayServer;
  database: ThrowAwayPostgres;
  configDir: string;
  close(): Promise<void>;
}

export interface PrivateStackOptions {
  world: SuiteWorld;
  /** Each gets a key. */
  tenants: readonly string[];
  scale?: Partial<Record<StackMember, number>>;
  env?: Record<string, string>;
  /** Directives of redis.conf. */
  redis?: Record<string, string>;
}

const unlimited = {
  MAX_BACKLOG: '10000000',
  QUESTIONS_PER_MINUTE: '10000000',
  KEPT_MB_PER_TENANT: '1000000',
  IN_FLIGHT_PER_TENANT: '10000000',
  RUN_TIMEOUT_MS: '7200000',
};

/** Starts Redis (AOF, fsync every second), PostgreSQL and the product. Resolves when every service is ready. */
export async function openPrivateStack({
  world,
  tenants,
  scale = {},
  env = {},
  redis: settings = {},
}: PrivateStackOptions): Promise<PrivateStack> {
  const configDir = mkdtempSync(`${tmpdir()}/querent-load-`);
  world.writeConfig(configDir, tenants);
  writeKeys(configDir, tenants);
  const [redis, database] = await Promise.all([startRedis({ aof: true, settings }), world.openDatabase()]);
  const stack = await startStack({
    scale,
    env: {
      REDIS_URL: redis.url,
      ...world.environment(database.url),
      QUERENT_CONFIG_DIR: configDir,
      LOG_LEVEL: 'warn',
      ...unlimited,
      ...env,
    },
  });
  return {
    stack,
    redis,
    database,
    configDir,
    async close() {
      await stack.stop();
      await Promise.all([redis.stop(), database.stop()]);
      rmSync(configDir, { recursive: true, force: true });
    },
  };
}
