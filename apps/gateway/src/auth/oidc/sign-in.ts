import type { ApiKey } from '@querent/catalog';
import { IssuerUnavailableError } from '../tokens/issuer-unavailable-error';
import type { FindTokenCaller } from '../tokens/token-callers';
import type { BegunSignIns } from './begun-sign-ins';
import type { IssuedTokens, OidcClient } from './oidc-client';
import type { OidcSettings } from './oidc-env';
import { SignInError } from './sign-in-error';

interface Deps {
  settings: OidcSettings;
  client: OidcClient;
  begun: BegunSignIns;
  findTokenCaller: FindTokenCaller;
}

/** A person who has signed in. */
export interface SignedIn {
  caller: ApiKey;
  displayName: string | null;
  /** Names the session at the issuer when the person signs out. */
  idToken: string;
}

/** Sign-in of people with the issuer of tokens. */
export class SignIn {
  constructor(private readonly deps: Deps) {}

  get label(): string | null {
    return this.deps.settings.label;
  }

  get issuer(): string {
    return this.deps.settings.issuer;
  }

  /**
   * Begins a sign-in, and returns the address at the issuer.
   * @param returnTo page of the console, of `returnAddress`
   * @param browser secret of the browser's cookie
   * @throws SignInError
   */
  async begin(returnTo: string, browser: string): Promise<string> {
    const { client, begun } = this.deps;
    const { state, nonce, verifier } = client.newSecrets();
    const address = await client.addressFor({ state, nonce, verifier }).catch(returningTo(returnTo));
    await begun.add(state, browser, { nonce, verifier, returnTo });
    return address;
  }

  /**
   * Completes a sign-in with the issuer's answer: who signed in, and the page to return to.
   * @param search query of the request
   * @param browser secret of the browser's cookie; null: it has none
   * @throws SignInError
   */
  async finish(search: string, browser: string | null): Promise<SignedIn & { returnTo: string }> {
    const states = new URLSearchParams(search).getAll('state');
    const [state = ''] = states;
    if (states.length !== 1 || browser === null) throw new SignInError('sign_in_expired', 'no state or no cookie');
    const begun = await this.deps.begun.take(state, browser);
    if (begun === null) throw new SignInError('sign_in_expired', 'the state is unknown, or of another browser');
    const { returnTo } = begun;
    try {
      const tokens = await this.deps.client.tokensFor(search, { state, ...begun });
      const caller = await this.callerOf(tokens);
      if (caller === null) throw new SignInError('no_rights', 'no token has a tenant and a scope for this product');
      return { caller, displayName: tokens.displayName, idToken: tokens.idToken, returnTo };
    } catch (error) {
      return returningTo(returnTo)(error);
    }
  }

  /** The address at the issuer where a person signs out; null: there is none. */
  endAddressFor(idToken: string): Promise<string | null> {
    return this.deps.client.endAddressFor(idToken);
  }

  /**
   * The caller of the access token, if that is one for this product, else of the ID token. Their claims are never
   * joined. Null if neither grants a scope.
   */
  private async callerOf({ accessToken, idToken }: IssuedTokens): Promise<ApiKey | null> {
    const { settings, findTokenCaller } = this.deps;
    const callers = [await findTokenCaller(accessToken), await findTokenCaller(idToken, [settings.clientId])];
    return callers.find((caller) => caller !== null && caller.scopes.length > 0) ?? null;
  }
}

const returningTo =
  (returnTo: string) =>
  (error: unknown): never => {
    if (error instanceof SignInError) throw new SignInError(error.problem, error.reason, returnTo);
    if (error instanceof IssuerUnavailableError)
      throw new SignInError('issuer_unavailable', 'the signing keys cannot be read', returnTo);
    throw error;
  };
