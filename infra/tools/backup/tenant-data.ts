import type { RedisClient } from '@querent/platform';
import { ownKeys, ownLetters, ownRuns, type OwnKey, type OwnRun } from '@querent/privacy';
import type { RunStore } from '@querent/saga';
import { tenantTreatments } from './backed-up';

/** After every possible time of creation. */
const ANY_TIME = '9999-12-31T23:59:59.999Z';

/** Finds what a move takes of one tenant, at the old and at the new installation. */
export class TenantData {
  constructor(
    private readonly redis: RedisClient,
    private readonly store: RunStore,
    private readonly tenant: string,
  ) {}

  /** The tenant's runs in Redis by id. */
  async runs(): Promise<Map<string, OwnRun>> {
    return (await ownRuns(this.redis, this.store, this.tenant, ANY_TIME)).runs;
  }

  /** The keys that are copied whole, in batches. A key may occur twice. */
  async *keys(runs: ReadonlyMap<string, OwnRun>): AsyncGenerator<OwnKey[]> {
    for await (const found of ownKeys(this.redis, this.store, this.tenant, (id) => runs.has(id)))
      yield found.filter(({ family }) => tenantTreatments[family] === 'whole keys');
  }

  /** The tenant's dead letters, as stored. */
  letters(): Promise<string[]> {
    return ownLetters(this.redis, this.store.keys.deadLetters(), this.tenant);
  }

  /** Whether an erasure of the tenant's data is not complete. */
  async isBeingErased(): Promise<boolean> {
    return (await this.redis.hexists(this.store.keys.erasures(), this.tenant)) === 1;
  }

  /** Whether the installation moves finished runs to a history. */
  async hasHistory(): Promise<boolean> {
    const marks = this.store.keys.allForHistory().map(({ inUse }) => this.redis.exists(inUse));
    return (await Promise.all(marks)).includes(1);
  }
}
