import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

/** A policy as strict as that of the product's pages: no inline code, no eval, no assignment of text to HTML. */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types default";

const contentTypes: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' };

export interface PageServer {
  url: string;
  /** The same server under another origin. */
  otherUrl: string;
  close(): Promise<void>;
}

/**
 * Serves small documents by path on 127.0.0.1. Paths that end in `.js` are scripts, the others are HTML. Unknown paths
 * are 404, except the icon.
 * @param policy the content security policy of all documents
 * @param style the style sheet of all documents
 */
export async function servePages(
  documents: Record<string, string>,
  policy = strictPolicy,
  style = '',
): Promise<PageServer> {
  const files: Record<string, string> = { ...documents, '/style.css': style };
  const server = createServer(({ url = '/' }, response) => {
    const text = files[url];
    // Chromium requests an icon for every document.
    const status = text !== undefined ? 200 : url === '/favicon.ico' ? 204 : 404;
    response.writeHead(status, {
      'content-type': `${contentTypes[extname(url)] ?? 'text/html'}; charset=utf-8`,
      'content-security-policy': policy,
    });
    response.end(text ?? '');
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    otherUrl: `http://localhost:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A document without axe violations around the given HTML. */
export const documentOf = (html: string, lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><title>A page</title>` +
  `<link rel="stylesheet" href="/style.css"></head>` +
  `<body><main><h1>A page</h1>${html}</main></body></html>`;
