/**
 * Vectors kept outside the process and searched by cosine: in Redis (exact scan) or in Qdrant. One collection holds one
 * purpose's vectors of one embedder: vectors of two models say nothing about each other, so another model begins
 * another collection.
 */
export const vectorPurposes = ['questions', 'tables', 'columns', 'samples', 'names'] as const;
export type VectorPurpose = (typeof vectorPurposes)[number];

/** Whose vectors: nothing is ever found across tenants or connections. */
export interface VectorScope {
  /** The tenant, or where tenants share what is kept, the audience (`audienceOf`). */
  tenant: string;
  connection: string;
}

export interface VectorPoint {
  /** The caller's own, unique within scope and purpose; putting it again replaces it. */
  id: string;
  /** Of unit length, of the embedder's dimension. */
  vector: Float32Array;
  /** Which state of things it belongs to, e.g. a model version; searches may ask for one. */
  version?: string;
  /** Digest of what the vector was made of: `known` tells it, so that only what has changed is embedded again. */
  digest?: string;
  /** What searches may filter by beside the scope. */
  tags?: Readonly<Record<string, string>>;
  /** Given back with what is found; small. */
  payload?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface VectorHit {
  id: string;
  /** Cosine, -1 to 1. */
  score: number;
  payload: Readonly<Record<string, string | number | boolean | null>>;
}

export interface VectorSearch {
  limit: number;
  /** Least cosine; default: none. */
  minScore?: number;
  version?: string;
  /** All of them must be equal. */
  tags?: Readonly<Record<string, string>>;
  /** Only these points, e.g. the columns of some tables. */
  ids?: readonly string[];
}

/**
 * The port. Every method rejects with VectorIndexUnavailable where the store is away (after its retries, at once while
 * its breaker is open), and with the signal's reason when aborted; nothing else is an expected failure.
 */
export interface VectorIndex {
  /** Resolves when the points can be found by every process. */
  upsert(scope: VectorScope, points: readonly VectorPoint[], signal?: AbortSignal): Promise<void>;
  /** Best first. A scope without vectors finds nothing. */
  search(scope: VectorScope, vector: Float32Array, search: VectorSearch, signal?: AbortSignal): Promise<VectorHit[]>;
  /** Digest by id of all points of the scope; '' where none was given. */
  known(scope: VectorScope, signal?: AbortSignal): Promise<Map<string, string>>;
  remove(scope: VectorScope, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Removes the points of other versions than this one, or all of the scope's. Returns nothing: stores need not count.
   */
  removeAll(scope: VectorScope, options?: { exceptVersion?: string }, signal?: AbortSignal): Promise<void>;
  /**
   * All scopes with points of the purpose and model, perhaps some that hold none any more, too. For sweeps: a store may
   * have to look far.
   */
  scopes(signal?: AbortSignal): Promise<VectorScope[]>;
  close(): Promise<void>;
}

/** The store does not answer. What it would have told must be done without. */
export class VectorIndexUnavailable extends Error {
  override readonly name = 'VectorIndexUnavailable';

  constructor(why: string, options?: ErrorOptions) {
    super(`The vector index is away: ${why}`, options);
  }
}
