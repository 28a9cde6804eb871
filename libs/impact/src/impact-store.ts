import { RedisKeys, type RedisClient } from '@querent/platform';
import beginScript from './begin-impact.lua';
import changeScript from './change-impact.lua';
import { keptCheckSchema, type KeptCheck, type KeptChecks } from './definition-checks';
import { impactResultSchema, keptImpactSchema, type Impact, type ImpactResult } from './impact';
import keepChecksScript from './keep-checks.lua';

type WithScripts = RedisClient & {
  querentBeginImpact(current: string, list: string, job: string, ...rest: (string | number)[]): Promise<string>;
  querentChangeImpact(job: string, current: string, ...rest: (string | number)[]): Promise<number>;
  querentKeepChecks(job: string, checks: string): Promise<number>;
};

export interface NewImpact {
  id: string;
  tenant: string;
  connection: string;
  /** The draft as YAML; null: the model file is removed. */
  draft: string | null;
  /** Whether its definitions are to be calculated on the data. */
  isTried: boolean;
  createdAt: string;
}

/** Lifetime of a record, ms: the families of keys say it too. */
const LIFE_MS = 86_400_000;
/** An executor that has not checked the definitions after this time will not, ms. The job itself takes 30 s at most. */
const CHECK_WAIT_MS = 45_000;
/** Records kept per tenant. */
const MOST_KEPT = 20;

/** Measurements of drafts, in Redis. A tenant has at most one that has not ended. Rejects if Redis is unavailable. */
export class ImpactStore {
  private readonly redis: WithScripts;
  private readonly keys: RedisKeys;

  constructor(redis: RedisClient, prefix: string) {
    const known = redis as WithScripts;
    if (typeof known.querentBeginImpact !== 'function') {
      redis.defineCommand('querentBeginImpact', { numberOfKeys: 3, lua: beginScript });
      redis.defineCommand('querentChangeImpact', { numberOfKeys: 2, lua: changeScript });
      redis.defineCommand('querentKeepChecks', { numberOfKeys: 1, lua: keepChecksScript });
    }
    this.redis = known;
    this.keys = new RedisKeys(prefix);
  }

  /**
   * Creates a queued measurement, unless another one of the tenant has not ended.
   * @returns the id of the one that has not ended: the new one or the other one
   */
  async begin({ id, tenant, connection, draft, isTried, createdAt }: NewImpact): Promise<string> {
    const { current, list, job } = this.keys.impacts(tenant);
    const fields = ['id', id, 'connection', connection, 'createdAt', createdAt, 'status', 'queued'];
    const text = draft === null ? ['checks', '[]'] : ['draft', draft, ...(isTried ? ['unchecked', draft] : [])];
    const begun = await this.redis.querentBeginImpact(
      current,
      list,
      job(id),
      id,
      Date.parse(createdAt),
      LIFE_MS,
      ...fields,
      ...text,
    );
    if (begun !== id) return begun;
    const old = await this.redis.zrange(list, 0, String(-(MOST_KEPT + 1)));
    if (old.length > 0) await Promise.all([this.redis.unlink(...old.map(job)), this.redis.zrem(list, ...old)]);
    return begun;
  }

  /** Null if the tenant has no such measurement. */
  async get(tenant: string, id: string): Promise<Impact | null> {
    const { draft: _, ...fields } = await this.redis.hgetall(this.keys.impacts(tenant).job(id));
    if (fields['id'] === undefined) return null;
    return { ...measuredIn(fields), definitions: checksIn(fields) };
  }

  /** The draft of a measurement that has not ended; null: the model file is removed. */
  draftOf(tenant: string, id: string): Promise<string | null> {
    return this.redis.hget(this.keys.impacts(tenant).job(id), 'draft');
  }

  /** The draft whose definitions have not been checked; null: they have, or there is none. */
  uncheckedDraft(tenant: string, id: string): Promise<string | null> {
    return this.redis.hget(this.keys.impacts(tenant).job(id), 'unchecked');
  }

  /** Stores what the check of the definitions found, once. */
  async keepChecks(tenant: string, id: string, checks: readonly KeptCheck[]): Promise<void> {
    await this.redis.querentKeepChecks(this.keys.impacts(tenant).job(id), JSON.stringify(checks));
  }

  /** Records the progress. False: the measurement has ended, so its work is over. */
  progress(tenant: string, id: string, { done, of }: { done: number; of: number }): Promise<boolean> {
    return this.change(tenant, id, false, ['status', 'working', 'done', String(done), 'of', String(of)]);
  }

  /** Ends a measurement with its result. False: it had ended. */
  finish(tenant: string, id: string, result: ImpactResult): Promise<boolean> {
    const count = String(Object.values(result.summary).reduce((sum, one) => sum + one, 0));
    return this.end(tenant, id, ['status', 'done', 'result', JSON.stringify(result), 'done', count, 'of', count]);
  }

  /** False: it had ended. */
  cancel(tenant: string, id: string): Promise<boolean> {
    return this.end(tenant, id, ['status', 'cancelled']);
  }

  /** @param error for the administrator, without technical details. False: it had ended. */
  fail(tenant: string, id: string, error: string): Promise<boolean> {
    return this.end(tenant, id, ['status', 'failed', 'error', error]);
  }

  private end(tenant: string, id: string, fields: string[]): Promise<boolean> {
    return this.change(tenant, id, true, [...fields, 'finishedAt', new Date().toISOString()]);
  }

  private async change(tenant: string, id: string, ends: boolean, fields: string[]): Promise<boolean> {
    const { current, job } = this.keys.impacts(tenant);
    return (await this.redis.querentChangeImpact(job(id), current, id, ends ? '1' : '', ...fields)) === 1;
  }
}

/** What is known of a draft's definitions. */
function checksIn(fields: Record<string, string>): KeptChecks {
  const { checks, unchecked, status, createdAt = '' } = fields;
  if (checks !== undefined) return { status: 'done', checks: keptCheckSchema.array().parse(JSON.parse(checks)) };
  const isWaiting = unchecked !== undefined && status !== 'cancelled';
  const isWorking = isWaiting && Date.now() <= Date.parse(createdAt) + CHECK_WAIT_MS;
  return { status: isWorking ? 'working' : 'not_checked', checks: [] };
}

function measuredIn(fields: Record<string, string>): Omit<Impact, 'definitions'> {
  const result = fields['result'] === undefined ? null : impactResultSchema.parse(JSON.parse(fields['result']));
  return keptImpactSchema.parse({
    ...fields,
    finishedAt: fields['finishedAt'] ?? null,
    progress: { done: Number(fields['done'] ?? 0), of: Number(fields['of'] ?? 0) },
    summary: result?.summary ?? null,
    changes: result?.changes ?? [],
    changesLeftOff: result?.changesLeftOff ?? 0,
    questionsLeftOff: result?.questionsLeftOff ?? 0,
    error: fields['error'] ?? null,
  });
}
