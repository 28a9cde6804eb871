import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { markGated } from '../leak/response-gate';
import { ProblemError } from '../problems/problem-error';
import { problemOf, sendProblem } from '../problems/problem-filter';
import { offeredType } from '../results/offered-type';
import { tagMatches } from '../runs/if-none-match';
import { isApiPath } from './api-paths';
import type { BuiltConsole } from './built-console';
import { assetHeaders, pageHeaders } from './console-headers';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no credentials: the console's pages show the sign-in themselves. */
    isPublicPage?: true;
  }
}

/**
 * Serves the console's pages and their assets. They are the same for every caller and contain no data: the pages read
 * it over the API.
 */
export async function serveConsole(fastify: FastifyInstance, built: BuiltConsole): Promise<void> {
  showUnknownPages(fastify, built);
  await fastify.register(async (scope: FastifyInstance) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isPublicPage: true };
    });
    for (const page of built.pages) scope.get(page, (request, reply) => sendPage(request, reply, built));
    await serveAssets(scope, built);
  });
}

function sendPage({ headers }: FastifyRequest, reply: FastifyReply, { html, etag }: BuiltConsole): FastifyReply {
  reply.headers({ ...pageHeaders, etag });
  return tagMatches(headers['if-none-match'], etag) ? reply.status(304).send() : sendHtml(reply, html);
}

const sendHtml = (reply: FastifyReply, html: string): FastifyReply => reply.type('text/html; charset=utf-8').send(html);

/** The name of an asset contains a hash of its content, so it never changes. */
async function serveAssets(scope: FastifyInstance, { folder }: BuiltConsole): Promise<void> {
  // A path that is no plain name, such as one with `..`, is as unknown as any other.
  scope.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    sendProblem(reply, request, problem.code === 'forbidden' ? new ProblemError('not_found') : problem);
  });
  await scope.register(fastifyStatic, {
    root: `${folder}/assets`,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders(reply) {
      reply.headers(assetHeaders);
    },
  });
}

/**
 * Answers a browser at an unknown path with the console and the status 404, so that the user sees a page. Programs get
 * the problem, as they do everywhere below the paths of the API.
 */
function showUnknownPages(fastify: FastifyInstance, { html }: BuiltConsole): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== undefined || !isReadByBrowser(request)) return;
    sendHtml(
      markGated(reply)
        .status(404)
        .headers({ ...pageHeaders, vary: 'Accept' }),
      html,
    );
    return reply;
  });
}

/** With equal preferences a problem is sent. */
const problemsOrPages = ['application/problem+json', 'application/json', 'text/html'] as const;

function isReadByBrowser({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split(/[?#]/);
  return (
    (method === 'GET' || method === 'HEAD') &&
    !isApiPath(path) &&
    offeredType(headers.accept, problemsOrPages) === 'text/html'
  );
}
