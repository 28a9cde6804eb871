import type { Api, CallOptions } from '../http/api';

/** Signing in and out of a page, whose client has `key: null` and the gateway's origin. */
export const sessions = (api: Api) => ({
  session: {
    /** The caller and its rights, whatever the credentials are. Throws QuerentError `unauthorized` without any. */
    get: (options?: CallOptions) => api.body('GET', '/v1/session', options),
    /** The ways to sign in that a page can offer. Needs no credentials. */
    methods: (options?: CallOptions) => api.body('GET', '/v1/session/methods', options),
    /** Opens a session of an API key. Throws QuerentError `unauthorized` for a wrong key. */
    open: async (key: string, options?: CallOptions): Promise<void> => {
      await api.body('POST', '/v1/session', { body: { key }, isRepeatable: true, ...options });
    },
    /**
     * Ends the session of the cookie, with its event streams. Resolves with the address at the issuer where the page
     * must go to end the session there too; null: there is none.
     */
    end: async (options?: CallOptions): Promise<string | null> =>
      (await api.body('DELETE', '/v1/session', options))?.href ?? null,
  },
});
