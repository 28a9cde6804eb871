import type { QuestionKey } from '@querent/contracts';
import { RedisKeys, scanKeys, type RedisClient } from '@querent/platform';
import type { VectorIndex, VectorScope } from '@querent/retrieval';
import candidatesScript from './candidates.lua';
import putScript from './put.lua';
import { semanticCacheDefaults, type SemanticCacheLimits } from './semantic-cache-env';
import { parseEntry, type SemanticEntry } from './semantic-entry';
import { entryId, signatureOfEntry } from './sharing-digest';

/** Entries under one signature: wordings that are not alike, though they say the same. */
const MOST_WORDINGS = 4;
/** Statements kept of a place, between two looks for vectors that nothing belongs to. */
const SWEEP_EVERY = 500;
/** What arithmetic leaves of a cosine of 1. */
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

/** Who shares statements: one tenant, with one login. */
export interface SharingPlace {
  tenant: string;
  audience: string;
}

/** A question as the cache knows it: `signature` is its `sharingDigest`. */
export type Shareable = Pick<QuestionKey, 'signature' | 'text'>;

export interface SemanticHit {
  entry: SemanticEntry;
  /** Cosine of the two questions. */
  similarity: number;
}

/**
 * The semantic cache (L2): statements of answered questions, by what the questions mean. A hit needs an equal
 * signature, which Redis keeps with the statement, and a cosine over the threshold, which the vector index tells:
 * neither alone gives anything out. Rows are never kept.
 */
