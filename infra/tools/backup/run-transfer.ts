import { isTerminal, type RunStatus } from '@querent/contracts';
import type { RedisClient } from '@querent/platform';
import {
  auxiliaryTtlMs,
  blobField,
  CALLBACK_TRIES_MS,
  independentRun,
  INDEX_PAGE,
  keysBeside,
  LenderEndedError,
  lendersOf,
  type RunHash,
  type RunStore,
  type StoredPage,
} from '@querent/saga';
import transferSource from './write-transferred.lua';

/** A key of a run: as DUMP returns it, or the fields of a hash. */
export interface TransferredKey {
  /** After the key of the run's hash: empty for the hash itself. */
  rest: string;
  /** Ms since 1970; null without an end. */
  expiresAt: number | null;
  content: { dump: Buffer } | { fields: [name: string, value: Buffer][] };
}

/** A finished or paused run on its way to another installation, with everything that refers to it. Times: ms. */
export interface TransferredRun {
  id: string;
  tenant: string;
  keyName: string;
  /** Null for a run that is not finished. */
  finishedAt: number | null;
  status: string;
  keys: TransferredKey[];
  /** Scores in the lists of its key and of its tenant; null if it is not listed. */
  listed: [ofKey: number | null, ofTenant: number | null];
  listsExpireAt: number;
  /** When the sweeper checks it; null if it needs no check. */
  dueAt: number | null;
  callbacks: [member: string, score: number][];
  tries: [field: string, value: string][];
}

/** The pages of a result in the history, of any reader. */
export type LentPages = (at: Pick<StoredPage, 'run' | 'blob'>) => Promise<Pick<StoredPage, 'page' | 'content'>[]>;

interface Scripts {
  querentWriteTransferred(keys: number, ...keysAndArguments: (string | number | Buffer)[]): Promise<0 | 1>;
}

/** A run changed while it was read. */
export class RunChangedError extends Error {
  constructor(id: string) {
    super(`The run ${id} changed while it was read.`);
    this.name = 'RunChangedError';
  }
}

/** A time to live as PTTL returns it, as a time. */
const expiryOf = (ttl: number, now: number): number | null => (ttl < 0 ? null : now + ttl);

/**
 * Reads runs of one installation and writes them in another one. Nothing is removed. Methods reject if Redis or the
 * history is unavailable.
 */
export class RunTransfer {
  private readonly redis: RedisClient & Scripts;

  constructor(
    redis: RedisClient,
    private readonly store: RunStore,
    private readonly lentPages: LentPages = async () => [],
  ) {
    this.redis = redis as RedisClient & Scripts;
    if (typeof this.redis.querentWriteTransferred !== 'function')
      redis.defineCommand('querentWriteTransferred', { lua: transferSource });
  }

  /**
   * Reads a run at one moment. The answer of another tenant's run that it shares is copied into it.
   * @returns null if it expired, moved to the history, or shares an answer that has expired
   * @throws RunChangedError
   */
  async read(id: string, tenant: string): Promise<TransferredRun | null> {
    const { keys } = this.store;
    const hash = await this.redis.hgetall(keys.run(id));
    const { keyName, version, status = '', finishedAt } = hash;
    if (hash['tenant'] !== tenant || keyName === undefined || version === undefined) return null;
    const found = await this.readAll(id, tenant, keyName, hash);
    if (found === null) return null;
    const copy = (await this.isIndependent(tenant, hash)) ? found.keys : await this.independent(id, hash, found.keys);
    if (copy === null) return null;
    return {
      ...{ id, tenant, keyName, status, ...found, keys: copy },
      finishedAt: isTerminal(status as RunStatus) && finishedAt ? Date.parse(finishedAt) : null,
    };
  }

  /** @returns false if the run exists already; it is left alone then */
  async write(run: TransferredRun): Promise<boolean> {
    const { keys } = this.store;
    const { id, tenant, keyName, listed, dueAt, callbacks, tries } = run;
    const { due: forHistory, inUse } = keys.forHistory(id);
    const names = [
      ...[keys.run(id), ...keys.listsOf(id, tenant, keyName), keys.due(id), keys.census(id)],
      ...[forHistory, inUse, keys.callbacks(id), keys.callbackTries(id)],
      ...run.keys.map(({ rest }) => keys.run(id) + rest),
    ];
    const contents = run.keys.flatMap(({ expiresAt, content }) => [
      expiresAt ?? 0,
      ...('dump' in content ? [-1, content.dump] : [content.fields.length, ...content.fields.flat()]),
    ]);
    const written = await this.redis.querentWriteTransferred(
      names.length,
      ...names,
      id,
      run.finishedAt === null ? run.status : '',
      run.finishedAt ?? '',
      ...listed.map((score) => score ?? ''),
      run.listsExpireAt,
      dueAt ?? '',
      callbacks.length,
      tries.length,
      CALLBACK_TRIES_MS,
      ...callbacks.flat(),
      ...tries.flat(),
      ...contents,
    );
    return written === 1;
  }

