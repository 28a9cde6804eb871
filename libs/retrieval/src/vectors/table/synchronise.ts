import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { redacted, RedisKeys, unlessAborted, type RedisClient } from '@querent/platform';
import type { Embedder } from '../../embedder/embedder';
import { VectorIndexUnavailable, type VectorIndex, type VectorPurpose, type VectorScope } from '../vector-index';
import { takeLease, type Lease } from './lease';
import { digestOf, type WantedPoint } from './wanted-point';

export interface SynchroniseOptions {
  /** Of the index. */
  purpose: VectorPurpose;
  /** Where the workers agree on who does the work; a connection for commands. */
  redis: RedisClient;
  /** Of all keys. */
  prefix: string;
  /** Points made so far, of those that had to be. Called by the worker that makes them. */
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
  /** How long after the death of the worker at it another goes on. */
  leaseMs?: number;
}

export interface Synchronised {
  /** By this process. */
  embedded: number;
  removed: number;
}

/** A worker that dies is followed after so long. */
const LEASE_MS = 10_000;
/** Texts of one request; a question waits behind them. */
const EMBEDDED_AT_ONCE = 16;
/** What a crash loses at most. */
const PUT_AT_ONCE = 128;
const ASK_AGAIN_MS = 200;
/**
 * Of workers that want different points, one after the other takes away what the other has made: neither goes on for
 * good.
 */
const MOST_ROUNDS = 3;

/**
 * Makes a scope hold exactly the wanted points: embeds those that are new or have changed, removes those that are not
 * wanted. What was put before a crash is not embedded again. Of several workers one does the work; the others resolve
 * when the index is whole, and go on in its place where it dies. What somebody else removes meanwhile is made again.
 *
 * @throws VectorIndexUnavailable where the index or Redis is away, the signal's reason, and what the embedder throws
 */
export async function synchronise(
  index: VectorIndex,
  scope: VectorScope,
  wanted: readonly WantedPoint[],
  embedder: Embedder,
  options: SynchroniseOptions,
): Promise<Synchronised> {
  const { signal } = options;
  await knowDimension(embedder, signal);
  const done: Synchronised = { embedded: 0, removed: 0 };
  for (let rounds = 0; ;) {
    if (rounds >= MOST_ROUNDS || isWhole(await difference(index, scope, wanted, embedder, signal))) return done;
    const lease = await leaseOf(scope, embedder, options);
    if (lease === null) continue;
    const working = signal === undefined ? lease.lost : AbortSignal.any([signal, lease.lost]);
    try {
      await work(index, scope, wanted, embedder, { ...options, signal: working }, done);
      rounds += 1;
    } catch (error) {
      signal?.throwIfAborted();
      // Somebody else may be at it: to be seen what is left to do.
      if (!lease.lost.aborted) throw error;
    } finally {
      await lease.release();
    }
  }
}

interface Difference {
  missing: { point: WantedPoint; digest: string }[];
  surplus: string[];
}

const isWhole = ({ missing, surplus }: Difference): boolean => missing.length === 0 && surplus.length === 0;

async function difference(
  index: VectorIndex,
  scope: VectorScope,
  wanted: readonly WantedPoint[],
  { model }: Embedder,
  signal: AbortSignal | undefined,
): Promise<Difference> {
  const known = await index.known(scope, signal);
  const byId = new Map(wanted.map((point) => [point.id, point]));
  const missing = [...byId.values()].flatMap((point) => {
    const digest = digestOf(point, model);
    return known.get(point.id) === digest ? [] : [{ point, digest }];
  });
  return { missing, surplus: [...known.keys()].filter((id) => !byId.has(id)) };
}

/** By whoever holds the lease. Counts in `done`. */
async function work(
  index: VectorIndex,
  scope: VectorScope,
  wanted: readonly WantedPoint[],
  embedder: Embedder,
  { onProgress, signal }: SynchroniseOptions,
  done: Synchronised,
): Promise<void> {
  // Again: whoever had the lease before may have done it all.
  const { missing, surplus } = await difference(index, scope, wanted, embedder, signal);
  await index.remove(scope, surplus, signal);
  done.removed += surplus.length;
  // Counted on from earlier rounds: what they made had to be made, too.
  const before = done.embedded;
  const total = before + missing.length;
  onProgress?.({ done: before, total });
  for (let at = 0; at < missing.length; at += PUT_AT_ONCE) {
    const chunk = missing.slice(at, at + PUT_AT_ONCE);
    const vectors: Float32Array[] = [];
    for (let from = 0; from < chunk.length; from += EMBEDDED_AT_ONCE) {
      vectors.push(
        ...(await embedder.embed(
          chunk.slice(from, from + EMBEDDED_AT_ONCE).map(({ point }) => point.text),
          signal,
        )),
      );
      onProgress?.({ done: before + at + vectors.length, total });
    }
    const points = chunk.map(({ point: { id, version, tags, payload }, digest }, i) => ({
      id,
      version,
      tags,
      payload,
      digest,
      vector: vectors[i] ?? new Float32Array(),
    }));
    await index.upsert(scope, points, signal);
    done.embedded += chunk.length;
  }
}

/** The lease, or null after somebody else has given it back or lost it. */
async function leaseOf(
  scope: VectorScope,
  { model, dimension }: Embedder,
  { redis, prefix, purpose, leaseMs = LEASE_MS, signal }: SynchroniseOptions,
): Promise<Lease | null> {
  const key = new RedisKeys(prefix).vectorsLease(
    hash('sha256', JSON.stringify([purpose, scope.tenant, scope.connection, model, dimension]), 'base64url'),
  );
  const taking = takeLease(redis, key, leaseMs);
  try {
    const lease = await unlessAborted(taking, signal);
    if (lease !== null) return lease;
    while ((await unlessAborted(redis.exists(key), signal)) === 1) await unlessAborted(pause(ASK_AGAIN_MS), signal);
    return null;
  } catch (error) {
    // Nobody is here any more to give it back.
    if (signal?.aborted)
      void taking.then(
        (lease) => lease?.release(),
        () => undefined,
      );
    signal?.throwIfAborted();
    throw new VectorIndexUnavailable(redacted(error instanceof Error ? error.message : String(error)));
  }
}

/** An embedder over the network knows its model when it has answered once. */
async function knowDimension(embedder: Embedder, signal: AbortSignal | undefined): Promise<void> {
  if (embedder.dimension === 0) await embedder.embed(['dimension'], signal);
}
