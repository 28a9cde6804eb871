import type { Catalog } from '@querent/catalog';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayEnv } from '../../gateway-env';
import type { Caller } from '../caller';
import { unauthorized, type Credentials } from '../credentials';
import { demandOwnOrigin } from './own-origin';
import { sessionInCookie, setCookie } from './session-cookie';
import type { SessionRef, SessionStore } from './session-store';

/** While a response lasts, its session is checked at this interval. */
const CHECK_MS = 1_000;

interface Deps {
  catalog: Pick<Catalog, 'keyNamed' | 'keyVersion'>;
  store: SessionStore;
  env: Pick<GatewayEnv, 'PUBLIC_URL'>;
}

/**
 * Sessions of browsers: a cookie in place of an API key, with the key's rights. A session ends when it is signed out,
 * when it is not used for twelve hours, and as soon as its key is revoked, changed or expires.
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
   * The credentials of a request's cookie; null if it has no cookie. Renews the session.
   * @throws ProblemError `forbidden` if another origin sent the request, `unauthorized` if the session has ended
   */
  async credentials(request: FastifyRequest, reply: FastifyReply): Promise<Credentials | null> {
    const ref = sessionInCookie(this.deps.env, request);
    if (ref === null) return null;
    demandOwnOrigin(this.deps.env, request);
    const used = await this.deps.store.use(ref);
    const current = (): Caller | null =>
      used === null ? null : this.callerOf(used.session.name, used.session.version);
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
    };
  }

  /** Ends the session of a request's cookie, if it has one, and deletes the cookie. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const ref = sessionInCookie(this.deps.env, request);
    if (ref !== null) await this.deps.store.end(ref);
    reply.header('set-cookie', setCookie(this.deps.env, request, null));
  }

  private callerOf(name: string, version: string): Caller | null {
    const { catalog } = this.deps;
    return catalog.keyVersion(name) === version ? catalog.keyNamed(name) : null;
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
