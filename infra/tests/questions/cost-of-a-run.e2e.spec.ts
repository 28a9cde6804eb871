import { setTimeout as pause } from 'node:timers/promises';
import Redis from 'ioredis';
import { monitored, type SeenCommand } from '../../suites/bench/redis/monitored';
import { demoWorld } from '../../suites/worlds/demo-world';
import { HttpAsker } from '../product/http-asker';
import { leavePlainStack, plainStack } from '../product/plain-stack';

/** Questions that the planner answers, each with a chart. */
const QUESTIONS = demoWorld.plain.filter(({ question }) => /by district|channel|各渠道|top 5/.test(question));
const RUNS = 20;
/** The audit trail and the tenant's total of kept bytes are written after the answer. */
const SETTLE_MS = 500;

/** Commands of clients that name the run, per run. A command that is added here costs every question a round trip. */
const NAMING_THE_RUN = {
  advance: 5,
  claim: 4,
  'write-result': 1,
  keep: 1,
  'bullmq addPrioritizedJob': 4,
  'bullmq moveToFinished': 4,
  // Status, record, steps and rows for the gateway, rows for the chart.
  hget: 1,
  hgetall: 1,
  lrange: 1,
  hmget: 2,
};
/** Entries of the audit trail that are written in the same turn of the event loop share a command. */
const MOST_AUDIT_COMMANDS = 4;
/** Commands of clients that do not name the run, per run. */
const ONCE_A_RUN = ['incrby', 'make-room', 'pass-turn', 'pexpire', 'take-turn'];
/**
 * Names of the other commands: idle workers wait for jobs, and all services watch queues, settings and each other. The
 * transaction reads the revisions of the configuration. A gateway reads the memory of Redis every two seconds.
 */
const IN_THE_BACKGROUND =
  /^(bullmq (getCounts|moveToActive|moveToFinished|extendLocks|moveStalledJobsToWait)|bzpopmin|crowded|first-turn|llen|ping|get|set|hget|hgetall|now|recount|take-due|publish-version|append-entries|keep|multi|exec|info)$/;
/** Bytes of the arguments of commands that name the run, per run; 19,000 were measured. */
const MOST_BYTES_SENT = 20_480;
/**
 * MEMORY USAGE of all keys, per run; 10,300 were measured, a third of it the audit trail. `used_memory` grows by 9,400.
 */
const MOST_BYTES_KEPT = 11_264;

describe('a planned question costs Redis', () => {
  let redis: Redis;
  let commands: SeenCommand[];
  let isOfRun: (command: SeenCommand) => boolean;
  let kept: number;

  beforeAll(async () => {
    const { url, redisUrl } = await plainStack();
    redis = new Redis(redisUrl);
    const asker = new HttpAsker(url);
    const ask = async (n: number): Promise<string> => {
      const question = QUESTIONS[n % QUESTIONS.length] ?? demoWorld.straight;
      const { id, status } = await asker.concluded({ ...question, cache: 'bypass' });
      expect(status).toBe('succeeded');
      return id;
    };
    for (let n = 0; n < QUESTIONS.length; n += 1) await ask(n);
    await pause(SETTLE_MS);
    const before = await bytesOfKeys(redis);
    const seen: SeenCommand[] = [];
    const stop = await monitored(redis, (command) => seen.push(command));
    const ids: string[] = [];
    for (let n = 0; n < RUNS; n += 1) ids.push(await ask(n));
    await pause(SETTLE_MS);
    stop();
    kept = ((await bytesOfKeys(redis)) - before) / RUNS;
    commands = seen.filter(({ port }) => port !== null);
    isOfRun = ({ args }) => args.some((text) => ids.some((id) => text.includes(id)));
  }, 240_000);
  afterAll(async () => {
    redis?.disconnect();
    await leavePlainStack();
  }, 60_000);

  it('a fixed number of commands of each kind', () => {
    const { 'append-entries': audit = 0, ...ofRun } = perRun(commands.filter(isOfRun));
    expect(ofRun).toEqual(NAMING_THE_RUN);
    expect(audit).toBeLessThanOrEqual(MOST_AUDIT_COMMANDS);
    const others = perRun(commands.filter((command) => !isOfRun(command)));
    expect(Object.fromEntries(ONCE_A_RUN.map((name) => [name, others[name]]))).toEqual(
      Object.fromEntries(ONCE_A_RUN.map((name) => [name, 1])),
    );
    expect(Object.keys(others).filter((name) => !IN_THE_BACKGROUND.test(name) && !ONCE_A_RUN.includes(name))).toEqual(
      [],
    );
  });

  it('at most 20 KB to send, and 11 KB to keep', () => {
    const sent = commands.filter(isOfRun).reduce((bytes, { args }) => bytes + args.join('').length, 0) / RUNS;
    expect(sent).toBeGreaterThan(5_000);
    expect(sent).toBeLessThan(MOST_BYTES_SENT);
    expect(kept).toBeGreaterThan(2_000);
    expect(kept).toBeLessThan(MOST_BYTES_KEPT);
  });
});

/** Commands per run by name, rounded: a background task may execute one more. */
function perRun(commands: readonly SeenCommand[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of commands) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].map(([name, count]) => [name, Math.round(count / RUNS)]));
}

/** Memory of all keys without the queues' streams of events, which are cut at a fixed length. */
async function bytesOfKeys(redis: Redis): Promise<number> {
  const keys = (await redis.keys('*')).filter((key) => !/^\{\w+\}:[\w-]+:events$/.test(key));
  const sizes = await Promise.all(keys.map((key) => redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')));
  return sizes.reduce<number>((bytes, size) => bytes + Number(size), 0);
}
