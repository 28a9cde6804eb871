import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { commonEnv, createRedis, redisTlsOf } from '@querent/platform';
import { z } from 'zod';
import { readHeader } from './backup-file';
import { datedFile, removeOld } from './dated-files';
import { checkBackup, restoreBackup } from './restore-backup';
import { saveBackup } from './save-backup';

/** A Redis that fails over answers within this time. */
const PATIENCE_MS = 30_000;

const usage = `Usage: npm run backup -- save FILE [--keep N] | check FILE | restore FILE

Saves what the Redis of REDIS_URL holds and nothing can compute: configuration over the API, samples, feedback, habits,
conversations, finished runs and the audit trail. Services may run meanwhile. See infra/docs/operate/backup.md.

  save FILE [--keep N]  writes the file and checks it. “{time}” in FILE becomes the time in UTC, such as
                20261129T154500Z; then --keep removes all but the newest N files of that name
  check FILE    reads the whole file and compares its checksum; needs no Redis
  restore FILE  checks the file and writes its keys into an empty Redis. Stop the services before

The Redis is that of REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY, its keys those of QUEUE_PREFIX.

Exit codes: 0 done; 1 failed, with the reason; 2 wrong arguments.`;

const { REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY, QUEUE_PREFIX } = commonEnv;
const envSchema = z.object({ REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY, QUEUE_PREFIX });

const commands: Readonly<Record<string, (file: string, keep?: number) => Promise<void>>> = {
  async save(template, keep) {
    const started = Date.now();
    const file = datedFile(template);
    const counts = await withRedis((redis, prefix) => saveBackup(redis, prefix, file));
    await checkBackup(file);
    printCounts(counts);
    print(`${file}: ${total(counts)} keys, ${statSync(file).size} bytes, ${Date.now() - started} ms`);
    for (const old of keep === undefined ? [] : removeOld(template, keep)) print(`removed ${old}`);
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

async function main(args: string[]): Promise<number> {
  if (args[0] === '--help' || args[0] === '-h') {
    print(usage);
    return 0;
  }
  const [name = '', file, option, number = '', ...rest] = args;
  const command = commands[name];
  const isKept = option === undefined || (name === 'save' && option === '--keep' && /^[1-9]\d{0,4}$/.test(number));
  if (command === undefined || file === undefined || !isKept || rest.length > 0) {
    process.stderr.write(`${usage}\n\nWrong arguments: ${args.join(' ')}\n`);
    return 2;
  }
  await command(file, option === undefined ? undefined : Number(number));
  return 0;
}

async function withRedis<T>(use: (redis: ReturnType<typeof createRedis>, prefix: string) => Promise<T>): Promise<T> {
  const env = envSchema.parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  // A worker's connection waits for a Redis that fails over.
  const redis = createRedis(env.REDIS_URL, 'worker', { tls: redisTlsOf(env) });
  try {
    await Promise.race([redis.ping(), unavailable()]);
    return await use(redis, env.QUEUE_PREFIX);
  } finally {
    redis.disconnect();
  }
}

async function unavailable(): Promise<never> {
  await setTimeout(PATIENCE_MS, undefined, { ref: false });
  throw new Error(`The Redis of REDIS_URL did not answer within ${PATIENCE_MS / 1_000} s.`);
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
