import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BuiltConsole } from '../console/built-console';
import { pageHeadersIn } from '../console/console-headers';

const embedFileSchema = z.object({ script: z.string().regex(/^\/assets\/[\w-]+\.js$/) });

/**
 * Serves what other people's pages include: the script of `<querent-ask>` under an address that stays the same, and the
 * document of the iframe. Both are the same for every caller and contain no data.
 * @param origins of the pages that may show the iframe
 */
export function serveEmbed(
  fastify: FastifyInstance,
  { folder }: Pick<BuiltConsole, 'folder'>,
  origins: readonly string[],
): void {
  if (origins.length === 0) return;
  const { script } = embedFileSchema.parse(JSON.parse(readFileSync(join(folder, 'embed.json'), 'utf8')));
  const document = readFileSync(join(folder, 'embed.html'), 'utf8');
  const config = { isPublicPage: true } as const;
  fastify.get('/embed/querent-ask.js', { config }, (_, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(`export * from ${JSON.stringify(script)};\n`),
  );
  fastify.get('/embed', { config }, (_, reply) =>
    reply.headers(pageHeadersIn(origins)).type('text/html; charset=utf-8').send(document),
  );
}
