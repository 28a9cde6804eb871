import { createHash } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import type { VectorPoint, VectorScope, VectorSearch } from '../vector-index';

type Point = Schemas['PointStruct'];
type Filter = Schemas['Filter'];

/**
 * Maximum points and bytes of one request: Qdrant refuses bodies above 32 MB (`service.max_request_size_mb`), and
 * answers nothing while it receives one.
 */
const BATCH_POINTS = 500;
const BATCH_BYTES = 8 * 1024 * 1024;
/** Maximum bytes of one number in JSON: a float32 written as a double, with its comma. */
const NUMBER_BYTES = 22;

/** Part of every id. A change would create different points for the same items. */
const NAMESPACE = 'querent/vectors';

/**
 * The id of a point in Qdrant, which must be a UUID or a number. Derived from scope and id as RFC 9562 derives version
 * 8 (custom) from a digest: deterministic, so that adding a point again replaces it.
 */
export function pointId({ tenant, connection }: VectorScope, id: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([NAMESPACE, tenant, connection, id]))
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The payload in Qdrant; the scope, `version` and `tags` are filter fields, and indexed. */
export const storedPayload = z.object({
  id: z.string(),
  payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
});

export function storedPoint(scope: VectorScope, { id, vector, version, digest, tags, payload }: VectorPoint): Point {
  return {
    id: pointId(scope, id),
    vector: Array.from(vector),
    payload: {
      tenant: scope.tenant,
      connection: scope.connection,
      id,
      ...(version === undefined ? {} : { version }),
      ...(digest === undefined ? {} : { digest }),
      ...(tags === undefined ? {} : { tags: Object.entries(tags).map(([name, value]) => tag(name, value)) }),
      ...(payload === undefined ? {} : { payload }),
    },
  };
}

/** One field for all tags, so that one index serves any tag name. */
const tag = (name: string, value: string): string => JSON.stringify([name, value]);

/** Part of every request that reads points: with `m: 0` there is no graph besides the tenant's. */
export function scopeFilter({ tenant, connection }: VectorScope): Filter & { must: Schemas['FieldCondition'][] } {
  return { must: [equal('tenant', tenant), equal('connection', connection)] };
}

export function searchFilter(
  scope: VectorScope,
  { version, tags = {}, ids }: Pick<VectorSearch, 'version' | 'tags' | 'ids'>,
): Filter {
  return {
    must: [
      ...scopeFilter(scope).must,
      ...(version === undefined ? [] : [equal('version', version)]),
      ...Object.entries(tags).map(([name, value]) => equal('tags', tag(name, value))),
      ...(ids === undefined ? [] : [{ has_id: [...new Set(ids)].map((id) => pointId(scope, id)) }]),
    ],
  };
}

/** All points of the scope, or those of other versions or none. */
export function removalFilter(scope: VectorScope, exceptVersion: string | undefined): Filter {
  return {
    ...scopeFilter(scope),
    ...(exceptVersion === undefined ? {} : { must_not: [equal('version', exceptVersion)] }),
  };
}

export function equal(key: string, value: string): Schemas['FieldCondition'] {
  return { key, match: { value } };
}

/** Splits points into requests of bounded size; of two points with one id the later one is kept. */
export function* batches(scope: VectorScope, points: readonly VectorPoint[]): Generator<Point[]> {
  let batch: Point[] = [];
  let bytes = 0;
  for (const point of new Map(points.map((each) => [each.id, each])).values()) {
    const stored = storedPoint(scope, point);
    const size = point.vector.length * NUMBER_BYTES + Buffer.byteLength(JSON.stringify(stored.payload)) + 100;
    if (batch.length > 0 && (batch.length >= BATCH_POINTS || bytes + size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(stored);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
