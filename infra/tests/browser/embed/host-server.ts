import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The site of another company: pages with the element or the frame, and a backend that gives its users tokens. */
export interface HostServer {
  /** Origin of the pages; `EMBED_ORIGINS` of the gateway must contain it. */
  url: string;
  /** Address of the gateway, once it runs. */
  gateway: string;
  /** Gives a token; a test may replace it. */
  mint: () => Promise<string>;
  /** Further files by path, with their type. */
  files: Map<string, { type: string; text: string; policy?: string }>;
  /** Answers the calls of tools that a page of the site passes on. */
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>;
  /** Number of tokens that were asked for. */
  minted: number;
  close(): Promise<void>;
}

/** Policy of the pages: nothing inline, no policy of Trusted Types, and the gateway's origin where it is needed. */
const policyOf = (gateway: string): string =>
  `default-src 'none'; script-src 'self' ${gateway}; connect-src 'self' ${gateway}; style-src 'self'; ` +
  `frame-src ${gateway}; require-trusted-types-for 'script'; trusted-types 'none'`;

const style = `
  html { font-size: 10px; }
  body { margin: 0 auto; padding: 24px; max-width: 900px; font: 16px Georgia, serif; letter-spacing: 1px;
    background: #fff; color: #222; }
  body.dark { background: #101215; color: #eee; }
  p { text-transform: uppercase; color: #444; }
  .dark p { color: #ccc; }
  .shop { --querent-main: #7a1f5c; --querent-on-main: #fff; --querent-page: #fbf4f8; --querent-radius: 2px;
    --querent-font: Georgia, serif; --querent-line: #e4c9da; }
  .side { display: grid; grid-template-columns: 1fr 1fr; gap: 24px; }
  iframe { width: 100%; height: 700px; border: 0; }
  button { font: 16px sans-serif; }`;

/** Scripts of the pages. What a test reads is on \`window\`. */
const scripts: Record<string, string> = {
  '/host.js': `
    const mode = new URLSearchParams(location.search).get('mode');
    window.seen = [];
    for (const name of ['querent-answer', 'querent-error'])
      document.addEventListener(name, (event) => window.seen.push([name, event.detail]));
    window.isWell = false;
    const token = async () => {
      if (mode === 'failing' && !window.isWell) throw new Error('The host has no session');
      return (await fetch('/token')).text();
    };
    if (mode !== 'none') for (const one of document.querySelectorAll('querent-ask')) one.token = token;`,
  '/frame.js': `
    window.seen = [];
    const frame = document.querySelector('iframe');
    window.send = (message) => frame.contentWindow.postMessage(message, '*');
    window.addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      window.seen.push(data);
      if (data.type === 'querent:height') frame.style.height = data.height + 'px';
      if (data.type !== 'querent:token-needed' || window.isSilent) return;
      window.send({ type: 'querent:token', token: await (await fetch('/token')).text() });
    });`,
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const element = (attributes: Record<string, string | null>): string =>
  `<querent-ask${Object.entries(attributes)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`))
    .join('')}></querent-ask>`;

function documentOf({ pathname, searchParams: search }: URL, gateway: string): string | null {
  const given = { locale: search.get('locale'), theme: search.get('theme'), class: search.get('class') };
  const asked = { ...given, connection: search.get('connection') ?? 'commerce' };
  const contents: Record<string, string> = {
    '/': element(asked),
    '/two':
      `<div class="side">${element({ connection: 'commerce', locale: 'en', theme: 'light' })}` +
      `${element({ connection: 'education', locale: 'zh', theme: 'dark' })}</div>`,
    '/frame': `<iframe title="Querent" src="${gateway}/embed?${escaped(search.toString())}"></iframe>`,
  };
  const content = contents[pathname];
  if (content === undefined) return null;
  const script =
    pathname === '/frame'
      ? '<script type="module" src="/frame.js"></script>'
      : `<script type="module" src="/host.js"></script><script type="module" src="${gateway}/embed/querent-ask.js"></script>`;
  return (
    `<!doctype html><html lang="en"><head><title>A shop</title><link rel="stylesheet" href="/style.css">` +
    `<meta name="viewport" content="width=device-width">${script}</head>` +
    `<body class="${search.get('theme') === 'dark' ? 'dark' : ''}"><main><h1>A shop</h1><p>Figures of the shop</p>` +
    `${content}<p><button>A button of the shop</button></p></main></body></html>`
  );
}

/** Starts the site on a free port of localhost. */
export async function startHost(): Promise<HostServer> {
  const host: HostServer = {
    url: '',
    gateway: '',
    files: new Map(),
    callTool: () => Promise.reject(new Error('no server of tools')),
    minted: 0,
    mint: () => tokenOf(host.gateway, { user: 'ann' }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', host.url);
    const send = (status: number, type: string, text: string, policy = policyOf(host.gateway)): void => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
      });
      response.end(text);
    };
    const file = host.files.get(url.pathname);
    if (file !== undefined) return send(200, file.type, file.text, file.policy);
    if (url.pathname === '/tool') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const call = JSON.parse(Buffer.concat(chunks).toString()) as Parameters<HostServer['callTool']>[0];
      return send(200, 'application/json', JSON.stringify(await host.callTool(call)));
    }
    if (url.pathname === '/token') {
      host.minted += 1;
      return send(200, 'text/plain', await host.mint());
    }
    const script = scripts[url.pathname];
    if (script !== undefined) return send(200, 'text/javascript', script);
    if (url.pathname === '/style.css') return send(200, 'text/css', style);
    const document = documentOf(url, host.gateway);
    return send(document === null ? 204 : 200, 'text/html', document ?? '');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, 'localhost');
  await once(server, 'listening');
  host.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return host;
}

/** Asks the gateway for a token, as the backend of a site does. */
export async function tokenOf(
  gateway: string,
  body: { user: string; connections?: string[]; minutes?: number },
  key = 'viewer',
): Promise<string> {
  const response = await fetch(`${gateway}/v1/browser-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}
