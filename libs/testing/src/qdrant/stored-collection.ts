import type { Schemas } from '@qdrant/js-client-rest';
import type { z } from 'zod';
import { filteredFields, matches, type StoredPoint } from './filter-matching';
import { Refusal } from './refusal';
import type {
  createCollection,
  createFieldIndex,
  deletePoints,
  facetPoints,
  Filter,
  queryPoints,
  scrollPoints,
  updateCollection,
  upsertPoints,
  WithPayload,
} from './request-schemas';

type Body<T extends z.ZodType> = z.infer<T>;

/**
 * Qdrant's defaults of a collection (config/config.yaml, “storage.hnsw_index” and “storage.optimizers”).
 */
const HNSW: Schemas['HnswConfig'] = {
  m: 16,
  ef_construct: 100,
  full_scan_threshold: 10_000,
  max_indexing_threads: 0,
  on_disk: false,
};
const OPTIMIZERS: Schemas['OptimizersConfig'] = {
  deleted_threshold: 0.2,
  vacuum_min_vector_number: 1_000,
  default_segment_number: 0,
  max_segment_size: null,
  memmap_threshold: null,
  indexing_threshold: 10_000,
  flush_interval_sec: 5,
  max_optimization_threads: null,
};

/** One collection in memory, searched exactly. */
export class StoredCollection {
  private readonly points = new Map<string | number, StoredPoint>();
  private readonly indexes = new Map<string, Schemas['PayloadFieldSchema']>();
  private hnsw: Schemas['HnswConfig'];
  private metadata: Schemas['Payload'] | undefined;
  private operation = 0;
  /** Changes requested without `wait`. They become visible with the next change that is waited for. */
  private pending: (() => void)[] = [];

  /**
   * @param strict whether filters may use only indexed fields (strict mode with `unindexed_filtering_retrieve` and
   * `unindexed_filtering_update` false)
   */
  constructor(
    private readonly settings: Body<typeof createCollection>,
    private readonly strict: boolean,
  ) {
    this.hnsw = { ...HNSW, ...withoutNulls(settings.hnsw_config) };
    this.metadata = settings.metadata ?? undefined;
  }