export class SemanticCache {
  private readonly commands: SemanticCommands;
  private readonly limits: SemanticCacheLimits;
  private readonly keys: RedisKeys;
  /** Statements kept since the last sweep, by place. */
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
   * The statement of a question that means the same, or null. The question is embedded only where something with its
   * signature is there. Rejects where Redis or the index is away, and with the signal's reason.
   */
  async find(place: SharingPlace, question: Shareable, near: Near, signal?: AbortSignal): Promise<SemanticHit | null> {
    const entries = await this.candidates(place, question.signature);
    if (entries.length === 0) return null;
    const rejected = (reason: 'no_vector' | 'unlike'): null => {
      near.onRejected?.(reason);
      return null;
    };
    const vector = await near.embed(question.text);
    if (vector === null) return rejected('no_vector');
    const found = await near.index.search(
      vectorScope(place),
      vector,
      { limit: MOST_WORDINGS, minScore: this.limits.threshold, ids: entries.map(({ id }) => id) },
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
   * Keeps a statement: the vector first, so that what can be found has one. Rejects where Redis or the index is away.
   */
  async put(
    place: SharingPlace,
    question: Shareable,
    statement: Pick<SemanticEntry, 'compiled' | 'disclosures' | 'runId'>,
    { index, vector, version }: PutNear,
  ): Promise<void> {
    if (this.limits.maxEntries === 0) return;
    const id = entryId(question);
    await index.upsert(vectorScope(place), [{ id, vector, version, tags: { signature: question.signature } }]);
    const entry: SemanticEntry = { id, text: question.text, threshold: this.limits.threshold, ...statement };
    const gone = await this.write(place, question.signature, entry, false);
    if (gone.length > 0) await index.remove(vectorScope(place), gone);
    await this.sweep(place, index);
  }

  /**
   * An asker says that an answer was wrong. Whoever worded it otherwise was taken for somebody who meant the same: the
   * entry must be more alike from now on. Where the wording was the same, or the entry's own, the statement is in doubt
   * itself, and goes.
   */
  async doubt(
    place: SharingPlace,
    question: Shareable,
    id: string,
    similarity: number | null,
  ): Promise<'tightened' | 'dropped' | 'unknown'> {
    const entry = (await this.candidates(place, question.signature)).find((one) => one.id === id);
    if (entry === undefined) return 'unknown';
    const raised = entry.threshold + (1 - entry.threshold) / 2;
    if (similarity === null || similarity >= SAME || raised >= SAME) {
      await this.drop(place, question.signature, id);
      return 'dropped';
    }
    await this.write(place, question.signature, { ...entry, threshold: raised }, true);
    return 'tightened';
  }

  /** Forgets an entry: its statement does not run any more, or is in doubt. */
  async drop(place: SharingPlace, signature: string, id: string): Promise<void> {
    await this.commands.l2Put(
      ...this.keysOf(place),
      signature,
      id,
      '',
      this.limits.ttlMs,
      this.limits.maxEntries || 1,
      MOST_WORDINGS,
      '1',
    );
  }

  /**
   * Forgets the statements of a connection, of a tenant, of both, or all. Returns under how many meanings there were
   * any.
   */
  async clear(connection?: string, tenant?: string): Promise<number> {
    let cleared = 0;
    const ofConnection = ({ audience }: SharingPlace): boolean =>
      connection === undefined || audience === connection || audience.startsWith(`${connection}@`);
    const places = (await this.held()).filter(
      (place) => ofConnection(place) && (tenant === undefined || place.tenant === tenant),
    );
    for (const place of places) {
      cleared += await this.redis.hlen(this.keysOf(place)[0]);
      await this.forget(place);
    }
    return cleared;
  }

  /** Who shares anything. */
  async held(): Promise<SharingPlace[]> {
    const { pattern, placeOf } = this.keys.semanticCaches();
    // A scan may tell a key twice.
    const found = new Set<string>();
    for await (const keys of scanKeys(this.redis, pattern)) for (const key of keys) found.add(key);
    return [...found].map(placeOf);
  }

  /** Forgets all statements of a place. Their vectors are for who knows the index. */
  async forget(place: SharingPlace): Promise<void> {
    await this.redis.unlink(...this.keysOf(place));
  }

  /** Now and then: removes the vectors of what has expired or was forgotten, which nobody told the index of. */
  private async sweep(place: SharingPlace, index: PutNear['index']): Promise<void> {
    const [entries] = this.keysOf(place);
    const puts = this.puts.get(entries) ?? 0;
    this.puts.set(entries, (puts + 1) % SWEEP_EVERY);
    if (puts > 0) return;
    const ids = [...(await index.known(vectorScope(place))).keys()];
    const signatures = new Set(await this.redis.hkeys(entries));
    const left = ids.filter((id) => !signatures.has(signatureOfEntry(id)));
    if (left.length > 0) await index.remove(vectorScope(place), left);
  }

  private async candidates(place: SharingPlace, signature: string): Promise<SemanticEntry[]> {
    const flat = await this.commands.l2Candidates(...this.keysOf(place), signature);
    return flat.flatMap((text, at) => (at % 2 === 0 ? [] : (parseEntry(text) ?? [])));
  }

  private write(place: SharingPlace, signature: string, entry: SemanticEntry, onlyKnown: boolean): Promise<string[]> {
    const { ttlMs, maxEntries } = this.limits;
    return this.commands.l2Put(
      ...this.keysOf(place),
      signature,
      entry.id,
      JSON.stringify(entry),
      ttlMs,
      maxEntries,
      MOST_WORDINGS,
      onlyKnown ? '1' : '0',
    );
  }

  private keysOf({ tenant, audience }: SharingPlace): [entries: string, used: string] {
    const { entries, used } = this.keys.semanticCache(tenant, audience);
    return [entries, used];
  }
}

/** What likeness is told by. */
export interface Near {
  index: Pick<VectorIndex, 'search'>;
  /** Null: there is no vector to be had. */
  embed(text: string): Promise<Float32Array | null>;
  /** Told why what is kept under the meaning is not given out. */
  onRejected?: (reason: 'no_vector' | 'unlike') => void;
}

interface PutNear {
  index: Pick<VectorIndex, 'upsert' | 'remove' | 'known'>;
  vector: Float32Array;
  /** The model's, by which old vectors are told. */
  version: string;
}

const vectorScope = ({ tenant, audience }: SharingPlace): VectorScope => ({ tenant, connection: audience });
