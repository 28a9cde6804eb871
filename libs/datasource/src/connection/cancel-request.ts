import { Client, type ClientBase } from 'pg';

/** What pg's clients have and its types leave out. */
interface RunningClient extends ClientBase {
  connectionParameters: { host: string; port: number; ssl?: boolean | object };
  processID: number;
  secretKey: number;
}

interface WireConnection {
  stream: { destroy(): void };
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  on(event: 'connect' | 'sslconnect' | 'error' | 'end', listener: () => void): void;
}

/** A cancel request that the network swallows is given up after this. */
const CANCEL_CONNECT_MS = 1_000;

/**
 * Asks the server, over a connection of its own as the protocol demands, to cancel whatever `client`
 * is running. Nobody answers such a request: whether it helped shows on the first connection.
 */
export function requestCancel(client: ClientBase): void {
  const { connectionParameters, processID, secretKey } = client as RunningClient;
  const { host, port, ssl } = connectionParameters;
  const { connection } = new Client({ host, port, ssl }) as unknown as { connection: WireConnection };
  const send = () => connection.cancel(processID, secretKey);
  const giveUp = setTimeout(() => connection.stream.destroy(), CANCEL_CONNECT_MS);
  connection.on('connect', () => (ssl ? connection.requestSsl() : send()));
  connection.on('sslconnect', send);
  connection.on('error', () => undefined);
  connection.on('end', () => clearTimeout(giveUp));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
