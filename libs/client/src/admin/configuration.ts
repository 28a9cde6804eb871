import { elements, type Api, type CallOptions, type Reply } from '../http/api';
import { QuerentError } from '../http/errors';
import { modelImpact, type ImpactOptions } from './model-impact';
import { at, type Body, type Query } from './route-parts';

/** An item of the configuration with the tag that its next change must name. */
export interface Tagged<T> {
  value: T;
  etag: string | null;
}

/** Members of an item, or its file as YAML, whose mistakes are reported with their lines. */
export type Written = Body<'PUT /v1/connections/{name}'>;

export interface ChangeOptions extends CallOptions {
  /** The `etag` that was read; null: the item must be new. An overtaken change fails with `precondition_failed`. */
  etag: string | null;
}

/** Routes that read and change the configuration, as methods. */
export const configuration = (api: Api) => ({
  connections: {
    /** The connections that the key may ask, with example questions. */
    list: async (options?: CallOptions) => (await api.body('GET', '/v1/connections', options)).connections,
    /** The words that questions may use, for completions. */
    words: async (
      name: string,
      { locale, ...options }: CallOptions & Query<'GET /v1/connections/{name}/words'> = {},
    ) => {
      const query = locale === undefined ? {} : { locale };
      return (await api.body('GET', '/v1/connections/{name}/words', { path: { name }, query, ...options })).words;
    },
    get: async (name: string, options?: CallOptions) =>
      tagged(await api.request('GET', '/v1/connections/{name}', { path: { name }, ...options })),
    put: async (name: string, body: Written, options: ChangeOptions) =>
      tagged(await api.request('PUT', '/v1/connections/{name}', { path: { name }, ...change(options), body })),
    delete: (name: string, options: ChangeOptions) =>
      api.body('DELETE', '/v1/connections/{name}', { path: { name }, ...change(options) }),
    refresh: (name: string, options?: CallOptions) =>
      api.body('POST', '/v1/connections/{name}/refresh', { path: { name }, isRepeatable: true, ...options }),
    schema: (name: string, options?: CallOptions) =>
      api.body('GET', '/v1/connections/{name}/schema', { path: { name }, ...options }),
  },
  models: {
    get: async (name: string, options?: CallOptions) =>
      tagged(await api.request('GET', '/v1/connections/{name}/model', { path: { name }, ...options })),
    /** The model file in force, as it was written; null: there is none. Needs the scope `sql:read`. */
    text: (name: string, options: CallOptions = {}): Promise<Tagged<string | null>> => modelText(api, name, options),
    put: async (name: string, body: Written, options: ChangeOptions) =>
      tagged(await api.request('PUT', '/v1/connections/{name}/model', { path: { name }, ...change(options), body })),
    delete: (name: string, options: ChangeOptions) =>
      api.body('DELETE', '/v1/connections/{name}/model', { path: { name }, ...change(options) }),
    /** Every mistake in a model; stores nothing. */
    validate: (name: string, body: Written, options?: CallOptions) =>
      api.body('POST', '/v1/connections/{name}/model/validate', {
        path: { name },
        body,
        isRepeatable: true,
        ...options,
      }),
    /** A first model file, drafted from the schema, as YAML. */
    draft: async (name: string, options?: CallOptions) =>
      (await api.body('POST', '/v1/connections/{name}/model/draft', { path: { name }, isRepeatable: true, ...options }))
        .yaml,
    /** Compares a draft with the model in force, question by question; null: with no model file. */
    impact: (name: string, draft: Written | null, options?: ImpactOptions) => modelImpact(api, name, draft, options),
  },
  agents: {
    list: async (options?: CallOptions) => (await api.body('GET', '/v1/agents', options)).agents,
    get: async (name: string, options?: CallOptions) =>
      tagged(await api.request('GET', '/v1/agents/{name}', { path: { name }, ...options })),
    put: async (name: string, body: Written, options: ChangeOptions) =>
      tagged(await api.request('PUT', '/v1/agents/{name}', { path: { name }, ...change(options), body })),
    delete: (name: string, options: ChangeOptions) =>
      api.body('DELETE', '/v1/agents/{name}', { path: { name }, ...change(options) }),
  },
  keys: {
    list: async (options?: CallOptions) => (await api.body('GET', '/v1/keys', options)).keys,
    /** The response alone holds the secret. It is not repeated after a lost answer: the name would be taken. */
    create: (body: Body<'POST /v1/keys'>, options?: CallOptions) => api.body('POST', '/v1/keys', { body, ...options }),
    delete: (name: string, options?: CallOptions) =>
      api.body('DELETE', '/v1/keys/{name}', { path: { name }, ...options }),
  },
  revisions: {
    /** Changes of the configuration and of samples, newest first. */
    list: (query: Query<'GET /v1/revisions'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...at(cursor) }, ...options };
        const { revisions, nextCursor } = await api.body('GET', '/v1/revisions', given);
        return { elements: revisions, nextCursor };
      }),
    get: (id: string, options?: CallOptions) => api.body('GET', '/v1/revisions/{id}', { path: { id }, ...options }),
    /** Without an `etag`, the state is restored over any other change. */
    restore: (
      id: string,
      query: Query<'POST /v1/revisions/{id}/restore'> = {},
      { etag, headers, ...options }: CallOptions & { etag?: string } = {},
    ) =>
      api.body('POST', '/v1/revisions/{id}/restore', {
        path: { id },
        query,
        headers: { ...headers, ...(etag === undefined ? {} : { 'if-match': etag }) },
        ...options,
      }),
  },
  /** The configuration as files by path. */
  exported: (options?: CallOptions) => api.body('GET', '/v1/export', options),
});

export const tagged = <T>({ body, headers }: Reply<T>): Tagged<T> => ({ value: body, etag: headers.get('etag') });

async function modelText(api: Api, name: string, { headers, ...options }: CallOptions): Promise<Tagged<string | null>> {
  try {
    const yaml = { path: { name }, headers: { ...headers, accept: 'application/yaml' }, ...options };
    // The generated type is that of the JSON response.
    return tagged((await api.request('GET', '/v1/connections/{name}/model', yaml)) as Reply<unknown> as Reply<string>);
  } catch (error) {
    if (error instanceof QuerentError && error.code === 'not_found') return { value: null, etag: null };
    throw error;
  }
}

/** After a lost answer, a repetition would be refused because of the first request's own change. */
export function change({ etag, signal, headers }: ChangeOptions): CallOptions {
  const condition: Record<string, string> = etag === null ? { 'if-none-match': '*' } : { 'if-match': etag };
  return { signal, headers: { ...headers, ...condition }, isRepeatable: false };
}