  /** The run's keys and references in one transaction, because the history may take the run meanwhile. */
  private async readAll(
    id: string,
    tenant: string,
    keyName: string,
    hash: RunHash,
  ): Promise<Omit<TransferredRun, 'id' | 'tenant' | 'keyName' | 'status' | 'finishedAt'> | null> {
    const { keys } = this.store;
    const run = keys.run(id);
    const names = [run, ...keysBeside(keys, id, hash)];
    const [ofKey, ofTenant] = keys.listsOf(id, tenant, keyName);
    const members = callbackMembers(id, hash);
    const letters = members.map((member) => `${member}:letter`);
    const transaction = this.redis.multi().hget(run, 'version').time();
    transaction.zscore(ofKey, id).zscore(ofTenant, id).pttl(ofTenant).zscore(keys.due(id), id);
    for (const member of members) transaction.zscore(keys.callbacks(id), member);
    for (const field of [...members, ...letters]) transaction.hget(keys.callbackTries(id), field);
    for (const key of names) transaction.dumpBuffer(key).pttl(key);
    const replies = ((await transaction.exec()) ?? []).map(([error, value]) => {
      if (error) throw error;
      return value;
    });
    const [version, time, inKeyList, inTenantList, listTtl, dueAt, ...rest] = replies;
    if (version === null) return null;
    if (version !== hash['version']) throw new RunChangedError(id);
    const [seconds, micros] = time as [number, number];
    const now = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
    const scores = rest.splice(0, members.length);
    const tries = rest.splice(0, members.length + letters.length);
    const score = (value: unknown): number | null => (value === null ? null : Number(value));
    return {
      keys: names.flatMap((key, at) => {
        const [dump, ttl] = [rest[2 * at], Number(rest[2 * at + 1])];
        if (!(dump instanceof Buffer)) return [];
        return [{ rest: key.slice(run.length), expiresAt: expiryOf(ttl, now), content: { dump } }];
      }),
      listed: [score(inKeyList), score(inTenantList)],
      listsExpireAt: expiryOf(Number(listTtl), now) ?? now + auxiliaryTtlMs(this.store.settings),
      dueAt: score(dueAt),
      callbacks: members.flatMap((member, at) => (scores[at] === null ? [] : [[member, Number(scores[at])]])),
      tries: [...members, ...letters].flatMap((field, at) => (tries[at] === null ? [] : [[field, String(tries[at])]])),
    };
  }

  /** Whether all runs to which a run refers are in Redis and belong to the same tenant: they are transferred too. */
  private async isIndependent(tenant: string, hash: RunHash): Promise<boolean> {
    const { keys } = this.store;
    const owners = await Promise.all(lendersOf(hash).map((lender) => this.redis.hget(keys.run(lender), 'tenant')));
    return owners.every((owner) => owner === tenant);
  }

  /** The keys of a run with the data and the result of the runs to which it refers. Null if those have expired. */
  private async independent(id: string, hash: RunHash, found: TransferredKey[]): Promise<TransferredKey[] | null> {
    const whole = await independentRun(id, hash, this.store.elsewhere).catch((error: unknown) => {
      if (error instanceof LenderEndedError) return null;
      throw error;
    });
    if (whole === null) return null;
    const [{ expiresAt } = { expiresAt: null }] = found;
    const events = found.filter(({ rest }) => /^:(steps|events)$/.test(rest));
    const pages = whole.lent === null ? [] : await this.pagesOf(whole.lent);
    const bytes = pages.reduce((sum, [, content]) => sum + content.length, 0);
    const { lent } = whole;
    const blob = lent === null || pages.length === 0 ? null : lent.blob;
    const fields = { ...whole.hash, ...(blob === null ? {} : { [blobField(blob)]: String(bytes) }) };
    return [
      {
        rest: '',
        expiresAt,
        content: { fields: Object.entries(fields).map(([name, value]) => [name, Buffer.from(value)]) },
      },
      ...events,
      ...(blob === null ? [] : [{ rest: this.blobRest(id, blob), expiresAt, content: { fields: pages } }]),
    ];
  }

  private blobRest(id: string, blob: string): string {
    return this.store.keys.blob(id, blob).slice(this.store.keys.run(id).length);
  }

  private async pagesOf(lent: Pick<StoredPage, 'run' | 'blob'>): Promise<[name: string, content: Buffer][]> {
    const fields = Object.entries(await this.redis.hgetallBuffer(this.store.keys.blob(lent.run, lent.blob)));
    if (fields.length > 0) return fields.filter(([name]) => name !== 'writer');
    const moved = await this.lentPages(lent);
    return moved.map(({ page, content }) => [page === INDEX_PAGE ? 'index' : String(page), content]);
  }
}

/** The callbacks that a run may owe: one for each of its versions. */
function callbackMembers(id: string, { request, version }: RunHash): string[] {
  const { callbackUrl } = JSON.parse(request ?? '{}') as { callbackUrl?: string | null };
  if (callbackUrl === undefined || callbackUrl === null) return [];
  return Array.from({ length: Number(version) }, (_, at) => `${id}:${at + 1}`);
}
