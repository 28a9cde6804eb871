import type { QuestionKey } from '@querent/contracts';
import { RedisKeys, scanKeys, type RedisClient } from '@querent/platform';
import type { VectorIndex, VectorScope } from '@querent/retrieval';
import candidatesScript from './candidates.lua';
import putScript from './put.lua';
import { semanticCacheDefaults, type SemanticCacheLimits } from './semantic-cache-env';
import { parseEntry, type SemanticEntry } from './semantic-entry';
import { entryId, signatureOfEntry } from './sharing-digest';

/** Maximum entries per signature: dissimilar wordings with the same meaning. */
const MAX_WORDINGS = 4;
/** Statements stored for a group between two sweeps for orphaned vectors. */
const SWEEP_EVERY = 500;
/** A cosine of 1 within rounding errors. */
const SAME = 0.9999;

interface SemanticCommands {
  l2Candidates(entries: string, used: string, signature: string): Promise<string[]>;
  l2Put(
    entries: string,
    used: string,
    signature: string,
    id: string,
    json: string,
    ttlMs: number,
    maxEntries: number,
    perSignature: number,
    onlyKnown: '0' | '1',
  ): Promise<string[]>;
}

/** A group that shares statements: one tenant with one login. */
export interface SharingGroup {
  tenant: string;
  audience: string;
}

/** A question as the cache identifies it: `signature` is its `sharingDigest`. */
export type Shareable = Pick<QuestionKey, 'signature' | 'text'>;

export interface SemanticHit {
  entry: SemanticEntry;
  /** Cosine of the two questions. */
  similarity: number;
}

/**
 * The semantic cache (L2): statements of answered questions, by the meaning of the questions. A hit requires both an
 * equal signature, which Redis stores with the statement, and a cosine above the threshold, which the vector index
 * computes. Rows are never stored.
 */
export class SemanticCache {
  private readonly commands: SemanticCommands;
  private readonly limits: SemanticCacheLimits;
  private readonly keys: RedisKeys;
  /** Statements stored since the last sweep, by group. */
  private readonly puts = new Map<string, number>();

  constructor(
    private readonly redis: RedisClient,
    { prefix, ...limits }: { prefix: string } & Partial<SemanticCacheLimits>,
  ) {
    this.keys = new RedisKeys(prefix);
    this.limits = { ...semanticCacheDefaults, ...limits };
    redis.defineCommand('l2Candidates', { numberOfKeys: 2, lua: candidatesScript });
    redis.defineCommand('l2Put', { numberOfKeys: 2, lua: putScript });
    this.commands = redis as unknown as SemanticCommands;
  }

  /**
   * The statement of a question with the same meaning, or null. The question is embedded only if an entry has its
   * signature. Rejects if Redis or the index is unavailable, and with the signal's reason.
   */
  async find(
    group: SharingGroup,
    question: Shareable,
    similar: Similarity,
    signal?: AbortSignal,
  ): Promise<SemanticHit | null> {
    const entries = await this.candidates(group, question.signature);
    if (entries.length === 0) return null;
    const rejected = (reason: 'no_vector' | 'unlike'): null => {
      similar.onRejected?.(reason);
      return null;
    };
    const vector = await similar.embed(question.text);
    if (vector === null) return rejected('no_vector');
    const found = await similar.index.search(
      vectorScope(group),
      vector,
      { limit: MAX_WORDINGS, minScore: this.limits.threshold, ids: entries.map(({ id }) => id) },
      signal,
    );
    for (const { id, score } of found) {
      const entry = entries.find((one) => one.id === id);
      if (entry !== undefined && score >= Math.max(entry.threshold, this.limits.threshold))
        return { entry, similarity: Math.min(1, score) };
    }
    return rejected('unlike');
  }

  /**
   * Stores a statement: the vector first, so that every entry that can be found has one. Rejects if Redis or the index
   * is unavailable.
   */
  async put(
    group: SharingGroup,
    question: Shareable,
    statement: Pick<SemanticEntry, 'compiled' | 'disclosures' | 'runId'>,
    { index, vector, version }: PutSimilarity,
  ): Promise<void> {
    if (this.limits.maxEntries === 0) return;
    const id = entryId(question);
    await index.upsert(vectorScope(group), [{ id, vector, version, tags: { signature: question.signature } }]);
    const entry: SemanticEntry = { id, text: question.text, threshold: this.limits.threshold, ...statement };
    const deleted = await this.write(group, question.signature, entry, false);
    if (deleted.length > 0) await index.remove(vectorScope(group), deleted);
    await this.sweep(group, index);
  }

