import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { redacted, RedisKeys, unlessAborted, type RedisClient } from '@querent/platform';
import type { Embedder } from '../../embedder/embedder';
import {
  VectorIndexUnavailable,
  type VectorIndex,
  type VectorPurpose,
  type VectorScope,
  type VectorPoint,
} from '../vector-index';
import { takeLease, type Lease } from './lease';

export interface SynchroniseOptions {
  /** Purpose of the index. */
  purpose: VectorPurpose;
  /** Coordinates the workers; a connection for commands. */
  redis: RedisClient;
  /** Prefix of all keys. */
  prefix: string;
  /** Progress: points computed, of those that were missing. Called by the worker that computes them. */
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
  /** Time after a worker's death before another continues. */
  leaseMs?: number;
}

export interface Synchronised {
  /** Points embedded by this process. */
  embedded: number;
  removed: number;
}

/** A dead worker is replaced after this time. */
const LEASE_MS = 10_000;
/** Texts per request; a question waits behind them. */
const EMBEDDED_AT_ONCE = 16;
/** Points lost at most by a crash. */
const PUT_AT_ONCE = 128;
const ASK_AGAIN_MS = 200;
/** Workers with different wanted points undo each other's work, so the rounds are limited. */
const MOST_ROUNDS = 3;

/**
 * Synchronises a scope with the wanted points: embeds new and changed ones, removes others. Points stored before a
 * crash are not embedded again. One of several workers does the work; the others resolve when the index is complete,
 * and continue the work if it dies. Points removed meanwhile by another process are computed again.
 *
 * @throws VectorIndexUnavailable if the index or Redis is unavailable, the signal's reason, and errors of the embedder
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
      // Another worker may have taken over: check what is left.
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

/** Runs under the lease. Counts in `done`. */
async function work(
  index: VectorIndex,
  scope: VectorScope,
  wanted: readonly WantedPoint[],
  embedder: Embedder,
  { onProgress, signal }: SynchroniseOptions,
  done: Synchronised,
): Promise<void> {
  // Read again, because the previous holder may have completed the work.
  const { missing, surplus } = await difference(index, scope, wanted, embedder, signal);
  await index.remove(scope, surplus, signal);
  done.removed += surplus.length;
  // Includes earlier rounds, whose points were missing too.
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

/** The lease, or null after another worker has released or lost it. */
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
    // The caller has left, so the lease is released here.
    if (signal?.aborted)
      void taking.then(
        (lease) => lease?.release(),
        () => undefined,
      );
    signal?.throwIfAborted();
    throw new VectorIndexUnavailable(redacted(error instanceof Error ? error.message : String(error)));
  }
}

/** A remote embedder knows its dimension after its first reply. */
async function knowDimension(embedder: Embedder, signal: AbortSignal | undefined): Promise<void> {
  if (embedder.dimension === 0) await embedder.embed(['dimension'], signal);
}

/** A wanted point of a scope: the text instead of its vector. */
export interface WantedPoint extends Omit<VectorPoint, 'vector' | 'digest'> {
  text: string;
}

/**
 * Digest of a point's indexed content: if any of it changes, the point is computed again. Omit `version` if points
 * outlive versions.
 */
function digestOf({ text, version, tags, payload }: WantedPoint, model: string): string {
  return hash('sha256', JSON.stringify([model, text, version ?? null, sorted(tags), sorted(payload)]), 'base64url');
}

const sorted = (fields: object | undefined): [string, unknown][] =>
  Object.entries(fields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
