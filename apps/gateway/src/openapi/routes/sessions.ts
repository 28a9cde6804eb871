import { sessionBodySchema, sessionViewSchema } from '../../auth/sessions/session.controller';
import { anyCaller, json, type Route } from '../route-parts';

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
    description: 'Also ends its event streams. Without a session, only the cookie is deleted.',
    answers: { 204: { description: 'The session has ended.', headers } },
    problems: ['forbidden', 'unavailable'],
  },
];
