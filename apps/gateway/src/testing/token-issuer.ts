import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';

/** An issuer of tokens on loopback, with its metadata and keys. */
export interface TokenIssuer {
  url: string;
  /** Requests for the keys so far. */
  keyReads(): number;
  /** The key that signs now. */
  signing(): { kid: string; privateKey: CryptoKey; publicJwk: JWK };
  /** A token for the audience `querent`, of tenant acme with the scope `query`, valid for five minutes. */
  token(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Signs with another key from now on. */
  rotate(): Promise<void>;
  /** Answers requests with this instead; null: as usual. */
  answerWith(answer: ((request: IncomingMessage, response: ServerResponse) => void) | null): void;
  stop(): Promise<void>;
}

export const AUDIENCE = 'querent';

/** @param host name of this machine in the address; `localhost` is another site than `127.0.0.1` for a browser */
export async function startTokenIssuer(host: 'localhost' | '127.0.0.1' = '127.0.0.1'): Promise<TokenIssuer> {
  let keyReads = 0;
  let count = 0;
  let other: Parameters<TokenIssuer['answerWith']>[0] = null;
  const pair = async (): Promise<ReturnType<TokenIssuer['signing']>> => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const kid = `key-${(count += 1)}`;
    return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
  };
  let current = await pair();
  const server = createServer((request, response) => {
    if (request.url === '/jwks') keyReads += 1;
    if (other !== null) return other(request, response);
    response.setHeader('content-type', 'application/json');
    if (request.url === '/jwks') response.end(JSON.stringify({ keys: [current.publicJwk] }));
    else if (request.url === '/.well-known/openid-configuration')
      response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/jwks` }));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    keyReads: () => keyReads,
    signing: () => current,
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1_000);
      const payload = {
        iss: url,
        aud: AUDIENCE,
        sub: 'user|1',
        tenant: 'acme',
        scope: 'query',
        iat: now,
        exp: now + 300,
        ...claims,
      };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'ES256', kid: current.kid, typ: 'at+jwt', ...header })
        .sign(current.privateKey);
    },
    async rotate() {
      current = await pair();
    },
    answerWith(answer) {
      other = answer;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
