import type { Choice } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { z } from 'zod';
import {
  afterChoice,
  decisionOf,
  firmDecision,
  parseHabit,
  rowOf,
  sameDecision,
  type Habit,
  type HabitBook,
  type TakenChoice,
} from './habit';
import { isWrongType, storedJson, type MemorySettings } from './memory-settings';
import type { Principal } from './principal';
import recordScript from './record-habit.lua';

/** A habit as shown to an administrator: business words only. */
export interface Preference {
  /** Name of the key. */
  key: string;
  connection: string;
  /** The question that it answers. */
  question: string;
  /** Labels of the last decision; null if they are no longer known. */
  choice: string | null;
  /** Consecutive equal decisions, including the last one. */
  count: number;
  /** Whether it is applied without asking. */
  automatic: boolean;
  /** ISO 8601. */
  lastUsed: string;
}

/** Filter of habits by tenant, key and connection. */
export interface PreferenceFilter {
  tenant: string;
  keyName?: string;
  connection?: string;
}

/** Maximum habits per principal; the least recently decided is removed first. */
const KEPT_HABITS = 200;
/** Longer keys contain parts of a question and do not recur. */
const MAX_KEY_LENGTH = 200;
/** Lifetime of habits without new decisions. */
const LIFE_MS = 365 * 24 * 3_600_000;
const TRIES = 20;

interface HabitCommands {
  querentRecordHabit(habits: string, principals: string, ...args: (string | number)[]): Promise<number>;
}

/**
 * Users' decisions about repeated ambiguities, in Redis: a hash per principal, all of a tenant in one slot. Methods
 * reject if Redis is unavailable; unreadable data is ignored with a warning.
 */
export class Habits {
  private readonly commands: HabitCommands;
  private readonly keys: RedisKeys;

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: MemorySettings,
  ) {
    this.keys = new RedisKeys(settings.prefix);
    redis.defineCommand('querentRecordHabit', { numberOfKeys: 2, lua: recordScript });
    this.commands = redis as unknown as HabitCommands;
  }

  async of(principal: Principal): Promise<HabitBook> {
    const stored = await this.read(principal);
    const habits = Object.entries(stored).map(([key, text]): [string, Habit | null] => [
      key,
      this.parsed(text, principal),
    ]);
    return new Map(habits.filter((entry): entry is [string, Habit] => entry[1] !== null));
  }

  /** Adds a decision; repeated deliveries count once. */
  async record(principal: Principal, taken: TakenChoice): Promise<void> {
    const { key } = taken.choice;
    if (key.length > MAX_KEY_LENGTH) return;
    for (let tries = 0; tries < TRIES; tries++) {
      const stored = await this.read(principal);
      const known = stored[key] === undefined ? null : this.parsed(stored[key], principal);
      const next = afterChoice(known ?? undefined, taken);
      if (next === known) return;
      const written = await this.commands.querentRecordHabit(
        this.keys.habits(principal),
        this.keys.habitual(principal.tenant),
        key,
        stored[key] ?? '',
        JSON.stringify(next),
        JSON.stringify([principal.keyName, principal.connection]),
        LIFE_MS,
        overdue(stored, key),
      );
      if (written === 1) return;
    }
    throw new Error('The habit could not be recorded: others kept changing it.');
  }

  /**
   * Applies decisions made by a question's wording: if they differ from a habit, they count as a choice and break its
   * sequence. An equal decision by wording adds nothing and does not start a habit.
   */
  async applyWording(
    principal: Principal,
    settled: readonly Choice[],
    source: { runId: string; at: string },
  ): Promise<void> {
    if (settled.length === 0) return;
    const book = await this.of(principal);
    for (const choice of settled) {
      const habit = book.get(choice.key);
      const last = habit === undefined ? undefined : decisionOf(habit);
      if (last !== undefined && !sameDecision(last, choice))
        await this.record(principal, { id: `${source.runId}/words`, choice, at: source.at });
    }
  }

  async list(filter: PreferenceFilter): Promise<Preference[]> {
    const listed: Preference[] = [];
    for (const principal of await this.principals(filter)) {
      for (const habit of (await this.of(principal)).values()) listed.push(preferenceOf(principal, habit));
    }
    return listed.sort((a, b) => b.lastUsed.localeCompare(a.lastUsed));
  }

  /** @returns the number of deleted decisions */
  async forget(filter: PreferenceFilter): Promise<number> {
    let forgotten = 0;
    for (const principal of await this.principals(filter)) {
      forgotten += Object.keys(await this.read(principal)).length;
      await this.redis
        .multi()
        .del(this.keys.habits(principal))
        .srem(this.keys.habitual(principal.tenant), JSON.stringify([principal.keyName, principal.connection]))
        .exec();
    }
    return forgotten;
  }

  private async principals({ tenant, keyName, connection }: PreferenceFilter): Promise<Principal[]> {
    const members = await this.orWarn(this.redis.smembers(this.keys.habitual(tenant)), [], { tenant });
    return members
      .flatMap((member) => {
        const parsed = z.tuple([z.string(), z.string()]).safeParse(storedJson(member));
        return parsed.success ? [{ tenant, keyName: parsed.data[0], connection: parsed.data[1] }] : [];
      })
      .filter(
        (principal) =>
          (keyName === undefined || principal.keyName === keyName) &&
          (connection === undefined || principal.connection === connection),
      );
  }

  private read(principal: Principal): Promise<Record<string, string>> {
    return this.orWarn(this.redis.hgetall(this.keys.habits(principal)), {}, principal);
  }

  private async orWarn<T>(reading: Promise<T>, instead: T, of: object): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (!isWrongType(error)) throw error;
      this.settings.warn({ ...of }, 'habits are stored in another format; ignored');
      return instead;
    }
  }

  private parsed(text: string, principal: Principal): Habit | null {
    const habit = parseHabit(storedJson(text));
    if (habit === null) this.settings.warn({ ...principal }, 'a stored habit cannot be read; ignored');
    return habit;
  }
}

/** The habit to remove for a new one; '' if there is room. */
function overdue(stored: Record<string, string>, key: string): string {
  if (stored[key] !== undefined || Object.keys(stored).length < KEPT_HABITS) return '';
  const byAge = Object.entries(stored).map(([name, text]) => ({ name, at: lastAt(parseHabit(storedJson(text))) }));
  return byAge.sort((a, b) => a.at.localeCompare(b.at))[0]?.name ?? '';
}

const lastAt = (habit: Habit | null): string => (habit === null ? '' : (decisionOf(habit)?.at ?? ''));

function preferenceOf({ keyName, connection }: Principal, habit: Habit): Preference {
  const decided = decisionOf(habit);
  const words = [decided?.value, ...(decided?.also ?? [])].flatMap((value) =>
    value === undefined ? [] : [habit.labels[value]],
  );
  return {
    key: keyName,
    connection,
    question: habit.question,
    choice: words.every((word) => word !== undefined) ? words.join(' + ') : null,
    count: rowOf(habit),
    automatic: firmDecision(habit) !== null,
    lastUsed: decided?.at ?? '',
  };
}
