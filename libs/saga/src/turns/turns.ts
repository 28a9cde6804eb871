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
 * What a run of a tenant of weight 1 moves its next one back by. A power of two, so that weights from 1/8 to 8 make
 * whole costs.
 */
const COST = 8;
/**
 * A tenant's last run may stand so many rounds further back than twice what it has under way, before that is taken for
 * runs that were never done.
 */
const FAR = 64;
/** That a tenant has so much under way is believed for so long, ms; that it has so little is read each time. */
const TRUST_MS = 250;
/** Whether the clock may start over is looked at so often, ms. */
const LOOK_EVERY_MS = 1_000;

/**
 * Whose run is next: start-time fair queueing (Goyal, Vin, Cheng 1996, https://doi.org/10.1145/248156.248171). Each run
 * gets a turn when it is asked, the virtual time or where its tenant's last run ended, whichever is later; all its jobs
 * wait by that turn in every queue. So a tenant's thousandth run stands behind another's first one, each gets its share
 * by weight while several wait, and nobody is passed over for ever. The virtual time is the largest turn of a run that
 * was served, not of one that was begun: with a narrow place further down the line, runs that were begun are as good as
 * waiting. What a tenant has asked and taken back is none of its share.
 */
export class Turns {
  private readonly redis: RedisClient & Scripts;
  private passedHere = 0;
  private lookedAt = -LOOK_EVERY_MS;
  /** What tenants far back had under way, when it was read. */
  private readonly crowds = new Map<string, { underWay: number; readAt: number }>();
  /** Counts on their way: a burst shares one. */
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
   * The turn of a tenant's new run, from 1 on; smaller ones go first.
   * @param weight the tenant's share beside the others', 0.125 to 8
   */
  async take(tenant: string, weight: number): Promise<number> {
    const cost = Math.max(1, Math.round(COST / weight));
    const [start, now, given] = await this.redis.querentTakeTurn(this.key, tenant, cost, '', FINE_UNTIL);
    if (now > FINE_UNTIL && (await this.hasStartedOver(given))) return this.take(tenant, weight);
    const most = start - now > FAR * cost ? await this.mostBehind(tenant, cost, start - now) : null;
    if (most === null) return turnAt(start);
    // In place of the one that was taken: the tenant's next run starts behind this.
    const [nearer] = await this.redis.querentTakeTurn(this.key, tenant, cost, most, FINE_UNTIL);
    return turnAt(nearer);
  }

  /** The turn of whoever comes now and has asked nothing before: nobody who has waited should stand behind that. */
  async newcomers(): Promise<number> {
    return turnAt(Number((await this.redis.hget(this.key, 'now')) ?? 0));
  }

  /** To be called when a run was served: it is over, or waits for its asker. */
  async passed(turn: number): Promise<void> {
    // Most often somebody's later turn has passed already.
    if (turn === this.passedHere) return;
    this.passedHere = turn;
    await this.redis.querentPassTurn(this.key, timeOf(turn) + 1);
  }

  /** How far back a tenant's next run belongs by what it has under way; null where it stands about there. */
  private async mostBehind(tenant: string, cost: number, behind: number): Promise<number | null> {
    const isMore = (underWay: number): boolean => behind > (2 * underWay + FAR) * cost;
    const known = this.crowds.get(tenant);
    if (known !== undefined && performance.now() - known.readAt < TRUST_MS && !isMore(known.underWay)) return null;
    const underWay = await this.counted(tenant);
    if (isMore(underWay)) this.crowds.delete(tenant);
    else this.crowds.set(tenant, { underWay, readAt: performance.now() });
    return isMore(underWay) ? (underWay + 1) * cost : null;
  }

  private counted(tenant: string): Promise<number> {
    const count = this.counting.get(tenant) ?? this.census.inFlight(tenant).finally(() => this.counting.delete(tenant));
    this.counting.set(tenant, count);
    return count;
  }

  /** Only while nothing is under way: then no turn that is given out can be compared with an older one. */
  private async hasStartedOver(given: number): Promise<boolean> {
    if (performance.now() - this.lookedAt < LOOK_EVERY_MS) return false;
    this.lookedAt = performance.now();
    if ((await this.census.underWay()) > 0) return false;
    return (await this.redis.querentStartOver(this.key, given)) === 1;
  }
}
