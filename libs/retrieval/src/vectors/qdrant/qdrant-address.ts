import type { QdrantClient } from '@qdrant/js-client-rest';

/** Qdrant's own port for HTTP; its clients, too, take it where an address names none. */
const DEFAULT_PORT = 6333;

/**
 * The client for an address (`http(s)://host[:port][/path]`). It sends nothing by itself. Its package is loaded only
 * with an address: measured, it takes 60 ms of a processor.
 * @throws TypeError when it is no such address; without the address, which somebody may have put a password into
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
    // The client forgets a path.
    url: `${protocol}//${hostname}`,
    port,
    ...(path === '' ? {} : { prefix: path }),
    // Not by its own option: that writes to the console where the address is not https, as inside a cluster.
    ...(apiKey === undefined || apiKey === '' ? {} : { headers: { 'api-key': apiKey } }),
    // It would ask a server that may be away, at once, and write what came of it to the console.
    checkCompatibility: false,
    // Each request brings a signal of its own; the client's timer would take its place.
    timeout: Infinity,
  });
}

function parsed(url: string): URL {
  try {
    const address = new URL(url);
    if (address.protocol === 'http:' || address.protocol === 'https:') return address;
  } catch {
    // Told below: the error of URL quotes the address.
  }
  throw new TypeError('QDRANT_URL must be an address such as http://qdrant:6333');
}

/** As written: URL drops the port that is its protocol's own, and `https://host:443` means 443. */
function portOf(url: string): number {
  const written = /^https?:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^/?#:]*):(\d+)/i.exec(url)?.[1];
  return written === undefined ? DEFAULT_PORT : Number(written);
}
