import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startTokenIssuer, type TokenIssuer } from './token-issuer';

/** What an issuer does at the sign-in of a user; a test changes it. */
export interface IssuerBehaviour {
  /** Claims of the ID token beside those of a sign-in, or in their place. */
  idClaims: Record<string, unknown>;
  /** Claims of the access token, as of `TokenIssuer.token`; null: the access token is no JWT. */
  accessClaims: Record<string, unknown> | null;
  /** Parameters of its answer in place of the right ones; undefined omits one. */
  answer: Record<string, string | undefined>;
  /** Members of its metadata in place of the right ones. */
  metadata: Record<string, unknown>;
  /** Responds to a request for tokens; null: as the protocol demands. */
  token: ((response: ServerResponse) => void) | null;
}

/** An OpenID Connect provider on loopback with one client (OpenID Connect Core 1.0 §3.1), without a login page. */
export interface OpenIdIssuer {
  url: string;
  /** Changes what it does; absent members become the default. */
  behave(behaviour?: Partial<IssuerBehaviour>): void;
  /** Requests for tokens so far: their bodies, and the header Authorization. */
  exchanges: { body: URLSearchParams; authorization: string | undefined }[];
  /** Requests to sign a user out so far. */
  signOuts: URLSearchParams[];
  /** Whether it responds at all; if not, with 503. */
  isAway: boolean;
  tokens: TokenIssuer;
  stop(): Promise<void>;
}

export const CLIENT_ID = 'querent-console';

const usual: IssuerBehaviour = { idClaims: {}, accessClaims: null, answer: {}, metadata: {}, token: null };

interface Placement {
  /** See `startTokenIssuer`. */
  host?: 'localhost' | '127.0.0.1';
  /** Whether the user must follow a link at the issuer; otherwise it redirects at once. */
  page?: boolean;
}

export async function startOpenIdIssuer({ host, page = false }: Placement = {}): Promise<OpenIdIssuer> {
  const tokens = await startTokenIssuer(host);
  const { url } = tokens;
  const codes = new Map<string, URLSearchParams>();
  let behaviour = usual;

  const metadata = (): object => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    end_session_endpoint: `${url}/logout`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...behaviour.metadata,
  });
  const authorize = (asked: URLSearchParams, response: ServerResponse): void => {
    const isValid =
      asked.get('client_id') === CLIENT_ID &&
      asked.get('response_type') === 'code' &&
      asked.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(asked.get('code_challenge') ?? '') &&
      (asked.get('scope') ?? '').split(' ').includes('openid');
    if (!isValid) return void response.writeHead(400).end('the request of the client is not valid');
    const code = randomBytes(16).toString('hex');
    codes.set(code, asked);
    const back = new URL(asked.get('redirect_uri') ?? '');
    const answer = { code, state: asked.get('state') ?? '', iss: url, ...behaviour.answer };
    for (const [name, value] of Object.entries(answer)) if (value !== undefined) back.searchParams.set(name, value);
    if (!page) return void response.writeHead(302, { location: back.href }).end();
    const link = `<a href="${back.href.replaceAll('&', '&amp;')}">Continue</a>`;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><html lang="en"><title>Issuer</title><link rel="icon" href="data:,">${link}</html>`);
  };
  const signOut = (asked: URLSearchParams, response: ServerResponse): void => {
    issuer.signOuts.push(asked);
    const isValid =
      /^[^.]+\.[^.]+\.[^.]+$/.test(asked.get('id_token_hint') ?? '') && asked.get('client_id') === CLIENT_ID;
    if (!isValid) return void response.writeHead(400).end('the request of the client is not valid');
    response.writeHead(302, { location: asked.get('post_logout_redirect_uri') ?? '/' }).end();
  };
  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = new URLSearchParams(await textOf(request));
    issuer.exchanges.push({ body, authorization: request.headers.authorization });
    if (behaviour.token !== null) return behaviour.token(response);
    const asked = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === body.get('redirect_uri');
    response.setHeader('content-type', 'application/json');
    if (!isValid) return void response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
    const nonce = asked.get('nonce');
    const of = { aud: CLIENT_ID, scope: undefined, tenant: undefined, nonce, ...behaviour.idClaims };
    const issued = {
      access_token: behaviour.accessClaims === null ? 'opaque' : await tokens.token(behaviour.accessClaims),
      token_type: 'Bearer',
      id_token: await tokens.token(of, { typ: 'JWT' }),
    };
    response.end(JSON.stringify(issued));
  };
  const issuer: OpenIdIssuer = {
    url,
    exchanges: [],
    signOuts: [],
    isAway: false,
    tokens,
    behave(next = {}) {
      behaviour = { ...usual, ...next };
    },
    stop: () => tokens.stop(),
  };
  tokens.answerWith((request, response) => {
    if (issuer.isAway) return void response.writeHead(503).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/logout') return signOut(searchParams, response);
    if (pathname === '/token') return void exchange(request, response);
    response.setHeader('content-type', 'application/json');
    if (pathname === '/jwks') response.end(JSON.stringify({ keys: [tokens.signing().publicJwk] }));
    else if (pathname === '/.well-known/openid-configuration') response.end(JSON.stringify(metadata()));
    else response.writeHead(404).end();
  });
  return issuer;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
