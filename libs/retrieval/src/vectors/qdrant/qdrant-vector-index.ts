import { setMaxListeners } from 'node:events';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { unlessAborted, type HealthState } from '@querent/platform';
import { tracedSearch } from '../../traced-steps';
import type { Embedder } from '../../embedder/embedder';
import { requireVector } from '../require-vector';
import {
  VectorIndexUnavailable,
  type VectorHit,
  type VectorIndex,
  type VectorPoint,
  type VectorPurpose,
  type VectorScope,
  type VectorSearch,
} from '../vector-index';
import type { VectorMetrics, VectorOp, VectorResult } from '../vector-metrics';
import { qdrantClient } from './qdrant-address';
import { DEFAULT_TIMING, QdrantCalls, type QdrantTiming } from './qdrant-calls';
import { completed, QdrantCollection } from './qdrant-collection';
import { QdrantFailure } from './qdrant-failure';
import { batches, pointId, removalFilter, scopeFilter, searchFilter, storedPayload } from './qdrant-points';
import { onHealthPage, QdrantAvailability } from './qdrant-availability';
import { scopesOf } from './qdrant-scopes';

export interface QdrantVectorIndexOptions {
  /** `http(s)://host[:port][/path]`; default port 6333. */
  url: string;
  apiKey?: string;
  purpose: VectorPurpose;
  /**
   * Its model and dimension are read at each call: a remote embedder learns them by its first reply, for which `embed`
   * is called.
   */
  embedder: Pick<Embedder, 'model' | 'dimension'> & Partial<Pick<Embedder, 'embed'>>;
  /** Prefix of collection names: deployments that share a Qdrant use different ones. */
  prefix: string;
  metrics?: VectorMetrics;
  health?: Pick<HealthState, 'addOptional'>;
  warn: (fields: object, message: string) => void;
  timing?: Partial<QdrantTiming>;
}

/** Points per page of a scroll, and per removal. */
const PAGE = 1_000;
/** Time limit of the health check's request, in milliseconds; the page itself gives up after 1,500. */
const CHECK_MS = 1_000;
/**
 * Margin below the minimum score: Qdrant excludes scores equal to its threshold (`score > threshold`), which is a
 * float32.
 */
const THRESHOLD_SLACK = 1e-5;

/**
 * The port over a Qdrant server. Nothing is sent before the first call, so that an unavailable server does not delay a
 * start.
 */
export function qdrantVectorIndex(options: QdrantVectorIndexOptions): VectorIndex {
  return new QdrantVectorIndex(options);
}

class QdrantVectorIndex implements VectorIndex {
  private readonly client: Promise<QdrantClient>;
  private readonly calls: QdrantCalls;
  private readonly availability: QdrantAvailability;
  private readonly leaveHealthPage: (() => void) | undefined;
  private prepared: { identity: string; collection: Promise<QdrantCollection> } | undefined;

  constructor(private readonly options: QdrantVectorIndexOptions) {
    const { url, apiKey, purpose, metrics, health, warn, timing } = options;
    this.availability = new QdrantAvailability(warn);
    this.client = qdrantClient(url, apiKey);
    metrics?.breakerOpen.set({ store: 'qdrant', purpose }, 0);
    this.calls = new QdrantCalls({ ...DEFAULT_TIMING, ...timing }, (open) =>
      metrics?.breakerOpen.set({ store: 'qdrant', purpose }, open ? 1 : 0),
    );
    if (health !== undefined)
      this.leaveHealthPage = onHealthPage(health, () => this.availability.check(() => this.ping()));
  }

  async upsert(scope: VectorScope, points: readonly VectorPoint[], signal?: AbortSignal): Promise<void> {
    for (const { vector } of points) requireVector(vector, this.options.embedder.dimension);
    await this.measured('upsert', signal, async (collection_name) => {
      for (const batch of batches(scope, points)) {
        await this.calls.call(
          'write',
          completed,
          async (settings) =>
            (await this.client).api().upsertPoints({ collection_name, wait: true, points: batch }, settings),
          signal,
        );
      }
    });
  }

  async search(
    scope: VectorScope,
    vector: Float32Array,
    search: VectorSearch,
    signal?: AbortSignal,
  ): Promise<VectorHit[]> {
    requireVector(vector, this.options.embedder.dimension);
    const { limit, minScore, ids } = search;
    if (limit <= 0 || ids?.length === 0) return signal?.throwIfAborted() ?? [];
    const body = {
      query: Array.from(vector),
      filter: searchFilter(scope, search),
      limit,
      ...(minScore === undefined ? {} : { score_threshold: minScore - THRESHOLD_SLACK }),
      // Few points with known ids: Qdrant need not use the graph. Otherwise it scans small scopes exactly by itself
      // (full_scan_threshold).
      params: { exact: ids !== undefined },
      with_payload: { include: ['id', 'payload'] },
    };
    return tracedSearch('qdrant', async () => {
      const { points } = await this.measured('search', signal, (collection_name) =>
        this.calls.call(
          'read',
          found,
          async (settings) => (await this.client).api().queryPoints({ collection_name, ...body }, settings),
          signal,
        ),
      );
      return points
        .filter(({ score }) => minScore === undefined || score >= minScore)
        .map(({ score, payload }) => ({ id: payload.id, score, payload: payload.payload }));
    });
  }

