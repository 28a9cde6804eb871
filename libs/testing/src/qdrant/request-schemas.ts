import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';

/*
 * Hand-written schemas of requests of Qdrant's OpenAPI document. Each comment names the section (`components.schemas.*`
 * of @qdrant/js-client-rest 1.17.0, dist/types/openapi/generated_schema.d.ts). Objects are strict: unknown members,
 * such as misspelt ones, are refused although Qdrant would ignore them. Published members that the test double does not
 * support (quantization, sparse and named vectors, shards, prefetch, ranges, geo …) are refused too. `satisfies` keeps
 * each schema within the published type.
 */

const uint = z.number().int().min(0);
const optional = <T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> => schema.nullable().optional();

/** ExtendedPointId: an unsigned integer, or a UUID in one of the forms that Rust's `uuid` reads. */
const UUID = /^(?:urn:uuid:)?(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/i;
const pointId = z.union([
  uint,
  z
    .string()
    .regex(UUID, 'value is not a valid point ID, valid values are either an unsigned integer or a UUID')
    .transform(canonicalUuid),
]) satisfies z.ZodType<Schemas['ExtendedPointId']>;

/** Returns the form in which the server writes a UUID, so that ids can be compared. */
function canonicalUuid(text: string): string {
  const digits = text
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replaceAll('-', '');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/**
 * VectorStruct, as a plain array. A custom check, because a zod schema for each number takes a second for 5,000 points.
 */
const vector = z.custom<number[]>(
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every((x) => typeof x === 'number' && Number.isFinite(x)),
  'data did not match any variant of untagged enum VectorStruct',
) satisfies z.ZodType<Schemas['VectorStruct']>;

/** Payload */
const payload = z.record(z.string(), z.unknown()) satisfies z.ZodType<Schemas['Payload']>;

/** Match: MatchValue, MatchAny, MatchExcept; ValueVariants. */
const anyOf = z.union([z.array(z.string()), z.array(z.number().int())]);
const match = z.union([
  z.strictObject({ value: z.union([z.string(), z.number().int(), z.boolean()]) }),
  z.strictObject({ any: anyOf }),
  z.strictObject({ except: anyOf }),
]) satisfies z.ZodType<Schemas['Match']>;

/** Condition: FieldCondition, IsEmptyCondition, HasIdCondition, Filter. */
const fieldCondition = z.strictObject({ key: z.string().min(1), match });
const isEmptyCondition = z.strictObject({ is_empty: z.strictObject({ key: z.string().min(1) }) });
const hasIdCondition = z.strictObject({ has_id: z.array(pointId) });
export type Condition =
  z.infer<typeof fieldCondition> | z.infer<typeof isEmptyCondition> | z.infer<typeof hasIdCondition> | Filter;
export interface Filter {
  must?: Condition | Condition[] | null;
  must_not?: Condition | Condition[] | null;
  should?: Condition | Condition[] | null;
}
const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([fieldCondition, isEmptyCondition, hasIdCondition, filter]),
);
const conditions = optional(z.union([condition, z.array(condition)]));
/** Filter */
const filter: z.ZodType<Filter> = z.strictObject({ must: conditions, must_not: conditions, should: conditions });

/** HnswConfigDiff, with the bounds that the server validates. */
const hnswConfigDiff = z.strictObject({
  m: optional(uint),
  ef_construct: optional(uint.min(4)),
  full_scan_threshold: optional(uint),
  max_indexing_threads: optional(uint),
  on_disk: optional(z.boolean()),
  payload_m: optional(uint),
  inline_storage: optional(z.boolean()),
}) satisfies z.ZodType<Schemas['HnswConfigDiff']>;

/** VectorParams */
const vectorParams = z.strictObject({
  size: uint.min(1).max(65_536),
  distance: z.enum(['Cosine', 'Euclid', 'Dot', 'Manhattan']),
  hnsw_config: optional(hnswConfigDiff),
  on_disk: optional(z.boolean()),
  datatype: optional(z.enum(['float32', 'uint8', 'float16'])),
}) satisfies z.ZodType<Schemas['VectorParams']>;

/** CreateCollection */
export const createCollection = z.strictObject({
  vectors: vectorParams,
  shard_number: optional(uint.min(1)),
  replication_factor: optional(uint.min(1)),
  write_consistency_factor: optional(uint.min(1)),
  on_disk_payload: optional(z.boolean()),
  hnsw_config: optional(hnswConfigDiff),
  metadata: optional(payload),
}) satisfies z.ZodType<Schemas['CreateCollection']>;

/** UpdateCollection */
export const updateCollection = z.strictObject({
  hnsw_config: optional(hnswConfigDiff),
  metadata: optional(payload),
}) satisfies z.ZodType<Schemas['UpdateCollection']>;

/** PayloadSchemaType */
const payloadSchemaType = z.enum([
  'keyword',
  'integer',
  'float',
  'geo',
  'text',
  'bool',
  'datetime',
  'uuid',
]) satisfies z.ZodType<Schemas['PayloadSchemaType']>;
/** PayloadSchemaParams: only keyword and uuid have `is_tenant`. */
const placed = { on_disk: optional(z.boolean()), enable_hnsw: optional(z.boolean()) };
const payloadSchemaParams = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('keyword'), is_tenant: optional(z.boolean()), ...placed }),
  z.strictObject({ type: z.literal('uuid'), is_tenant: optional(z.boolean()), ...placed }),
  z.strictObject({
    type: z.literal('integer'),
    lookup: optional(z.boolean()),
    range: optional(z.boolean()),
    is_principal: optional(z.boolean()),
    ...placed,
  }),
  z.strictObject({ type: z.literal('bool'), ...placed }),
]) satisfies z.ZodType<Schemas['PayloadSchemaParams']>;
/** CreateFieldIndex */
export const createFieldIndex = z.strictObject({
  field_name: z.string().min(1),
  field_schema: z.union([payloadSchemaType, payloadSchemaParams]),
}) satisfies z.ZodType<Schemas['CreateFieldIndex']>;

