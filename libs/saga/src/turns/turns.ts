import type { RedisClient } from '@querent/platform';
import type { Census } from '../census/census';
import passTurnSource from './pass-turn.lua';
import startOverSource from './start-over.lua';
import takeTurnSource from './take-turn.lua';
import { FINE_UNTIL, timeOf, turnAt } from './turn-scale';

interface Scripts {
  querentTakeTurn(
    key: string,
    tenant: string,
    cost: number,
    most: number | '',
    fineUntil: number,
  ): Promise<[start: number, now: number, given: number]>;
  querentPassTurn(key: string, time: number): Promise<number>;
  querentStartOver(key: string, given: number): Promise<number>;
}

/**
 * Cost of a run of a tenant of weight 1: the distance to the tenant's next run. A power of two, so that weights from
 * 1/8 to 8 have integer costs.
 */
const COST = 8;
/**
 * A tenant's last run may be this many rounds further back than twice its active runs. Beyond that, the distance is
 * attributed to runs that were cancelled before they were served.
 */
const FAR = 64;
/** How long a count that explains a tenant's distance is cached, ms; a lower count is read each time. */
const TRUST_MS = 250;
/** Interval of checks whether the clock may restart, ms. */
const IDLE_CHECK_MS = 1_000;

/**
 * Order of runs: start-time fair queueing (Goyal, Vin, Cheng 1996, https://doi.org/10.1145/248156.248171). Each new run
 * gets a turn: the virtual time or the end of its tenant's last run, whichever is later. All its jobs use that turn as
 * their priority in every queue. So a tenant's thousandth run comes after another tenant's first run, tenants that wait
 * share capacity by weight, and no run starves. The virtual time is the largest turn of a run that was served, not of
 * one that was started: if a later stage is the bottleneck, started runs are as good as waiting. Runs that a tenant
 * cancelled do not count towards its share.
 */
export class Turns {
  private readonly redis: RedisClient & Scripts;
  private passedHere = 0;
  private idleCheckedAt = -IDLE_CHECK_MS;
  /** Active runs of tenants with distant turns, as last counted. */
  private readonly activeRuns = new Map<string, { underWay: number; readAt: number }>();
  /** Pending counts: a burst of questions shares one. */
  private readonly counting = new Map<string, Promise<number>>();

  constructor(
    redis: RedisClient,
    private readonly key: string,
    private readonly census: Pick<Census, 'inFlight' | 'underWay'>,
  ) {
    this.redis = redis as RedisClient & Scripts;
    if (typeof this.redis.querentTakeTurn === 'function') return;
    redis.defineCommand('querentTakeTurn', { numberOfKeys: 1, lua: takeTurnSource });
    redis.defineCommand('querentPassTurn', { numberOfKeys: 1, lua: passTurnSource });
    redis.defineCommand('querentStartOver', { numberOfKeys: 1, lua: startOverSource });
  }

  /**
   * The turn of a tenant's new run, from 1; smaller turns are served first.
   * @param weight the tenant's share relative to others, 0.125 to 8
   */
  async take(tenant: string, weight: number): Promise<number> {
    const cost = Math.max(1, Math.round(COST / weight));
    const [start, now, given] = await this.redis.querentTakeTurn(this.key, tenant, cost, '', FINE_UNTIL);
    if (now > FINE_UNTIL && (await this.restartIfIdle(given))) return this.take(tenant, weight);
    const most = start - now > FAR * cost ? await this.maxDistance(tenant, cost, start - now) : null;
    if (most === null) return turnAt(start);
    // Replaces the turn taken above, so the tenant's next run follows this one.
    const [nearer] = await this.redis.querentTakeTurn(this.key, tenant, cost, most, FINE_UNTIL);
    return turnAt(nearer);
  }

  /** The turn of a first run that arrives now; a run that has waited must not be placed after it. */
  async newcomers(): Promise<number> {
    return turnAt(Number((await this.redis.hget(this.key, 'now')) ?? 0));
  }

  /** Records that a run was served: it has ended, or waits for a clarification. */
  async passed(turn: number): Promise<void> {
    // Most calls repeat a turn that was passed already.
    if (turn === this.passedHere) return;
    this.passedHere = turn;
    await this.redis.querentPassTurn(this.key, timeOf(turn) + 1);
  }

  /** Maximum distance of a tenant's next run according to its active runs; null if its distance is plausible. */
  private async maxDistance(tenant: string, cost: number, behind: number): Promise<number | null> {
    const isMore = (underWay: number): boolean => behind > (2 * underWay + FAR) * cost;
    const known = this.activeRuns.get(tenant);
    if (known !== undefined && performance.now() - known.readAt < TRUST_MS && !isMore(known.underWay)) return null;
    const underWay = await this.counted(tenant);
    if (isMore(underWay)) this.activeRuns.delete(tenant);
    else this.activeRuns.set(tenant, { underWay, readAt: performance.now() });
    return isMore(underWay) ? (underWay + 1) * cost : null;
  }

  private counted(tenant: string): Promise<number> {
    const count = this.counting.get(tenant) ?? this.census.inFlight(tenant).finally(() => this.counting.delete(tenant));
    this.counting.set(tenant, count);
    return count;
  }

  /** Restarts the clock only while no run is active: then no new turn can be compared with an older one. */
  private async restartIfIdle(given: number): Promise<boolean> {
    if (performance.now() - this.idleCheckedAt < IDLE_CHECK_MS) return false;
    this.idleCheckedAt = performance.now();
    if ((await this.census.underWay()) > 0) return false;
    return (await this.redis.querentStartOver(this.key, given)) === 1;
  }
}