  async known(scope: VectorScope, signal?: AbortSignal): Promise<Map<string, string>> {
    return this.measured('known', signal, async (collection_name) => {
      const known = new Map<string, string>();
      const body = {
        filter: scopeFilter(scope),
        limit: PAGE,
        with_payload: { include: ['id', 'digest'] },
        with_vector: false,
      };
      for (let offset: string | number | null | undefined = undefined; offset !== null;) {
        const from: { offset?: string | number } = offset === undefined ? {} : { offset };
        const page: z.infer<typeof scrolled> = await this.calls.call(
          'read',
          scrolled,
          async (settings) => (await this.client).api().scrollPoints({ collection_name, ...body, ...from }, settings),
          signal,
        );
        for (const { payload } of page.points) known.set(payload.id, payload.digest);
        // A server whose pages repeat is broken.
        if (page.next_page_offset !== null && page.next_page_offset === offset) throw new QdrantFailure('malformed');
        offset = page.next_page_offset;
      }
      return known;
    });
  }

  async remove(scope: VectorScope, ids: readonly string[], signal?: AbortSignal): Promise<void> {
    if (ids.length === 0) return signal?.throwIfAborted();
    const points = [...new Set(ids)].map((id) => pointId(scope, id));
    await this.measured('remove', signal, async (collection_name) => {
      for (let at = 0; at < points.length; at += PAGE) {
        const body = { collection_name, wait: true, points: points.slice(at, at + PAGE) };
        await this.calls.call(
          'write',
          completed,
          async (settings) => (await this.client).api().deletePoints(body, settings),
          signal,
        );
      }
    });
  }

  async removeAll(
    scope: VectorScope,
    { exceptVersion }: { exceptVersion?: string } = {},
    signal?: AbortSignal,
  ): Promise<void> {
    const filter = removalFilter(scope, exceptVersion);
    await this.measured('removeAll', signal, (collection_name) =>
      this.calls.call(
        'write',
        completed,
        async (settings) => (await this.client).api().deletePoints({ collection_name, wait: true, filter }, settings),
        signal,
      ),
    );
  }

  async scopes(signal?: AbortSignal): Promise<VectorScope[]> {
    return this.measured('scopes', signal, (name) =>
      scopesOf({ client: this.client, calls: this.calls, name }, signal),
    );
  }

  async close(): Promise<void> {
    this.leaveHealthPage?.();
    this.calls.close();
  }

  /** Requires the key, unlike Qdrant's own `/readyz`. */
  private ping(): Promise<unknown> {
    return this.calls.attempt(CHECK_MS, z.object({ exists: z.boolean() }), async (settings) =>
      (await this.client).api().collectionExists({ collection_name: 'querent' }, settings),
    );
  }

  /** Runs a call on the collection, counts it, and converts failures into those of the port. */
  private async measured<T>(
    op: VectorOp,
    signal: AbortSignal | undefined,
    work: (collection: string) => Promise<T>,
  ): Promise<T> {
    const { metrics } = this.options;
    const stop = metrics?.seconds.startTimer({ store: 'qdrant', op });
    const count = (result: VectorResult): void => void metrics?.requests.inc({ store: 'qdrant', op, result });
    try {
      signal?.throwIfAborted();
      // A run's signal may serve many concurrent calls; that is not a leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      const value = await this.onCollection(signal, work);
      count('ok');
      this.availability.answered();
      return value;
    } catch (error) {
      if (signal?.aborted === true) count('aborted');
      else if (error instanceof QdrantFailure) count(error.trouble === 'left_alone' ? 'left_alone' : 'away');
      else count(error instanceof VectorIndexUnavailable ? 'away' : 'failed');
      if (!(error instanceof QdrantFailure)) throw error;
      this.availability.failed(error);
      throw new VectorIndexUnavailable(error.message);
    } finally {
      stop?.();
    }
  }

  private async onCollection<T>(signal: AbortSignal | undefined, work: (collection: string) => Promise<T>): Promise<T> {
    const { name } = await unlessAborted(this.collection(), signal);
    try {
      return await work(name);
    } catch (error) {
      if (!(error instanceof QdrantFailure && error.trouble === 'not_found')) throw error;
      // The collection was dropped, or the server lost its disk.
      this.prepared = undefined;
      return work((await unlessAborted(this.collection(), signal)).name);
    }
  }

  /** Prepared once for all calls, so that no caller's signal ends it; a later call retries a failure. */
  private async collection(): Promise<QdrantCollection> {
    const { prefix, purpose, embedder } = this.options;
    if (embedder.dimension === 0) await embedder.embed?.(['dimension']).catch(() => undefined);
    const { model, dimension } = embedder;
    if (dimension === 0) throw new VectorIndexUnavailable('the dimension of the embedder is not known yet');
    const identity = JSON.stringify([model, dimension]);
    if (this.prepared?.identity === identity) return this.prepared.collection;
    const collection = new QdrantCollection(this.client, this.calls, { prefix, purpose, model, dimension });
    const prepared = { identity, collection: collection.prepare().then(() => collection) };
    this.prepared = prepared;
    return prepared.collection.catch((error: unknown) => {
      if (this.prepared === prepared) this.prepared = undefined;
      throw error;
    });
  }
}

/** Ids and payloads of search hits. */
const found = z.object({ points: z.array(z.object({ score: z.number(), payload: storedPayload })) });

const scrolled = z.object({
  points: z.array(z.object({ payload: z.object({ id: z.string(), digest: z.string().default('') }) })),
  next_page_offset: z.union([z.string(), z.number(), z.null()]).default(null),
});
