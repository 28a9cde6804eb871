import type { RedisClient } from '@querent/platform';
import { cosine, type Embedder } from '../embedder/embedder';
import { synchronise } from '../vectors/table/synchronise';
import type { VectorHit, VectorIndex, VectorScope } from '../vectors/vector-index';

export interface Gist {
  /** The table's name. */
  id: string;
  text: string;
}

/** Progress callback: vectors computed, of those that were missing. */
export type GistProgress = (progress: { done: number; total: number }) => void;

/** Vectors of one description line per table. */
export interface GistVectors {
  /** Resolves when exactly these tables are searchable; only new and changed ones are embedded. */
  put(scope: VectorScope, gists: readonly Gist[], onProgress: GistProgress, signal: AbortSignal): Promise<void>;
  search(scope: VectorScope, vector: Float32Array, limit: number, signal: AbortSignal): Promise<readonly VectorHit[]>;
}

export interface SharedGistsOptions {
  /** Index of the purpose `tables`; owned by the caller. */
  index: VectorIndex;
  embedder: Embedder;
  redis: RedisClient;
  /** Of all keys. */
  prefix: string;
}

/** Stored where all workers find them: embedded once by one worker, and kept across restarts. */
export function sharedGists({ index, embedder, redis, prefix }: SharedGistsOptions): GistVectors {
  return {
    put: async (scope, gists, onProgress, signal) =>
      void (await synchronise(index, scope, gists, embedder, { purpose: 'tables', redis, prefix, onProgress, signal })),
    search: (scope, vector, limit, signal) => index.search(scope, vector, { limit }, signal),
  };
}

/** Kept in the memory of this process. */
export function ownGists(embedder: Embedder): GistVectors {
  const scopes = new Map<string, Map<string, { text: string; vector: Float32Array }>>();
  const keyOf = ({ tenant, connection }: VectorScope): string => `${tenant}\n${connection}`;
  return {
    async put(scope, gists, onProgress, signal) {
      const held = scopes.get(keyOf(scope)) ?? new Map<string, { text: string; vector: Float32Array }>();
      const missing = gists.filter(({ id, text }) => held.get(id)?.text !== text);
      const made = new Map(
        gists
          .flatMap(({ id }) => [[id, held.get(id)] as const])
          .filter((pair): pair is readonly [string, { text: string; vector: Float32Array }] => pair[1] !== undefined),
      );
      for (let at = 0; at < missing.length; at += AT_ONCE) {
        const chunk = missing.slice(at, at + AT_ONCE);
        const vectors = await embedder.embed(
          chunk.map(({ text }) => text),
          signal,
        );
        chunk.forEach(({ id, text }, i) =>
          made.set(id, { text, vector: vectors[i] ?? new Float32Array(embedder.dimension) }),
        );
        onProgress({ done: at + chunk.length, total: missing.length });
      }
      scopes.set(keyOf(scope), made);
    },
    search: async (scope, vector, limit) =>
      [...(scopes.get(keyOf(scope)) ?? [])]
        .map(([id, held]) => ({ id, score: cosine(held.vector, vector), payload: {} }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit),
  };
}

const AT_ONCE = 16;
