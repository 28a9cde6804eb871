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
import { onHealthPage, QdrantPresence } from './qdrant-presence';
import { scopesOf } from './qdrant-scopes';

export interface QdrantVectorIndexOptions {
  /** `http(s)://host[:port][/path]`; without a port Qdrant's own, 6333. */
  url: string;
  apiKey?: string;
  purpose: VectorPurpose;
  /**
   * Its model and dimension are read at each call: an embedder over the network learns them by its first answer, for
   * which `embed` is asked.
   */
  embedder: Pick<Embedder, 'model' | 'dimension'> & Partial<Pick<Embedder, 'embed'>>;
  /** Of the names of collections: installations that share a Qdrant have different ones. */
  prefix: string;
  metrics?: VectorMetrics;
  health?: Pick<HealthState, 'addOptional'>;
  warn: (fields: object, message: string) => void;
  timing?: Partial<QdrantTiming>;
}

/** Points of one page of a scroll, and of one removal. */
const PAGE = 1_000;
/** Milliseconds that the health page waits for Qdrant; it gives up on a check after 1,500 itself. */
const CHECK_MS = 1_000;
/**
 * Below the least score asked for: Qdrant leaves out what scores no more than its threshold (`score > threshold`),
 * which it holds as a float32.
 */
const THRESHOLD_SLACK = 1e-5;

/**
 * The port over a Qdrant server. Nothing is sent before the first call, so that a server that is away holds up no
 * start.
 */
export function qdrantVectorIndex(options: QdrantVectorIndexOptions): VectorIndex {
  return new QdrantVectorIndex(options);
}

class QdrantVectorIndex implements VectorIndex {
  private readonly client: Promise<QdrantClient>;
  private readonly calls: QdrantCalls;
  private readonly presence: QdrantPresence;
  private readonly leaveHealthPage: (() => void) | undefined;
  private prepared: { identity: string; collection: Promise<QdrantCollection> } | undefined;

  constructor(private readonly options: QdrantVectorIndexOptions) {
    const { url, apiKey, purpose, metrics, health, warn, timing } = options;
    this.presence = new QdrantPresence(warn);
    this.client = qdrantClient(url, apiKey);
    metrics?.breakerOpen.set({ store: 'qdrant', purpose }, 0);
    this.calls = new QdrantCalls({ ...DEFAULT_TIMING, ...timing }, (open) =>
      metrics?.breakerOpen.set({ store: 'qdrant', purpose }, open ? 1 : 0),
    );
    if (health !== undefined) this.leaveHealthPage = onHealthPage(health, () => this.presence.check(() => this.ask()));
  }

  async upsert(scope: VectorScope, points: readonly VectorPoint[], signal?: AbortSignal): Promise<void> {
    for (const { vector } of points) requireVector(vector, this.options.embedder.dimension);
    await this.told('upsert', signal, async (collection_name) => {
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
      // Few points, each named: Qdrant need not walk the graph to find them. Else it scans small scopes exactly by
      // itself (full_scan_threshold).
      params: { exact: ids !== undefined },
      with_payload: { include: ['id', 'payload'] },
    };
    return tracedSearch('qdrant', async () => {
      const { points } = await this.told('search', signal, (collection_name) =>
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
    return this.told('known', signal, async (collection_name) => {
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
        // A server that pages in a circle is none.
        if (page.next_page_offset !== null && page.next_page_offset === offset) throw new QdrantFailure('malformed');
        offset = page.next_page_offset;
      }
      return known;
    });
  }

  async remove(scope: VectorScope, ids: readonly string[], signal?: AbortSignal): Promise<void> {
    if (ids.length === 0) return signal?.throwIfAborted();
    const points = [...new Set(ids)].map((id) => pointId(scope, id));
    await this.told('remove', signal, async (collection_name) => {
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
    await this.told('removeAll', signal, (collection_name) =>
      this.calls.call(
        'write',
        completed,
        async (settings) => (await this.client).api().deletePoints({ collection_name, wait: true, filter }, settings),
        signal,
      ),
    );
  }

  async scopes(signal?: AbortSignal): Promise<VectorScope[]> {
    return this.told('scopes', signal, (name) => scopesOf({ client: this.client, calls: this.calls, name }, signal));
  }

  async close(): Promise<void> {
    this.leaveHealthPage?.();
    this.calls.close();
  }

  /** Needs the key, other than Qdrant's own `/readyz`. */
  private ask(): Promise<unknown> {
    return this.calls.attempt(CHECK_MS, z.object({ exists: z.boolean() }), async (settings) =>
      (await this.client).api().collectionExists({ collection_name: 'querent' }, settings),
    );
  }

  /** Does a call's work on the collection, counts it, and puts what goes wrong into the words of the port. */
  private async told<T>(
    op: VectorOp,
    signal: AbortSignal | undefined,
    work: (collection: string) => Promise<T>,
  ): Promise<T> {
    const { metrics } = this.options;
    const stop = metrics?.seconds.startTimer({ store: 'qdrant', op });
    const count = (result: VectorResult): void => void metrics?.requests.inc({ store: 'qdrant', op, result });
    try {
      signal?.throwIfAborted();
      // A run's signal may serve many calls at once, which is no leak.
      if (signal !== undefined) setMaxListeners(0, signal);
      const value = await this.onCollection(signal, work);
      count('ok');
      this.presence.answered();
      return value;
    } catch (error) {
      if (signal?.aborted === true) count('aborted');
      else if (error instanceof QdrantFailure) count(error.trouble === 'left_alone' ? 'left_alone' : 'away');
      else count(error instanceof VectorIndexUnavailable ? 'away' : 'failed');
      if (!(error instanceof QdrantFailure)) throw error;
      this.presence.failed(error);
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
      // Somebody dropped it, or the server lost its disk.
      this.prepared = undefined;
      return work((await unlessAborted(this.collection(), signal)).name);
    }
  }

  /** Prepared once for all calls, so that no one's signal ends it; again by the next call where that failed. */
  private async collection(): Promise<QdrantCollection> {
    const { prefix, purpose, embedder } = this.options;
    if (embedder.dimension === 0) await embedder.embed?.(['dimension']).catch(() => undefined);
    const { model, dimension } = embedder;
    if (dimension === 0) throw new VectorIndexUnavailable('the embedder has not told its model yet');
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

/** Ids and payloads of what a search finds. */
const found = z.object({ points: z.array(z.object({ score: z.number(), payload: storedPayload })) });

const scrolled = z.object({
  points: z.array(z.object({ payload: z.object({ id: z.string(), digest: z.string().default('') }) })),
  next_page_offset: z.union([z.string(), z.number(), z.null()]).default(null),
});