  /**
   * Handles a user's report that an answer was wrong. If the wording differed, the two questions were wrongly taken for
   * the same, so the entry's threshold is raised. If the wording was the same, or the entry's own, the statement itself
   * is doubtful and is deleted.
   */
  async doubt(
    group: SharingGroup,
    question: Shareable,
    id: string,
    similarity: number | null,
  ): Promise<'tightened' | 'dropped' | 'unknown'> {
    const entry = (await this.candidates(group, question.signature)).find((one) => one.id === id);
    if (entry === undefined) return 'unknown';
    const raised = entry.threshold + (1 - entry.threshold) / 2;
    if (similarity === null || similarity >= SAME || raised >= SAME) {
      await this.drop(group, question.signature, id);
      return 'dropped';
    }
    await this.write(group, question.signature, { ...entry, threshold: raised }, true);
    return 'tightened';
  }

  /** Deletes an entry whose statement fails or is doubtful. */
  async drop(group: SharingGroup, signature: string, id: string): Promise<void> {
    await this.commands.l2Put(
      ...this.keysOf(group),
      signature,
      id,
      '',
      this.limits.ttlMs,
      this.limits.maxEntries || 1,
      MAX_WORDINGS,
      '1',
    );
  }

  /** Deletes the statements of a connection, of a tenant, of both, or all. Returns the number of deleted signatures. */
  async clear(connection?: string, tenant?: string): Promise<number> {
    let cleared = 0;
    const ofConnection = ({ audience }: SharingGroup): boolean =>
      connection === undefined || audience === connection || audience.startsWith(`${connection}@`);
    const groups = (await this.held()).filter(
      (group) => ofConnection(group) && (tenant === undefined || group.tenant === tenant),
    );
    for (const group of groups) {
      cleared += await this.redis.hlen(this.keysOf(group)[0]);
      await this.forget(group);
    }
    return cleared;
  }

  /** Groups with stored statements. */
  async held(): Promise<SharingGroup[]> {
    const { pattern, groupOf } = this.keys.semanticCaches();
    // A scan may return a key twice.
    const found = new Set<string>();
    for await (const keys of scanKeys(this.redis, pattern)) for (const key of keys) found.add(key);
    return [...found].map(groupOf);
  }

  /** Deletes all statements of a group. The caller that knows the index deletes their vectors. */
  async forget(group: SharingGroup): Promise<void> {
    await this.redis.unlink(...this.keysOf(group));
  }

  /** Periodically deletes the vectors of entries that have expired or were deleted without the index. */
  private async sweep(group: SharingGroup, index: PutSimilarity['index']): Promise<void> {
    const [entries] = this.keysOf(group);
    const puts = this.puts.get(entries) ?? 0;
    this.puts.set(entries, (puts + 1) % SWEEP_EVERY);
    if (puts > 0) return;
    const ids = [...(await index.known(vectorScope(group))).keys()];
    const signatures = new Set(await this.redis.hkeys(entries));
    const left = ids.filter((id) => !signatures.has(signatureOfEntry(id)));
    if (left.length > 0) await index.remove(vectorScope(group), left);
  }

  private async candidates(group: SharingGroup, signature: string): Promise<SemanticEntry[]> {
    const flat = await this.commands.l2Candidates(...this.keysOf(group), signature);
    return flat.flatMap((text, at) => (at % 2 === 0 ? [] : (parseEntry(text) ?? [])));
  }

  private write(group: SharingGroup, signature: string, entry: SemanticEntry, onlyKnown: boolean): Promise<string[]> {
    const { ttlMs, maxEntries } = this.limits;
    return this.commands.l2Put(
      ...this.keysOf(group),
      signature,
      entry.id,
      JSON.stringify(entry),
      ttlMs,
      maxEntries,
      MAX_WORDINGS,
      onlyKnown ? '1' : '0',
    );
  }

  private keysOf({ tenant, audience }: SharingGroup): [entries: string, used: string] {
    const { entries, used } = this.keys.semanticCache(tenant, audience);
    return [entries, used];
  }
}

/** Embedder and index that compute similarity. */
export interface Similarity {
  index: Pick<VectorIndex, 'search'>;
  /** Null if no vector is available. */
  embed(text: string): Promise<Float32Array | null>;
  /** Called with the reason why entries with an equal signature were not used. */
  onRejected?: (reason: 'no_vector' | 'unlike') => void;
}

interface PutSimilarity {
  index: Pick<VectorIndex, 'upsert' | 'remove' | 'known'>;
  vector: Float32Array;
  /** Version of the embedding model; vectors of other versions are outdated. */
  version: string;
}

const vectorScope = ({ tenant, audience }: SharingGroup): VectorScope => ({ tenant, connection: audience });
