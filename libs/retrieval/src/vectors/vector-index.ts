/**
 * Vectors stored outside the process and searched by cosine: in Redis (exact scan) or in Qdrant. A collection contains
 * the vectors of one purpose and one embedder: vectors of two models are not comparable, so each model has its own
 * collection.
 */
export const vectorPurposes = ['questions', 'tables', 'columns', 'samples', 'names'] as const;
export type VectorPurpose = (typeof vectorPurposes)[number];

/** Owner of vectors: nothing is ever found across tenants or connections. */
export interface VectorScope {
  /** The tenant, or the audience (`audienceOf`) if tenants share the data. */
  tenant: string;
  connection: string;
}

export interface VectorPoint {
  /** Chosen by the caller, unique within scope and purpose; adding it again replaces the point. */
  id: string;
  /** Unit vector of the embedder's dimension. */
  vector: Float32Array;
  /** Version of its source, for example of a model; searches may filter by it. */
  version?: string;
  /** Digest of the vector's source, returned by `known`, so that only changed points are embedded again. */
  digest?: string;
  /** Filter fields beside the scope. */
  tags?: Readonly<Record<string, string>>;
  /** Returned with hits; keep it small. */
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
  /** Minimum cosine; default: none. */
  minScore?: number;
  version?: string;
  /** All of them must be equal. */
  tags?: Readonly<Record<string, string>>;
  /** Only these points, e.g. the columns of some tables. */
  ids?: readonly string[];
}

/**
 * The port. Every method rejects with VectorIndexUnavailable if the store is unavailable (after its retries, at once
 * while its breaker is open), and with the signal's reason when aborted; nothing else is an expected failure.
 */
export interface VectorIndex {
  /** Resolves when every process can find the points. */
  upsert(scope: VectorScope, points: readonly VectorPoint[], signal?: AbortSignal): Promise<void>;
  /** Best first; empty for a scope without vectors. */
  search(scope: VectorScope, vector: Float32Array, search: VectorSearch, signal?: AbortSignal): Promise<VectorHit[]>;
  /** Digest by id of all points of the scope; '' if a point has none. */
  known(scope: VectorScope, signal?: AbortSignal): Promise<Map<string, string>>;
  remove(scope: VectorScope, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /**
   * Removes the points of other versions, or all points of the scope. Returns nothing, because stores need not count.
   */
  removeAll(scope: VectorScope, options?: { exceptVersion?: string }, signal?: AbortSignal): Promise<void>;
  /**
   * All scopes with points of the purpose and model, possibly including emptied ones. For sweeps: may scan the whole
   * store.
   */
  scopes(signal?: AbortSignal): Promise<VectorScope[]>;
  close(): Promise<void>;
}

/** The store does not answer; the caller must continue without it. */
export class VectorIndexUnavailable extends Error {
  override readonly name = 'VectorIndexUnavailable';

  constructor(why: string, options?: ErrorOptions) {
    super(`The vector index is unavailable: ${why}`, options);
  }
}
