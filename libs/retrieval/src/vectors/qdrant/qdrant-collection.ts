import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import type { QdrantCalls } from './qdrant-calls';
import { QdrantFailure } from './qdrant-failure';

/** Version of our collection format, raised with every change. Read `update` and `recreate` first. */
export const SCHEMA = 1;
/** Older formats cannot be read: their collections are recreated. */
const OLDEST_READABLE = 1;

/** Fields that searches filter by. `is_tenant` keeps a tenant's vectors together on disk. */
const INDEXES: Readonly<Record<string, Schemas['KeywordIndexParams']>> = {
  tenant: { type: 'keyword', is_tenant: true },
  connection: { type: 'keyword' },
  version: { type: 'keyword' },
  tags: { type: 'keyword' },
};

/**
 * One graph per tenant instead of a global one: cheaper to build, and a search never walks through other tenants'
 * points (Qdrant's documentation, “Configure Multitenancy”).
 */
const HNSW = { m: 0, payload_m: 16 } as const;

export interface CollectionIdentity {
  prefix: string;
  /** One of `vectorPurposes`, or of another version. */
  purpose: string;
  model: string;
  /** Numbers of a vector. */
  dimension: number;
}

/** The fields of CollectionInfo that are read. */
const infoSchema = z.object({
  config: z.object({
    params: z.object({ vectors: z.unknown() }),
    hnsw_config: z.object({ m: z.number(), payload_m: z.number().nullish() }),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
  payload_schema: z.record(
    z.string(),
    z.object({ data_type: z.string(), params: z.record(z.string(), z.unknown()).nullish() }),
  ),
});
type Info = z.infer<typeof infoSchema>;

/** Our metadata, under `querent` in the collection's metadata (since Qdrant 1.16). */
const markSchema = z.object({
  schema: z.number().int(),
  purpose: z.string(),
  model: z.string(),
  dimension: z.number().int(),
});
type Mark = z.infer<typeof markSchema>;

/** Names must not contain `<>:"/\|?*` and have at most 255 characters; ours contain letters, digits, `-` and `_`. */
export function collectionName({ prefix, purpose, model, dimension }: CollectionIdentity): string {
  const digest = hash('sha256', JSON.stringify([prefix, purpose, model, dimension]), 'hex').slice(0, 16);
  return `${nameBeginning(prefix)}${purpose}-${digest}`;
}

/** The common prefix of our names; others' names may share it, only the digest at the end distinguishes them. */
export const nameBeginning = (prefix: string): string => `${prefix.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64)}-`;

/** The collection of a purpose and an embedder: creates it, or brings it up to date. */
export class QdrantCollection {
  readonly name: string;
  readonly purpose: string;
  private readonly mark: Mark;

  constructor(
    private readonly client: Promise<QdrantClient>,
    private readonly calls: QdrantCalls,
    { prefix, purpose, model, dimension }: CollectionIdentity,
  ) {
    this.name = collectionName({ prefix, purpose, model, dimension });
    this.purpose = purpose;
    this.mark = { schema: SCHEMA, purpose, model, dimension };
  }

  /**
   * The collection with a name, for the purpose and embedder in its metadata. Null if it does not exist or is not ours.
   */
  static async named(
    name: string,
    client: Promise<QdrantClient>,
    calls: QdrantCalls,
    prefix: string,
  ): Promise<QdrantCollection | null> {
    const info = await infoOf(name, client, calls);
    const mark = markSchema.safeParse(info?.config.metadata?.['querent']).data;
    return mark === undefined || collectionName({ prefix, ...mark }) !== name
      ? null
      : new QdrantCollection(client, calls, { prefix, ...mark });
  }

  /**
   * Every step is idempotent and may run in several workers concurrently.
   * @throws QdrantFailure, `unusable` if the collection contains other data than our vectors of this embedder
   */
  async prepare(): Promise<void> {
    const info = (await this.info()) ?? (await this.create());
    const mark = markSchema.safeParse(info.config.metadata?.['querent']).data;
    if (mark === undefined)
      throw this.unusable(
        'it does not carry our mark. It belongs to another application, or Qdrant is older than 1.16 and stores no metadata',
      );
    if (mark.schema > SCHEMA) throw this.unusable('a newer version of this program uses it');
    if (mark.schema < OLDEST_READABLE) return this.update(await this.recreate());
    if (!this.holdsOurs(info, mark))
      throw this.unusable('it holds vectors of another embedder. Remove it, and it is created again');
    await this.update(info);
  }

  private info(): Promise<Info | null> {
    return infoOf(this.name, this.client, this.calls);
  }

  private async create(): Promise<Info> {
    const body = {
      vectors: { size: this.mark.dimension, distance: 'Cosine' },
      hnsw_config: HNSW,
      metadata: { querent: this.mark },
    } satisfies Schemas['CreateCollection'];
    try {
      await this.calls.call('write', z.literal(true), async (settings) =>
        (await this.client).api().createCollection({ collection_name: this.name, ...body }, settings),
      );
    } catch (error) {
      // Another worker was faster. (Or our own retry, after its first reply was lost.)
      if (!(error instanceof QdrantFailure && error.trouble === 'conflict')) throw error;
    }
    const info = await this.info();
    if (info === null) throw new QdrantFailure('not_found');
    return info;
  }

  /**
   * Drops and recreates the collection if it cannot be updated: all vectors can be computed again, and `known` shows
   * which are missing. No copy behind an alias: it would keep points that no reader understands. Of two concurrent
   * workers, one may drop points that the other has just added; they are computed again, too.
   */
  private async recreate(): Promise<Info> {
    await this.calls.call('write', z.boolean(), async (settings) =>
      (await this.client).api().deleteCollection({ collection_name: this.name }, settings),
    );
    return this.create();
  }

  /**
   * Updates changeable settings by comparing the actual state, not the version number, because a worker may have
   * stopped midway.
   */
  private async update({ config, payload_schema: indexes }: Info): Promise<void> {
    for (const [field, wanted] of Object.entries(INDEXES)) {
      const found = indexes[field];
      if (found === undefined || !isIndexedAs(found, wanted))
        await this.createIndex(field, wanted, found !== undefined);
    }
    const isHnswRight = config.hnsw_config.m === HNSW.m && config.hnsw_config.payload_m === HNSW.payload_m;
    if (isHnswRight && isDeepStrictEqual(config.metadata?.['querent'], this.mark)) return;
    const body = { hnsw_config: HNSW, metadata: { querent: this.mark } } satisfies Schemas['UpdateCollection'];
    await this.calls.call('write', z.literal(true), async (settings) =>
      (await this.client).api().updateCollection({ collection_name: this.name, ...body }, settings),
    );
  }

  private async createIndex(field: string, wanted: Schemas['KeywordIndexParams'], instead: boolean): Promise<void> {
    const at = { collection_name: this.name, wait: true };
    if (instead)
      await this.calls.call('write', completed, async (settings) =>
        (await this.client).api().deleteFieldIndex({ ...at, field_name: field }, settings),
      );
    await this.calls.call('write', completed, async (settings) =>
      (await this.client).api().createFieldIndex({ ...at, field_name: field, field_schema: wanted }, settings),
    );
  }

  private holdsOurs({ config }: Info, mark: Mark): boolean {
    const vectors = z
      .object({ size: z.literal(this.mark.dimension), distance: z.literal('Cosine') })
      .safeParse(config.params.vectors);
    return vectors.success && isDeepStrictEqual({ ...mark, schema: SCHEMA }, this.mark);
  }

  private unusable(why: string): QdrantFailure {
    return new QdrantFailure('unusable', `“${this.name}”: ${why}`);
  }
}

async function infoOf(name: string, client: Promise<QdrantClient>, calls: QdrantCalls): Promise<Info | null> {
  try {
    return await calls.call('read', infoSchema, async (settings) =>
      (await client).api().getCollection({ collection_name: name }, settings),
    );
  } catch (error) {
    if (error instanceof QdrantFailure && error.trouble === 'not_found') return null;
    throw error;
  }
}

/** A visible change: any other status means that `wait` timed out. */
export const completed = z.object({ status: z.literal('completed') });

/** Qdrant returns parameters only if there are any besides the type. */
function isIndexedAs(
  { data_type: type, params }: Info['payload_schema'][string],
  wanted: Schemas['KeywordIndexParams'],
): boolean {
  return type === wanted.type && (params?.['is_tenant'] ?? false) === (wanted.is_tenant ?? false);
}
