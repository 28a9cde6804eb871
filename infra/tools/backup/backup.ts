import { statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { History, historyEnv } from '@querent/history';
import { commonEnv, createRedis, redisTlsOf, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import { readHeader } from './backup-file';
import { datedFile, removeOld } from './dated-files';
import { checkBackup, restoreBackup } from './restore-backup';
import { restoreTenant } from './restore-tenant';
import { saveBackup } from './save-backup';
import { saveTenant } from './save-tenant';
import { checkTenantFile } from './tenant-file';

/** A Redis that fails over answers within this time. */
const PATIENCE_MS = 30_000;

const usage = `Usage: npm run backup -- save FILE [--keep N] [--tenant NAME] | check FILE | restore FILE

Saves what the Redis of REDIS_URL holds and nothing can compute: configuration over the API, samples, feedback, habits,
conversations, finished runs and the audit trail. Services may run meanwhile. See infra/docs/operate/backup.md.

  save FILE [--keep N]  writes the file and checks it. “{time}” in FILE becomes the time in UTC, such as
                20261129T154500Z; then --keep removes all but the newest N files of that name
  save FILE --tenant NAME
                writes one tenant's data, for a move to another installation: finished runs, runs that await a reply,
                samples, feedback, habits, conversations, dead letters, idempotency keys, the audit trail, and the
                tenant's rows of the history. Without configuration. Fails while runs of the tenant are active
  check FILE    reads the whole file and compares its checksum; needs no Redis
  restore FILE  checks the file and writes its keys into an empty Redis. Stop the services before
                A tenant's file: adds its data to an installation whose services may run, under its QUEUE_PREFIX.
                Refused if the tenant has other data there. A repetition completes an interrupted restore

The Redis is that of REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY, its keys those of QUEUE_PREFIX. For a
tenant also HISTORY_URL, if the installation has a history. How to move a tenant: infra/docs/operate/cells.md.

Exit codes: 0 done; 1 failed, with the reason; 2 wrong arguments.`;

const { REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY, QUEUE_PREFIX } = commonEnv;
const { HISTORY_URL } = historyEnv;
const envSchema = z.object({ REDIS_URL, REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY, QUEUE_PREFIX, HISTORY_URL });

interface Options {
  keep?: number | undefined;
  tenant?: string | undefined;
}

/** What the variables of the environment name. */
interface Installation {
  redis: RedisClient;
  prefix: string;
  /** Null without HISTORY_URL. */
  history: History | null;
}

const commands: Readonly<Record<string, (file: string, options: Options) => Promise<void>>> = {
  async save(template, { keep, tenant }) {
    const started = Date.now();
    const file = datedFile(template);
    const counts = await withInstallation(({ redis, prefix, history }) =>
      tenant === undefined ? saveBackup(redis, prefix, file) : saveTenant(redis, prefix, { file, tenant, history }),
    );
    await (tenant === undefined ? checkBackup(file) : checkTenantFile(file));
    printCounts(counts);
    const what = tenant === undefined ? 'keys' : `items of ${tenant}`;
    print(`${file}: ${total(counts)} ${what}, ${statSync(file).size} bytes, ${Date.now() - started} ms`);
    for (const old of keep === undefined ? [] : removeOld(template, keep)) print(`removed ${old}`);
  },
  async check(file) {
    const header = await readHeader(file);
    const { counts, bytes } = await (header.layout === 1 ? checkBackup(file) : checkTenantFile(file));
    printCounts(counts);
    const what = header.layout === 1 ? 'keys' : `items of ${header.tenant}`;
    const { version, begunAt } = header;
    print(
      `${file}: sound; version ${version}, begun at ${begunAt}, ${total(counts)} ${what}, ${bytes} bytes of values`,
    );
  },
  async restore(file) {
    const started = Date.now();
    const header = await readHeader(file);
    await withInstallation(async ({ redis, prefix, history }) => {
      if (header.layout === 1) {
        const { written, expired } = await restoreBackup(redis, prefix, file);
        print(`${file}: ${written} keys restored, ${expired} expired since the backup, ${Date.now() - started} ms`);
        return;
      }
      const { written, present, expired } = await restoreTenant(redis, prefix, { file, header, history });
      print(
        `${file}: ${written} items of ${header.tenant} restored, ${present} were there, ${expired} expired since, ` +
          `${Date.now() - started} ms`,
      );
    });
  },
};

async function main(args: string[]): Promise<number> {
  if (args[0] === '--help' || args[0] === '-h') {
    print(usage);
    return 0;
  }
  const [name = '', file, ...rest] = args;
  const command = commands[name];
  const options = optionsOf(name, rest);
  if (command === undefined || file === undefined || file.startsWith('--') || options === null) {
    process.stderr.write(`${usage}\n\nWrong arguments: ${args.join(' ')}\n`);
    return 2;
  }
  await command(file, options);
  return 0;
}

/** The options behind the file; null if one is wrong. */
function optionsOf(command: string, args: string[]): Options | null {
  const options: Options = {};
  for (let at = 0; at < args.length; at += 2) {
    const [option, value = ''] = args.slice(at, at + 2);
    if (command !== 'save') return null;
    if (option === '--keep' && /^[1-9]\d{0,4}$/.test(value)) options.keep = Number(value);
    else if (option === '--tenant' && value !== '') options.tenant = value;
    else return null;
  }
  return options;
}

async function withInstallation<T>(use: (installation: Installation) => Promise<T>): Promise<T> {
  const env = envSchema.parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')));
  // A worker's connection waits for a Redis that fails over.
  const redis = createRedis(env.REDIS_URL, 'worker', { tls: redisTlsOf(env) });
  const history = env.HISTORY_URL === undefined ? null : new History(env.HISTORY_URL, { afterMs: 0 });
  try {
    await Promise.race([redis.ping(), unavailable()]);
    return await use({ redis, prefix: env.QUEUE_PREFIX, history });
  } finally {
    redis.disconnect();
    await history?.close();
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
