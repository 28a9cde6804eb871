import { elements, type Api, type CallOptions, type Output } from '../http/api';
import { change, tagged, type ChangeOptions } from './configuration';
import { at, type Body, type Query } from './route-parts';

/** Further routes for administrators and operators, as methods. Each is one line over the generated types. */
export const administration = (api: Api) => ({
  samples: {
    list: (connection: string, query: Query<'GET /v1/connections/{name}/samples'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { path: { name: connection }, query: { ...query, ...at(cursor) }, ...options };
        const { samples, nextCursor } = await api.body('GET', '/v1/connections/{name}/samples', given);
        return { elements: samples, nextCursor };
      }),
    add: (connection: string, body: Body<'POST /v1/connections/{name}/samples'>, options?: CallOptions) =>
      api.body('POST', '/v1/connections/{name}/samples', {
        path: { name: connection },
        body,
        isRepeatable: true,
        ...options,
      }),
    approve: (connection: string, id: string, options?: CallOptions) =>
      api.body('POST', '/v1/connections/{name}/samples/{id}/approve', {
        path: { name: connection, id },
        isRepeatable: true,
        ...options,
      }),
    get: async (connection: string, id: string, options?: CallOptions) =>
      tagged(
        await api.request('GET', '/v1/connections/{name}/samples/{id}', { path: { name: connection, id }, ...options }),
      ),
    /** Approves, rejects or corrects a sample. */
    update: async (
      connection: string,
      id: string,
      body: Body<'PATCH /v1/connections/{name}/samples/{id}'>,
      options: ChangeOptions,
    ) =>
      tagged(
        await api.request('PATCH', '/v1/connections/{name}/samples/{id}', {
          path: { name: connection, id },
          body,
          ...change(options),
        }),
      ),
    delete: (connection: string, query: Query<'DELETE /v1/connections/{name}/samples'>, options?: CallOptions) =>
      api.body('DELETE', '/v1/connections/{name}/samples', { path: { name: connection }, query, ...options }),
  },
  feedback: {
    /** Ratings of the tenant's answers, newest first. */
    list: (query: Query<'GET /v1/feedback'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...at(cursor) }, ...options };
        const { feedback, nextCursor } = await api.body('GET', '/v1/feedback', given);
        return { elements: feedback, nextCursor };
      }),
  },
  dismissals: {
    /** What the administrators of the tenant have dismissed from their review, newest first. */
    list: (query: Query<'GET /v1/dismissals'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...at(cursor) }, ...options };
        const { dismissals, nextCursor } = await api.body('GET', '/v1/dismissals', given);
        return { elements: dismissals, nextCursor };
      }),
    /** Dismisses a rating, or the question of a run. */
    add: (body: Body<'POST /v1/dismissals'>, options?: CallOptions) =>
      api.body('POST', '/v1/dismissals', { body, isRepeatable: true, ...options }),
    /** Puts it back. */
    remove: (id: string, options?: CallOptions) =>
      api.body('DELETE', '/v1/dismissals/{id}', { path: { id }, ...options }),
  },
  conversations: {
    /** Own conversations, that with the last question first; with the scope `admin`, those of the tenant. */
    list: (query: Query<'GET /v1/conversations'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...at(cursor) }, ...options };
        const { conversations, nextCursor } = await api.body('GET', '/v1/conversations', given);
        return { elements: conversations, nextCursor };
      }),
  },
  pins: {
    /** The board of the key. */
    list: async (options?: CallOptions) => (await api.body('GET', '/v1/pins', options)).pins,
    /** Pins a question at the end; a question that is pinned already keeps its pin. */
    add: (body: Body<'POST /v1/pins'>, options?: CallOptions) =>
      api.body('POST', '/v1/pins', { body, isRepeatable: true, ...options }),
    /** Changes title and position; positions count from 0. */
    change: (id: string, body: Body<'PATCH /v1/pins/{id}'>, options?: CallOptions) =>
      api.body('PATCH', '/v1/pins/{id}', { path: { id }, body, isRepeatable: true, ...options }),
    remove: (id: string, options?: CallOptions) => api.body('DELETE', '/v1/pins/{id}', { path: { id }, ...options }),
  },
  deadLetters: {
    list: (query: Query<'GET /v1/dead-letters'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...at(cursor) }, ...options };
        const { deadLetters, nextCursor } = await api.body('GET', '/v1/dead-letters', given);
        return { elements: deadLetters, nextCursor };
      }),
    replay: (id: string, options?: CallOptions) =>
      api.body('POST', '/v1/dead-letters/{id}/replay', { path: { id }, isRepeatable: true, ...options }),
    discard: (id: string, options?: CallOptions) =>
      api.body('DELETE', '/v1/dead-letters/{id}', { path: { id }, ...options }),
  },
  /** Who asked a question of the tenant, its trace, and why it failed. */
  diagnosis: (id: string, options?: CallOptions) =>
    api.body('GET', '/v1/queries/{id}/diagnosis', { path: { id }, ...options }),
  /** The mistakes in all files of the configuration. */
  problems: async (options?: CallOptions) => (await api.body('GET', '/v1/problems', options)).problems,
  preferences: {
    list: async (query: Query<'GET /v1/preferences'> = {}, options?: CallOptions) =>
      (await api.body('GET', '/v1/preferences', { query, ...options })).preferences,
    forget: async (query: Query<'DELETE /v1/preferences'> = {}, options?: CallOptions) =>
      (await api.body('DELETE', '/v1/preferences', { query, ...options })).forgotten,
  },
  cache: {
    /** Empties the caches, of one connection or all; resolves with the number of entries. */
    clear: async (query: Query<'DELETE /v1/cache'> = {}, options?: CallOptions) =>
      (await api.body('DELETE', '/v1/cache', { query, ...options })).cleared,
  },
  audit: {
    /** Entries of the audit trail that match, oldest first. */
    list: (query: Query<'GET /v1/audit'> = {}, options?: CallOptions) =>
      elements(async (cursor) => {
        const given = { query: { ...query, ...at(cursor) }, ...options };
        const { entries, nextCursor } = await api.body('GET', '/v1/audit', given);
        return { elements: entries, nextCursor };
      }),
  },
  tenants: {
    /** What an erasure has left to do. */
    erasure: (tenant: string, options?: CallOptions) =>
      api.body('GET', '/v1/tenants/{tenant}/data', { path: { tenant }, ...options }),
    erase: (tenant: string, options?: CallOptions) =>
      api.body('DELETE', '/v1/tenants/{tenant}/data', { path: { tenant }, body: { confirm: tenant }, ...options }),
  },
  /** Usage and limits of the key's tenant. */
  usage: (options?: CallOptions) => api.body('GET', '/v1/usage', options),
  /** The secrets with which the tenant's webhooks are verified. */
  webhookSecret: (options?: CallOptions): Promise<Output<'GET /v1/webhook-secret'>> =>
    api.body('GET', '/v1/webhook-secret', options),
});