/** PointsList; PointStruct */
export const upsertPoints = z.strictObject({
  points: z.array(z.strictObject({ id: pointId, vector, payload: optional(payload) })).min(1),
}) satisfies z.ZodType<Schemas['PointsList']>;

/** PointsSelector: PointIdsList, FilterSelector */
export const deletePoints = z.union([
  z.strictObject({ points: z.array(pointId) }),
  z.strictObject({ filter }),
]) satisfies z.ZodType<Schemas['PointsSelector']>;

/** WithPayloadInterface; PayloadSelector */
const withPayload = z.union([
  z.boolean(),
  z.array(z.string()),
  z.strictObject({ include: z.array(z.string()) }),
  z.strictObject({ exclude: z.array(z.string()) }),
]) satisfies z.ZodType<Schemas['WithPayloadInterface']>;
export type WithPayload = z.infer<typeof withPayload>;

/** QueryRequest; SearchParams. Of QueryInterface only a vector, or NearestQuery with a vector. */
export const queryPoints = z.strictObject({
  query: z.union([vector, z.strictObject({ nearest: vector })]),
  filter: optional(filter),
  params: optional(
    z.strictObject({ hnsw_ef: optional(uint), exact: z.boolean().optional(), indexed_only: z.boolean().optional() }),
  ),
  score_threshold: optional(z.number()),
  limit: optional(uint.min(1)),
  offset: optional(uint),
  with_vector: optional(z.boolean()),
  with_payload: optional(withPayload),
}) satisfies z.ZodType<Schemas['QueryRequest']>;

/** ScrollRequest */
export const scrollPoints = z.strictObject({
  offset: optional(pointId),
  limit: optional(uint.min(1)),
  filter: optional(filter),
  with_payload: optional(withPayload),
  with_vector: z.boolean().optional(),
}) satisfies z.ZodType<Schemas['ScrollRequest']>;

/** FacetRequest */
export const facetPoints = z.strictObject({
  key: z.string().min(1),
  limit: optional(uint.min(1)),
  filter: optional(filter),
  exact: optional(z.boolean()),
}) satisfies z.ZodType<Schemas['FacetRequest']>;

/** Parameters of the query string; WriteOrdering, ReadConsistency. */
const timeout = z
  .string()
  .regex(/^[1-9]\d*$/, 'value invalid, must be 1 or larger')
  .optional();
export const noParameters = z.strictObject({});
export const metaParameters = z.strictObject({ timeout });
export const readParameters = z.strictObject({
  timeout,
  consistency: z
    .string()
    .regex(/^(?:majority|quorum|all|[1-9]\d*)$/)
    .optional(),
});
export const writeParameters = z.strictObject({
  timeout,
  wait: z.enum(['true', 'false']).optional(),
  ordering: z.enum(['weak', 'medium', 'strong']).optional(),
});

/** Name of a new collection: `StrictCollectionPath` of the server. */
export const newCollectionName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^<>:"/\\|?*\u0000\u001f]*$/, 'collection name cannot contain characters such as < > : " / \\ | ? *');
