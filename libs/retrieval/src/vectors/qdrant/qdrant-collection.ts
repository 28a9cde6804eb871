import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import type { QdrantCalls } from './qdrant-calls';
import { QdrantFailure } from './qdrant-failure';

/**
 * Of what we keep in a collection and how; raised with every change of it. Read what `altered` and `rebuilt` do before.
 */
export const SCHEMA = 1;
/** Points of older schemas cannot be read any more: their collections are made anew. */
const OLDEST_READABLE = 1;

/** What searches filter by. `is_tenant` keeps a tenant's vectors together on the disk. */
const INDEXES: Readonly<Record<string, Schemas['KeywordIndexParams']>> = {
  tenant: { type: 'keyword', is_tenant: true },
  connection: { type: 'keyword' },
  version: { type: 'keyword' },
  tags: { type: 'keyword' },
};

/**
 * No graph over everybody's vectors, one for each tenant's: cheaper to build, and a search never walks through others'
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

/** The part of CollectionInfo that is read. */
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

/** Ours, under `querent` in the collection's metadata (since Qdrant 1.16). */
const markSchema = z.object({
  schema: z.number().int(),
  purpose: z.string(),
  model: z.string(),
  dimension: z.number().int(),
});
type Mark = z.infer<typeof markSchema>;

/** Names hold no `<>:"/\|?*` and have at most 255 characters; ours hold letters, digits, `-` and `_`. */
export function collectionName({ prefix, purpose, model, dimension }: CollectionIdentity): string {
  const digest = hash('sha256', JSON.stringify([prefix, purpose, model, dimension]), 'hex').slice(0, 16);
  return `${nameBeginning(prefix)}${purpose}-${digest}`;
}

/** What all names of a prefix begin with; those of others may, too: only the digest at the end tells them apart. */
export const nameBeginning = (prefix: string): string => `${prefix.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64)}-`;

/** The one collection of a purpose and an embedder: makes it, or brings it up to date. */
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
   * The collection of a name, of whichever purpose and embedder it is: its mark tells. Null where it is not ours, or
   * there is none.
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
   * Every step may be done by several workers at once, and again.
   * @throws QdrantFailure, `unusable` where the collection holds anything but our vectors of this embedder
   */
  async prepare(): Promise<void> {
    const info = (await this.info()) ?? (await this.created());
    const mark = markSchema.safeParse(info.config.metadata?.['querent']).data;
    if (mark === undefined)
      throw this.unusable(
        'it does not carry our mark. It is somebody else’s, or Qdrant is older than 1.16 and keeps no marks',
      );
    if (mark.schema > SCHEMA) throw this.unusable('a newer version of this program keeps its vectors there');
    if (mark.schema < OLDEST_READABLE) return this.altered(await this.rebuilt());
    if (!this.holdsOurs(info, mark))
      throw this.unusable('it holds vectors of another embedder. Remove it, and it is made anew');
    await this.altered(info);
  }

  private info(): Promise<Info | null> {
    return infoOf(this.name, this.client, this.calls);
  }

  private async created(): Promise<Info> {
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
      // Another worker was faster. (A retry of ours, too, whose first reply was lost.)
      if (!(error instanceof QdrantFailure && error.trouble === 'conflict')) throw error;
    }
    const info = await this.info();
    if (info === null) throw new QdrantFailure('not_found');
    return info;
  }

  /**
   * What cannot be altered is dropped and made anew: all of it can be computed again, and `known` tells that it must
   * be. No copy behind an alias: it would keep answers that no reader understands. Of two workers that do it at once,
   * one may drop what the other has just put; that is computed again, too.
   */
  private async rebuilt(): Promise<Info> {
    await this.calls.call('write', z.boolean(), async (settings) =>
      (await this.client).api().deleteCollection({ collection_name: this.name }, settings),
    );
    return this.created();
  }

  /**
   * Brings what can be altered to what it should be, by what is there rather than by the number: a worker may have
   * ended half way.
   */
  private async altered({ config, payload_schema: indexes }: Info): Promise<void> {
    for (const [field, wanted] of Object.entries(INDEXES)) {
      const found = indexes[field];
      if (found === undefined || !isIndexedAs(found, wanted)) await this.indexed(field, wanted, found !== undefined);
    }
    const isHnswRight = config.hnsw_config.m === HNSW.m && config.hnsw_config.payload_m === HNSW.payload_m;
    if (isHnswRight && isDeepStrictEqual(config.metadata?.['querent'], this.mark)) return;
    const body = { hnsw_config: HNSW, metadata: { querent: this.mark } } satisfies Schemas['UpdateCollection'];
    await this.calls.call('write', z.literal(true), async (settings) =>
      (await this.client).api().updateCollection({ collection_name: this.name, ...body }, settings),
    );
  }

  private async indexed(field: string, wanted: Schemas['KeywordIndexParams'], instead: boolean): Promise<void> {
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

/** A change that can be seen: anything else comes of a `wait` that was not waited for. */
export const completed = z.object({ status: z.literal('completed') });

/** Qdrant tells parameters only where there are some beside the type. */
function isIndexedAs(
  { data_type: type, params }: Info['payload_schema'][string],
  wanted: Schemas['KeywordIndexParams'],
): boolean {
  return type === wanted.type && (params?.['is_tenant'] ?? false) === (wanted.is_tenant ?? false);
}
