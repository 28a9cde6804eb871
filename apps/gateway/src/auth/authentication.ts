import { hasExpired, type ApiKey } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserTokens } from './browser-tokens/browser-tokens';
import { unauthorized, type Credentials } from './credentials';
import type { Sessions } from './sessions/sessions';
import type { FindTokenCaller } from './tokens/token-callers';

/** Finds the API key of a bearer token; null for an unknown token. */
export type FindKey = (bearer: string) => ApiKey | null;

const LONGEST_KEY = 512;
/** Longer tokens are refused before they are decoded. Node limits all headers of a request to 16 KB. */
const LONGEST_TOKEN = 8_192;

/** A JWT as a JWS: three parts in base64url (RFC 7519 §3). */
const tokenFormat = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Checks API keys, tokens of pages, tokens of an issuer if one is configured, and sessions of browsers. */
export class Authentication {
  constructor(
    private readonly findKey: FindKey,
    private readonly findTokenCaller: FindTokenCaller | null,
    private readonly browserTokens: Pick<BrowserTokens, 'credentials'>,
    private readonly sessions: Pick<Sessions, 'credentials'>,
  ) {}

  /**
   * The credentials of a request: those of its Authorization header, else those of its cookie.
   * @throws ProblemError as `ofHeader`; `forbidden` if another origin sent a request with a cookie
   */
  async ofRequest(request: FastifyRequest, reply: FastifyReply): Promise<Credentials> {
    const { authorization } = request.headers;
    const ofCookie = authorization === undefined ? await this.sessions.credentials(request, reply) : null;
    return ofCookie ?? this.ofHeader(authorization);
  }

  /**
   * The credentials of an Authorization header (RFC 6750).
   * @throws ProblemError `unauthorized` if they are missing or invalid
   * @throws IssuerUnavailableError if a token cannot be checked
   */
  async ofHeader(authorization: string | undefined): Promise<Credentials> {
    const bearer = /^bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
    if (bearer === undefined) throw unauthorized('Bearer realm="querent"');
    const found = this.ofKey(bearer) ?? (await this.ofToken(bearer));
    if (found === null) throw unauthorized('Bearer realm="querent", error="invalid_token"');
    return found;
  }

  /** The credentials of an API key; null if there is no such key. */
  ofKey(bearer: string): Credentials | null {
    const caller = bearer.length <= LONGEST_KEY ? this.findKey(bearer) : null;
    return caller && { caller, current: () => this.findKey(bearer) };
  }

  private async ofToken(bearer: string): Promise<Credentials | null> {
    if (bearer.length > LONGEST_TOKEN || !tokenFormat.test(bearer)) return null;
    const ofBrowser = await this.browserTokens.credentials(bearer);
    if (ofBrowser !== null || this.findTokenCaller === null) return ofBrowser;
    const caller = await this.findTokenCaller(bearer);
    return caller && { caller, current: () => (hasExpired(caller) ? null : caller) };
  }
}