  info(): Schemas['CollectionInfo'] {
    const { vectors, shard_number, replication_factor, write_consistency_factor, on_disk_payload } = this.settings;
    return {
      status: 'green',
      optimizer_status: 'ok',
      indexed_vectors_count: 0,
      points_count: this.points.size,
      segments_count: 8,
      config: {
        params: {
          vectors,
          shard_number: shard_number ?? 1,
          replication_factor: replication_factor ?? 1,
          write_consistency_factor: write_consistency_factor ?? 1,
          on_disk_payload: on_disk_payload ?? true,
        },
        hnsw_config: this.hnsw,
        optimizer_config: OPTIMIZERS,
        wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0, wal_retain_closed: 1 },
        quantization_config: null,
        ...(this.metadata === undefined ? {} : { metadata: this.metadata }),
      },
      payload_schema: Object.fromEntries(
        [...this.indexes].map(([field, schema]) => [
          field,
          indexInfo(schema, [...this.points.values()].filter(({ payload }) => Object.hasOwn(payload, field)).length),
        ]),
      ),
      update_queue: { length: this.pending.length },
    } satisfies Schemas['CollectionInfo'];
  }

  /** Merges metadata by key. */
  update({ hnsw_config, metadata }: Body<typeof updateCollection>): void {
    this.hnsw = { ...this.hnsw, ...withoutNulls(hnsw_config) };
    if (metadata !== null && metadata !== undefined)
      this.metadata = Object.keys(metadata).length === 0 ? undefined : { ...this.metadata, ...metadata };
  }

  createIndex(
    { field_name: field, field_schema: schema }: Body<typeof createFieldIndex>,
    wait: boolean,
  ): Schemas['UpdateResult'] {
    return this.change(wait, () => this.indexes.set(field, schema));
  }

  deleteIndex(field: string, wait: boolean): Schemas['UpdateResult'] {
    return this.change(wait, () => this.indexes.delete(field));
  }

  upsert({ points }: Body<typeof upsertPoints>, wait: boolean): Schemas['UpdateResult'] {
    for (const { vector } of points) this.requireSize(vector);
    return this.change(wait, () => {
      for (const { id, vector, payload } of points) {
        this.points.set(id, { id, vector: this.normalised(vector), payload: payload ?? {} });
      }
    });
  }

  delete(selector: Body<typeof deletePoints>, wait: boolean): Schemas['UpdateResult'] {
    if ('filter' in selector) this.requireIndexes(selector.filter);
    return this.change(wait, () => {
      const ids = 'points' in selector ? selector.points : this.matching(selector.filter).map(({ id }) => id);
      for (const id of ids) this.points.delete(id);
    });
  }

  query({
    query,
    filter,
    limit,
    offset,
    score_threshold: threshold,
    with_payload,
    with_vector,
  }: Body<typeof queryPoints>): Schemas['QueryResponse'] {
    const asked = Array.isArray(query) ? query : query.nearest;
    this.requireSize(asked);
    this.requireIndexes(filter);
    const vector = this.normalised(asked);
    const scored = this.matching(filter).map((point) => ({ point, score: Math.fround(product(vector, point.vector)) }));
    const from = offset ?? 0;
    return {
      points: scored
        // Strictly larger, as in the server's Distance::check_threshold.
        .filter(({ score }) => threshold === null || threshold === undefined || score > Math.fround(threshold))
        .sort((a, b) => b.score - a.score)
        .slice(from, from + (limit ?? 10))
        .map(({ point, score }) => ({
          id: point.id,
          version: this.operation,
          score,
          ...selectedParts(point, with_payload ?? false, with_vector ?? false),
        })),
    } satisfies Schemas['QueryResponse'];
  }

  /** Pages through the points in the order of ids: numbers first, then UUIDs. */
  scroll({ filter, limit, offset, with_payload, with_vector }: Body<typeof scrollPoints>): Schemas['ScrollResult'] {
    this.requireIndexes(filter);
    const from = offset ?? undefined;
    const size = limit ?? 10;
    const rest = this.matching(filter)
      .filter(({ id }) => from === undefined || order(id, from) >= 0)
      .sort((a, b) => order(a.id, b.id));
    // The published type wrongly excludes null, which the server sends after the last page.
    const next = (rest[size]?.id ?? null) as Schemas['ScrollResult']['next_page_offset'];
    return {
      points: rest
        .slice(0, size)
        .map((point) => ({ id: point.id, ...selectedParts(point, with_payload ?? true, with_vector ?? false) })),
      next_page_offset: next,
    } satisfies Schemas['ScrollResult'];
  }

  /**
   * Counts the points of each value of a field, most frequent first. The server needs the field's index for that, with
   * or without strict mode.
   */
  facet({ key, filter, limit }: Body<typeof facetPoints>): Schemas['FacetResponse'] {
    if (!this.indexes.has(key))
      throw new Refusal(
        400,
        `Bad request: Index required but not found for "${key}". Help: Create an index for this key to use it in a facet.`,
      );
    this.requireIndexes(filter);
    const counts = new Map<string, number>();
    for (const { payload } of this.matching(filter)) {
      for (const value of [payload[key]].flat())
        if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const hits = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { hits: hits.slice(0, limit ?? 10) } satisfies Schemas['FacetResponse'];
  }

  /** Applies all pending changes. */
  settle(): void {
    for (const apply of this.pending.splice(0)) apply();
  }

  private change(wait: boolean, apply: () => void): Schemas['UpdateResult'] {
    this.pending.push(apply);
    if (wait) this.settle();
    this.operation += 1;
    return {
      operation_id: this.operation,
      status: wait ? 'completed' : 'acknowledged',
    } satisfies Schemas['UpdateResult'];
  }

  private matching(filter: Filter | null | undefined): StoredPoint[] {
    return [...this.points.values()].filter((point) => matches(filter, point));
  }

  /** Normalises a vector that is compared by cosine, except the zero vector. */
  private normalised(vector: readonly number[]): Float32Array {
    const length = this.settings.vectors.distance === 'Cosine' ? Math.hypot(...vector) : 1;
    return Float32Array.from(vector, (x) => (length > Number.EPSILON ? x / length : x));
  }

  private requireSize(vector: readonly number[]): void {
    const { size } = this.settings.vectors;
    if (vector.length !== size)
      throw new Refusal(400, `Wrong input: Vector dimension error: expected dim: ${size}, got ${vector.length}`);
  }

  private requireIndexes(filter: Filter | null | undefined): void {
    if (!this.strict) return;
    for (const field of filteredFields(filter)) {
      if (!this.indexes.has(field))
        throw new Refusal(
          400,
          `Bad request: Index required but not found for "${field}" of one of the following types: [keyword]. Help: Create an index for this key or use a different filter.`,
        );
    }
  }
}

function indexInfo(schema: Schemas['PayloadFieldSchema'], points: number): Schemas['PayloadIndexInfo'] {
  return typeof schema === 'string'
    ? { data_type: schema, points }
    : { data_type: schema.type, params: schema, points };
}

function selectedParts(
  { payload, vector }: StoredPoint,
  withPayload: WithPayload,
  withVector: boolean,
): { payload?: Record<string, unknown>; vector?: number[] } {
  const names = Array.isArray(withPayload)
    ? withPayload
    : typeof withPayload === 'object' && 'include' in withPayload
      ? withPayload.include
      : null;
  const excluded = typeof withPayload === 'object' && 'exclude' in withPayload ? withPayload.exclude : [];
  const kept = Object.entries(payload).filter(
    ([name]) => (names === null || names.includes(name)) && !excluded.includes(name),
  );
  return {
    ...(withPayload === false ? {} : { payload: Object.fromEntries(kept) }),
    ...(withVector ? { vector: Array.from(vector) } : {}),
  };
}

/** Removes the members that are null, which mean "unchanged". */
const withoutNulls = (diff: Schemas['HnswConfigDiff'] | null | undefined): Partial<Schemas['HnswConfig']> =>
  Object.fromEntries(Object.entries(diff ?? {}).filter(([, value]) => value !== null));

function order(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
