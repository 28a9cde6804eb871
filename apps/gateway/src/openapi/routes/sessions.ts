import { sessionBodySchema, sessionViewSchema, signedOutSchema } from '../../auth/sessions/session.controller';
import { browserTokenBodySchema, browserTokenViewSchema } from '../../auth/browser-tokens/browser-tokens.controller';
import { signInMethodsSchema } from '../../auth/oidc/sign-in.controller';
import { z } from 'zod';
import { anyCaller, asker, json, type Route } from '../route-parts';

/** A page of a browser's own navigation, which never ends with a problem that only a program could read. */
const isPage = (description: string, more: Record<string, string> = {}) => ({
  302: { description, headers: { Location: 'The next address of the browser.', ...more } },
});
const signInProblems =
  'A sign-in that does not succeed ends at the page that it began at, or at `/`, with the parameter `problem`: `sign_in_expired`, `sign_in_refused`, `sign_in_failed`, `no_rights`, `issuer_unavailable` or `unavailable`.';

const headers = { 'Set-Cookie': 'The session, for browsers alone.' };

/** Routes with which a browser signs in and out, and by which a page learns its caller. */
export const sessionRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/session',
    plan: 'untouched',
    demands: anyCaller,
    tag: 'Sign in',
    summary: 'Name the caller and its rights',
    description:
      'Of the session, key or token in the request. A page uses it to learn whether it must show its sign-in.',
    answers: { 200: { description: 'The caller.', content: json(sessionViewSchema) } },
    problems: [],
  },
  {
    method: 'POST',
    path: '/v1/browser-tokens',
    plan: 'untouched',
    demands: asker,
    tag: 'Sign in',
    summary: 'Get a short-lived token for a browser',
    description:
      'For the backend of a page that shows Querent to its own users: it holds the key, and gives the token to the browser alone. The token has the scope `query`, and ends with the key. Tokens cannot get tokens.',
    body: browserTokenBodySchema,
    answers: { 201: { description: 'The token.', content: json(browserTokenViewSchema) } },
    problems: ['connection_unknown'],
  },
  {
    method: 'POST',
    path: '/v1/session',
    demands: null,
    tag: 'Sign in',
    summary: 'Open a session of an API key for a browser',
    description:
      'The cookie replaces the key in later requests of a page of the same origin: it has the same scopes, limits and audit. A session ends twelve hours after its last use, and with its key.',
    body: sessionBodySchema,
    answers: { 204: { description: 'The session is open.', headers } },
    problems: ['unauthorized', 'forbidden', 'too_many_requests', 'unavailable'],
  },
  {
    method: 'DELETE',
    path: '/v1/session',
    demands: null,
    tag: 'Sign in',
    summary: 'End the session of the cookie',
    description:
      'Also ends its event streams. Without a session, only the cookie is deleted. For a person of an issuer that offers it, the answer has the address that ends the session at the issuer.',
    answers: {
      200: {
        description: 'The session has ended here; that at the issuer has not.',
        content: json(signedOutSchema),
        headers,
      },
      204: { description: 'The session has ended.', headers },
    },
    problems: ['forbidden', 'unavailable'],
  },
  {
    method: 'GET',
    path: '/v1/session/methods',
    demands: null,
    tag: 'Sign in',
    summary: 'Name the ways to sign in',
    answers: { 200: { description: 'The ways that a page can offer.', content: json(signInMethodsSchema) } },
    problems: [],
  },
  {
    method: 'GET',
    path: '/v1/session/oidc',
    demands: null,
    tag: 'Sign in',
    summary: 'Begin a sign-in with the issuer of tokens',
    description: `For a browser's own navigation: OpenID Connect, authorization code with PKCE. The browser must come back within ten minutes. ${signInProblems}`,
    query: z.object({
      returnTo: z.string().optional().describe('page of the console to return to, such as `/runs/q7h2k9d3m5`'),
    }),
    answers: isPage('To the issuer.', { 'Set-Cookie': 'The browser that began the sign-in.' }),
    problems: ['not_found', 'too_many_requests'],
  },
  {
    method: 'GET',
    path: '/v1/session/callback',
    demands: null,
    tag: 'Sign in',
    summary: 'Complete a sign-in with the answer of the issuer',
    description: `The redirect address of the client. Opens a session with the rights that the issuer granted, for twelve hours. ${signInProblems}`,
    query: z.object({
      state: z.string().optional().describe('as in the request to the issuer; each is accepted once'),
      code: z.string().optional().describe('what the gateway exchanges for tokens'),
      iss: z.string().optional().describe('the issuer that answers (RFC 9207)'),
      error: z.string().optional().describe('why the issuer refused, in place of a code'),
    }),
    answers: isPage('To the page that the sign-in began at.', headers),
    problems: ['not_found'],
  },
];
