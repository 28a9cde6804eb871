import { hasExpired, type Catalog } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayEnv } from '../../gateway-env';
import type { Caller } from '../caller';
import { unauthorized, type Credentials } from '../credentials';
import type { SignedIn } from '../oidc/sign-in';
import { demandOwnOrigin } from './own-origin';
import { sessionInCookie, setCookie } from './session-cookie';
import { SESSION_MS, type Session, type SessionRef, type SessionStore } from './session-store';

/** While a response lasts, its session is checked at this interval. */
const CHECK_MS = 1_000;

interface Deps {
  catalog: Pick<Catalog, 'keyNamed' | 'keyVersion'>;
  store: SessionStore;
  env: Pick<GatewayEnv, 'PUBLIC_URL' | 'JWT_ISSUER' | 'OIDC_CLIENT_ID'>;
}

/**
 * Sessions of browsers: a cookie in place of an API key, with the key's rights. A session ends when it is signed out,
 * when it is not used for twelve hours, and as soon as its key is revoked, changed or expires. That of a person has the
 * rights that the issuer granted at the sign-in. It ends twelve hours after that, because the gateway does not learn
 * when the issuer withdraws them.
 */
export class Sessions {
  constructor(private readonly deps: Deps) {}

  /** Opens a session of an API key, and sets its cookie. */
  async open(caller: Caller, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const version = this.deps.catalog.keyVersion(caller.name);
    if (version === null) throw unauthorized('Bearer realm="querent", error="invalid_token"');
    const ref = await this.deps.store.open(caller.tenant, { name: caller.name, version });
    reply.header('set-cookie', setCookie(this.deps.env, request, ref));
  }

  /**
   * Opens a session of a person, and sets its cookie.
   * @param signedIn whose caller is that of the person's token
   * @returns the caller of the session, which lasts longer than the token
   */
  async openForPerson(
    { caller, displayName, idToken }: SignedIn,
    issuer: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Caller> {
    const { name, tenant, scopes, connections } = caller;
    const expiresAt = new Date(Date.now() + SESSION_MS).toISOString();
    const granted = { scopes: [...scopes], ...(connections && { connections: [...connections] }), expiresAt };
    const person = { issuer, ...granted, displayName, idToken };
    const ref = await this.deps.store.open(tenant, { name, version: '', person });
    reply.header('set-cookie', setCookie(this.deps.env, request, ref));
    return { ...caller, expiresAt };
  }

  /**
   * The credentials of a request's cookie; null if it has no cookie. Renews the session.
   * @throws ProblemError `forbidden` if another origin sent the request, `unauthorized` if the session has ended
   */
  async credentials(request: FastifyRequest, reply: FastifyReply): Promise<Credentials | null> {
    const ref = sessionInCookie(this.deps.env, request);
    if (ref === null) return null;
    demandOwnOrigin(this.deps.env, request);
    const used = await this.deps.store.use(ref);
    const current = (): Caller | null => (used === null ? null : this.callerOf(ref.tenant, used.session));
    const caller = current();
    if (used === null || caller === null || caller.tenant !== ref.tenant)
      throw unauthorized('Bearer realm="querent", error="invalid_token"');
    // A shared cache may store a response to a request with a cookie, unlike one with an Authorization header.
    reply.header('cache-control', 'private, no-store');
    if (used.renewed) reply.header('set-cookie', setCookie(this.deps.env, request, ref));
    const ended = this.endOf(ref, reply);
    return {
      caller,
      current: () => (ended.aborted ? null : current()),
      ended,
      sessionEndsAtMs: Date.now() + used.leftMs,
      displayName: used.session.person?.displayName ?? null,
    };
  }

  /**
   * Ends the session of a request's cookie, if it has one, and deletes the cookie. Resolves with the ID token of a
   * person; null: it was the session of a key, or there was none.
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
    const ref = sessionInCookie(this.deps.env, request);
    const idToken = ref === null ? null : await this.deps.store.end(ref);
    reply.header('set-cookie', setCookie(this.deps.env, request, null));
    return idToken;
  }

  private callerOf(tenant: string, { name, version, person }: Session): Caller | null {
    const { catalog, env } = this.deps;
    if (person === undefined) return catalog.keyVersion(name) === version ? catalog.keyNamed(name) : null;
    const { issuer, displayName: _, idToken: __, ...granted } = person;
    const isAccepted = issuer === env.JWT_ISSUER && env.OIDC_CLIENT_ID !== undefined && !hasExpired(granted);
    return isAccepted ? { name, tenant, ...granted } : null;
  }

  /** Aborts when the session ends, also by a request to another gateway, as long as the response lasts. */
  private endOf(ref: SessionRef, reply: FastifyReply): AbortSignal {
    const ended = new AbortController();
    const check = setInterval(() => {
      // Without Redis the session's end is unknown; it is checked again when Redis is back.
      this.deps.store.isOpen(ref).then(
        (isOpen) => isOpen || ended.abort(),
        () => undefined,
      );
    }, CHECK_MS).unref();
    for (const event of ['finish', 'close']) reply.raw.once(event, () => clearInterval(check));
    return ended.signal;
  }
}
