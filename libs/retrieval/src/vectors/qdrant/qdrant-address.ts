import type { QdrantClient } from '@qdrant/js-client-rest';

/** Qdrant's default HTTP port, which its clients use too. */
const DEFAULT_PORT = 6333;

/**
 * The client for an address (`http(s)://host[:port][/path]`). It sends nothing by itself. Its package is loaded only if
 * an address is configured: loading takes 60 ms of CPU time (measured).
 * @throws TypeError for an invalid address, without quoting it, because it may contain a password
 */
export function qdrantClient(url: string, apiKey: string | undefined): Promise<QdrantClient> {
  return openClient(parsed(url), portOf(url), apiKey);
}

async function openClient(
  { protocol, hostname, pathname }: URL,
  port: number,
  apiKey: string | undefined,
): Promise<QdrantClient> {
  const { QdrantClient } = await import('./qdrant-package');
  const path = pathname.replace(/\/+$/, '');
  return new QdrantClient({
    // The client drops a path.
    url: `${protocol}//${hostname}`,
    port,
    ...(path === '' ? {} : { prefix: path }),
    // Not by the client's own option, which writes to the console if the address is not https, as inside a cluster.
    ...(apiKey === undefined || apiKey === '' ? {} : { headers: { 'api-key': apiKey } }),
    // The client would query a possibly unavailable server at once, and write the result to the console.
    checkCompatibility: false,
    // Each request has its own signal; the client's timer would replace it.
    timeout: Infinity,
  });
}

function parsed(url: string): URL {
  try {
    const address = new URL(url);
    if (address.protocol === 'http:' || address.protocol === 'https:') return address;
  } catch {
    // Reported below, because the error of URL quotes the address.
  }
  throw new TypeError('QDRANT_URL must be an address such as http://qdrant:6333');
}

/** The explicit port: URL drops a protocol's default port, and `https://host:443` means 443. */
function portOf(url: string): number {
  const written = /^https?:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^/?#:]*):(\d+)/i.exec(url)?.[1];
  return written === undefined ? DEFAULT_PORT : Number(written);
}
