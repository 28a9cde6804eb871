import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Client, type ClientBase, type ClientConfig } from 'pg';

/** Members of pg's clients that its types omit. */
interface RunningClient extends ClientBase {
  connectionParameters: { host: string; port: number; ssl?: boolean | ConnectionOptions; sslnegotiation?: string };
  connection: WireConnection;
  processID: number | null;
  secretKey: number;
}

interface WireConnection {
  stream: { destroy(): void; remoteAddress?: string };
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  on(event: 'connect' | 'sslconnect' | 'error' | 'end', listener: () => void): void;
}

/** Time limit of a cancel request that gets no reply. */
const CANCEL_CONNECT_MS = 1_000;

/**
 * Asks the server, over a separate connection as the protocol demands, to cancel the running statement of `client`.
 * Such a request has no reply: its effect shows on the first connection.
 *
 * It is the protocol's request, as libpq's PQcancel sends it, not pg_cancel_backend: it needs no login, no free slot in
 * our pool and none among the server's connections, which is when cancelling matters most. It identifies the session by
 * a secret, so that it cannot hit a later session with the same process id.
 */
export function requestCancel(client: ClientBase): void {
  const { connectionParameters, connection: running, processID, secretKey } = client as RunningClient;
  if (processID === null) return;
  const { host, port, ssl, sslnegotiation } = connectionParameters;
  // To the exact address of the running connection: a name may resolve to several servers, and only one has the
  // session.
  const address = running.stream.remoteAddress ?? host;
  const options = { host: address, port, ssl: ssl ? toAddress(ssl, host) : false, ...(ssl ? { sslnegotiation } : {}) };
  const { connection } = new Client(options as ClientConfig) as unknown as { connection: WireConnection };
  const send = () => connection.cancel(processID, secretKey);
  const giveUp = setTimeout(() => connection.stream.destroy(), CANCEL_CONNECT_MS);
  connection.on('connect', () => {
    if (!ssl) send();
    else if (sslnegotiation !== 'direct') connection.requestSsl();
  });
  connection.on('sslconnect', send);
  connection.on('error', () => undefined);
  connection.on('end', () => clearTimeout(giveUp));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, address);
}

/** The certificate must still match the requested name, not the address. */
function toAddress(ssl: true | ConnectionOptions, host: string): ConnectionOptions {
  const options = ssl === true ? {} : ssl;
  // pg hides the key from enumeration, so a spread alone would lose it.
  const key = options.key === undefined ? {} : { key: options.key };
  return { ...options, ...key, ...(isIP(host) ? {} : { servername: options.servername ?? host }) };
}
