import { statSync } from 'node:fs';
import { commonEnv, createRedis, redisTlsOf } from '@querent/platform';
import { z } from 'zod';
import { readHeader } from './backup-file';
import { checkBackup, restoreBackup } from './restore-backup';
import { saveBackup } from './save-backup';

const usage = `Usage: npm run backup -- save FILE | check FILE | restore FILE

Saves what the Redis of REDIS_URL holds and nothing can compute: configuration over the API, samples, feedback, habits,
conversations, finished runs and the audit trail. Services may run meanwhile. See infra/docs/operate/backup.md.

  save FILE     writes the file; “{time}” in FILE becomes the time in UTC, such as 20261129T154500Z
  check FILE    reads the whole file and compares its checksum; needs no Redis
  restore FILE  checks the file and writes its keys into an empty Redis. Stop the services before

The Redis is that of REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY, its keys those of QUEUE_PREFIX.

Exit codes: 0 done; 1 failed, with the reason; 2 wrong arguments.`;

const { REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY, QUEUE_PREFIX } = commonEnv;
const envSchema = z.object({ REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY, QUEUE_PREFIX });

const commands: Readonly<Record<string, (file: string) => Promise<void>>> = {
  async save(template) {
    const file = template.replace('{time}', new Date().toISOString().replace(/[-:]|\.\d+/g, ''));
    const started = Date.now();
    const counts = await withRedis((redis, prefix) => saveBackup(redis, prefix, file));
    printCounts(counts);
    print(`${file}: ${total(counts)} keys, ${statSync(file).size} bytes, ${Date.now() - started} ms`);
  },
  async check(file) {
    const { version, begunAt } = await readHeader(file);
    const { counts, bytes } = await checkBackup(file);
    printCounts(counts);
    print(`${file}: sound; version ${version}, begun at ${begunAt}, ${total(counts)} keys, ${bytes} bytes of values`);
  },
  async restore(file) {
    const started = Date.now();
    const { written, expired } = await withRedis((redis, prefix) => restoreBackup(redis, prefix, file));
    print(`${file}: ${written} keys restored, ${expired} expired since the backup, ${Date.now() - started} ms`);
  },
};

async function main([name, file, ...rest]: string[]): Promise<number> {
  if (name === '--help' || name === '-h') {
    print(usage);
    return 0;
  }
  const command = commands[name ?? ''];
  if (command === undefined || file === undefined || rest.length > 0) {
    process.stderr.write(`${usage}\n\nWrong arguments: ${[name, file, ...rest].filter(Boolean).join(' ')}\n`);
    return 2;
  }
  await command(file);
  return 0;
}

async function withRedis<T>(use: (redis: ReturnType<typeof createRedis>, prefix: string) => Promise<T>): Promise<T> {
  const env = envSchema.parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  // A worker's connection waits for a Redis that fails over.
  const redis = createRedis(env.REDIS_URL, 'worker', { tls: redisTlsOf(env) });
  try {
    return await use(redis, env.QUEUE_PREFIX);
  } finally {
    redis.disconnect();
  }
}

function printCounts(counts: Map<string, number>): void {
  for (const [family, count] of [...counts].sort()) print(`  ${family}: ${count}`);
}

const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).then(
  (code) => void (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
