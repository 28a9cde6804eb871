import { RedisKeys, type RedisClient } from '@querent/platform';
import claimScript from './claim-flight.lua';
import { splitExactKey } from './exact-key';

interface FlightCommands {
  l1ClaimFlight(flight: string, runId: string, lifeMs: number, instead: string): Promise<string>;
}

/**
 * Single flight: of concurrent runs of the same question, one computes the answer and the others wait for it. A flight
 * only names the computing run; the result is in that run.
 */
export class Flights {
  private readonly commands: FlightCommands;

  /** @param options `prefix`: of all keys; `lifeMs`: maximum duration of a run */
  constructor(
    redis: RedisClient,
    private readonly options: { prefix: string; lifeMs: number },
  ) {
    redis.defineCommand('l1ClaimFlight', { numberOfKeys: 1, lua: claimScript });
    this.commands = redis as unknown as FlightCommands;
  }

  /**
   * The run that computes the answer under an exact key: `runId` if no other run does.
   * @param instead a former leader that has ended
   */
  leader(audience: string, key: string, runId: string, instead = ''): Promise<string> {
    const { field } = splitExactKey(key);
    const { prefix, lifeMs } = this.options;
    return this.commands.l1ClaimFlight(new RedisKeys(prefix).flight(audience, field), runId, lifeMs, instead);
  }
}
