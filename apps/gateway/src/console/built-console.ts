import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '@querent/platform';
import { z } from 'zod';
import { builtFile } from '../built-file';
import type { GatewayEnv } from '../gateway-env';
import { isApiPath } from './api-paths';

/** The console as it was built. */
export interface BuiltConsole {
  /** Contains `assets`. */
  folder: string;
  /** The one document of all pages. */
  html: string;
  etag: string;
  /** Patterns of the pages' paths, such as `/runs/:id`. */
  pages: readonly string[];
}

/** Literal segments and parameters that are whole segments. */
const pageSchema = z
  .string()
  .regex(/^\/$|^(\/:?[\w-]+)+$/)
  .refine((path) => !isApiPath(path), 'a path of the API');
const pagesFileSchema = z.object({ pages: z.array(pageSchema).min(1) });

/**
 * The console of this build; null if it is switched off or was not built.
 * @throws ZodError or SyntaxError if `pages.json` is not in the expected format
 */
export function openConsole(
  { CONSOLE }: Pick<GatewayEnv, 'CONSOLE'>,
  logger: Pick<Logger, 'warn'>,
  from: string = __dirname,
): BuiltConsole | null {
  if (!CONSOLE) return null;
  const pagesFile = builtFile('dist/apps/console/pages.json', from);
  if (pagesFile === null) {
    logger.warn('dist/apps/console was not built, so there are no pages; `npm run build` builds it');
    return null;
  }
  return readConsole(dirname(pagesFile));
}

function readConsole(folder: string): BuiltConsole {
  const { pages } = pagesFileSchema.parse(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')));
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  return {
    folder,
    html,
    etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
    pages: [...new Set(pages)],
  };
}
