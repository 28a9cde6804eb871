import type { RedisClient } from '@querent/platform';
import passTurnSource from './pass-turn.lua';
import takeTurnSource from './take-turn.lua';

interface Scripts {
  querentTakeTurn(key: string, tenant: string, cost: number, isIdle: string, startOverAt: number): Promise<number>;
  querentPassTurn(key: string, turn: number): Promise<number>;
}

/** What a run of a tenant of weight 1 moves its next one back by. A power of two, so that weights from 1/8 to 8 make whole costs. */
const COST = 8;
/** BullMQ's largest priority; whoever is this far back stands in one line. */
export const LAST_TURN = 2 ** 21 - 1;
/** The clock starts over beyond this, once nothing waits: then no turn that is given out can be compared with an older one. */
const START_OVER_AT = 2 ** 20;

/**
 * Whose run is next: start-time fair queueing (Goyal, Vin, Cheng 1996, https://doi.org/10.1145/248156.248171). Each run gets a turn when it is
 * asked, the virtual time or where its tenant's last run ended, whichever is later; all its jobs wait by that turn in every queue. So
 * a tenant's thousandth run stands behind another's first one, each gets its share by weight while several wait, and nobody is passed
 * over for ever. The virtual time is the largest turn of a run that is over (or waits for its asker), not of one that was begun: with a
 * narrow place further down the line, runs that were begun are as good as waiting.
 */
export class Turns {
  private readonly redis: RedisClient & Scripts;
  private passedHere = 0;

  constructor(
    redis: RedisClient,
    private readonly key: string,
  ) {
    this.redis = redis as RedisClient & Scripts;
    if (typeof this.redis.querentTakeTurn === 'function') return;
    redis.defineCommand('querentTakeTurn', { numberOfKeys: 1, lua: takeTurnSource });
    redis.defineCommand('querentPassTurn', { numberOfKeys: 1, lua: passTurnSource });
  }

  /**
   * The turn of a tenant's new run, 1 to LAST_TURN; smaller ones go first.
   * @param weight the tenant's share beside the others', 0.125 to 8
   * @param isIdle nothing waits in any queue
   */
  async take(tenant: string, weight: number, isIdle: boolean): Promise<number> {
    const turn = await this.redis.querentTakeTurn(this.key, tenant, Math.max(1, Math.round(COST / weight)), isIdle ? '1' : '0', START_OVER_AT);
    return Math.min(turn, LAST_TURN);
  }

  /** To be called when a run is over or waits for its asker. */
  async passed(turn: number): Promise<void> {
    // Most often somebody's later turn has passed already. A clock that was started over is behind this: then it is told again.
    if (turn === this.passedHere) return;
    this.passedHere = turn;
    await this.redis.querentPassTurn(this.key, turn);
  }
}
