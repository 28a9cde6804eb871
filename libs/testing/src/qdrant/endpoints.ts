import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Refusal } from './refusal';
import {
  createCollection,
  createFieldIndex,
  deletePoints,
  facetPoints,
  metaParameters,
  newCollectionName,
  noParameters,
  queryPoints,
  readParameters,
  scrollPoints,
  updateCollection,
  upsertPoints,
  writeParameters,
} from './request-schemas';
import { StoredCollection } from './stored-collection';

/** State of the test double that the endpoints read and change. */
export interface StoredCollections {
  collections: Map<string, StoredCollection>;
  strict: boolean;
  version: string;
}

/** A validated request. */
interface EndpointRequest<B> {
  store: StoredCollections;
  name: string;
  field: string;
  body: B;
  wait: boolean;
}

export interface Endpoint {
  method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template of the published API. */
  path: string;
  parameters: z.ZodObject;
  body: z.ZodType | null;
  /** Answered without the response envelope; needs no API key. */
  bare?: boolean;
  /** Returns the envelope's `result`, or the whole response of a `bare` endpoint. */
  answer: (asked: EndpointRequest<unknown>) => unknown;
}

/**
 * The endpoints that the test double serves; every other path gets 404. `satisfies`, here and in stored-collection.ts,
 * proves that results have the published types. Behaviour beyond the schemas follows Qdrant's documentation and source
 * (src/actix): statuses, error texts, `wait`, `score > threshold`, names of collections.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/',
    parameters: noParameters,
    body: null,
    bare: true,
    answer: ({ store: { version } }) =>
      ({ title: 'qdrant - vector search engine', version }) satisfies Schemas['VersionInfo'],
  },
  {
    method: 'GET',
    path: '/healthz',
    parameters: noParameters,
    body: null,
    bare: true,
    answer: () => 'healthz check passed',
  },
  {
    method: 'GET',
    path: '/livez',
    parameters: noParameters,
    body: null,
    bare: true,
    answer: () => 'healthz check passed',
  },
  {
    method: 'GET',
    path: '/readyz',
    parameters: noParameters,
    body: null,
    bare: true,
    answer: () => 'all shards are ready',
  },
  {
    method: 'GET',
    path: '/collections',
    parameters: noParameters,
    body: null,
    answer: ({ store }) =>
      ({
        collections: [...store.collections.keys()].map((name) => ({ name })),
      }) satisfies Schemas['CollectionsResponse'],
  },
  {
    method: 'GET',
    path: '/collections/{collection_name}',
    parameters: noParameters,
    body: null,
    answer: (asked) => collectionOf(asked).info(),
  },
  {
    method: 'GET',
    path: '/collections/{collection_name}/exists',
    parameters: noParameters,
    body: null,
    answer: ({ store, name }) => ({ exists: store.collections.has(name) }) satisfies Schemas['CollectionExistence'],
  },
  endpoint('PUT', '/collections/{collection_name}', metaParameters, createCollection, created),
  endpoint('PATCH', '/collections/{collection_name}', metaParameters, updateCollection, (asked) => {
    collectionOf(asked).update(asked.body);
    return true;
  }),
  {
    method: 'DELETE',
    path: '/collections/{collection_name}',
    parameters: metaParameters,
    body: null,
    answer: ({ store, name }) => store.collections.delete(name),
  },
  endpoint('PUT', '/collections/{collection_name}/index', writeParameters, createFieldIndex, (asked) =>
    collectionOf(asked).createIndex(asked.body, asked.wait),
  ),
  {
    method: 'DELETE',
    path: '/collections/{collection_name}/index/{field_name}',
    parameters: writeParameters,
    body: null,
    answer: (asked) => collectionOf(asked).deleteIndex(asked.field, asked.wait),
  },
  endpoint('PUT', '/collections/{collection_name}/points', writeParameters, upsertPoints, (asked) =>
    collectionOf(asked).upsert(asked.body, asked.wait),
  ),
  endpoint('POST', '/collections/{collection_name}/points/delete', writeParameters, deletePoints, (asked) =>
    collectionOf(asked).delete(asked.body, asked.wait),
  ),
  endpoint('POST', '/collections/{collection_name}/points/query', readParameters, queryPoints, (asked) =>
    collectionOf(asked).query(asked.body),
  ),
  endpoint('POST', '/collections/{collection_name}/points/scroll', readParameters, scrollPoints, (asked) =>
    collectionOf(asked).scroll(asked.body),
  ),
  endpoint('POST', '/collections/{collection_name}/facet', readParameters, facetPoints, (asked) =>
    collectionOf(asked).facet(asked.body),
  ),
];

/** Builds an endpoint with a body. `answer` receives the parsed body. */
function endpoint<T extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  parameters: z.ZodObject,
  body: T,
  answer: (asked: EndpointRequest<z.infer<T>>) => unknown,
): Endpoint {
  return { method, path, parameters, body, answer: (asked) => answer({ ...asked, body: asked.body as z.infer<T> }) };
}

function created({ store, name, body }: EndpointRequest<z.infer<typeof createCollection>>): true {
  const legal = newCollectionName.safeParse(name);
  if (!legal.success)
    throw new Refusal(422, `Validation error in path parameters: [name: ${legal.error.issues[0]?.message}]`);
  if (store.collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
  store.collections.set(name, new StoredCollection(body, store.strict));
  return true;
}

function collectionOf({ store, name }: { store: StoredCollections; name: string }): StoredCollection {
  const collection = store.collections.get(name);
  if (collection === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
  return collection;
}
