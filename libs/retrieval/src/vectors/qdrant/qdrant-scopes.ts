import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import type { VectorScope } from '../vector-index';
import type { QdrantCalls } from './qdrant-calls';
import { QdrantFailure } from './qdrant-failure';
import { equal } from './qdrant-points';

/** Maximum values of one facet request. */
const PAGE = 1_000;

const facets = z.object({ hits: z.array(z.object({ value: z.string() })) });

/** A collection and its client. */
export interface AskedCollection {
  client: Promise<QdrantClient>;
  calls: QdrantCalls;
  name: string;
}

/** The scopes with points in a collection. @throws QdrantFailure, or the signal's reason */
export async function scopesOf(collection: AskedCollection, signal?: AbortSignal): Promise<VectorScope[]> {
  const scopes: VectorScope[] = [];
  for (const tenant of await valuesOf(collection, 'tenant', [], signal)) {
    for (const connection of await valuesOf(collection, 'connection', [equal('tenant', tenant)], signal))
      scopes.push({ tenant, connection });
  }
  return scopes;
}

/**
 * All values of an indexed field among the matching points. Facets have no pages: each request excludes the known
 * values.
 */
async function valuesOf(
  { client, calls, name }: AskedCollection,
  key: 'tenant' | 'connection',
  must: Schemas['FieldCondition'][],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const known: string[] = [];
  for (let isLast = false; !isLast;) {
    const filter = { must, must_not: known.length === 0 ? [] : [{ key, match: { any: known } }] };
    const { hits } = await calls.call(
      'read',
      facets,
      async (settings) =>
        (await client).api().facet({ collection_name: name, key, limit: PAGE, exact: true, filter }, settings),
      signal,
    );
    // A server that ignores the exclusion would loop forever.
    if (hits.some(({ value }) => known.includes(value))) throw new QdrantFailure('malformed');
    known.push(...hits.map(({ value }) => value));
    isLast = hits.length < PAGE;
  }
  return known;
}
