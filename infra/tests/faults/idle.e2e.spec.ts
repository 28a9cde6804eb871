import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor, type StackMember } from '@querent/testing';
import Redis from 'ioredis';
import { openAskedStack, type AskedStack } from '../../suites/bench/idle/asked-stack';
import { commandCalls } from '../../suites/bench/idle/command-calls';
import { bareWorld } from '../../suites/worlds/bare-world';
import { everyWorld } from '../../suites/worlds/every-world';
import { tenantsWorld } from '../../suites/worlds/tenants-world';

/** Number of questions asked before the measurement, so that each question of a world is asked at least once. */
const ASKED = 40;
/** Duration of the measurement, s. */
const COUNTED = 10;
/** Upper bound for all services together. Commands inside scripts are counted individually. */
const MOST_COMMANDS_A_SECOND = 60;
/**
 * Upper bound of one service's memory since its start, MB. Each one occupied 780 to 810 while V8 optimised the grammar
 * of SQL.
 */
const MOST_MEGABYTES = 600;

const bare = ['databases without model file, samples or agents', bareWorld] as const;

describe.each(everyWorld ? ([bare, ['tenants with a login each', tenantsWorld]] as const) : [bare])(
  'the idle product over %s',
  (_, world) => {
    let asked: AskedStack;
    let redis: Redis;

    beforeAll(async () => {
      asked = await openAskedStack(world, ASKED);
      redis = new Redis(asked.stack.redisUrl);
    }, 240_000);
    afterAll(async () => {
      redis?.disconnect();
      await asked?.close();
    }, 60_000);

    const aSecond = async (seconds: number): Promise<Record<string, number>> => {
      const before = await commandCalls(redis);
      await pause(seconds * 1_000);
      const after = await commandCalls(redis);
      return Object.fromEntries(
        [...after]
          .map(([command, count]) => [command, (count - (before.get(command) ?? 0)) / seconds])
          .filter(([, rate]) => Number(rate) > 0),
      );
    };
    const sum = (rates: Record<string, number>): number =>
      Object.values(rates).reduce((total, rate) => total + rate, 0);

    it('an idle product sends a few dozen Redis commands per second, regardless of earlier questions', async () => {
      expect(Number(asked.ends.get('succeeded'))).toBeGreaterThan(ASKED / 2);
      // After an answer, services may still embed questions and samples in the background.
      await waitFor(async () => sum(await aSecond(2)) < MOST_COMMANDS_A_SECOND, { timeoutMs: 60_000 });
      const rates = await aSecond(COUNTED);
      expect(sum(rates) < MOST_COMMANDS_A_SECOND ? {} : rates).toEqual({});
    }, 120_000);

    it('no service has ever occupied more memory than a small container has', async () => {
      const pids = await asked.stack.pids();
      const peaks = Object.keys(asked.stack.healthUrls).map((name): [string, number] => [
        name,
        peakOf(Number(pids[name as StackMember][0])),
      ]);
      expect(peaks).toHaveLength(6);
      expect(peaks.filter(([, megabytes]) => megabytes > MOST_MEGABYTES)).toEqual([]);
    });
  },
);

/** The most memory that a process has occupied since its start (resident set size), MB. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
