import { isProtectedUrl } from '@querent/catalog';
import * as openid from 'openid-client';
import { CLOCK_TOLERANCE_S } from '../tokens/token-claims';
import { IssuerUnavailableError } from '../tokens/issuer-unavailable-error';
import { displayNameOf } from './display-name';
import type { OidcSettings } from './oidc-env';
import { SignInError } from './sign-in-error';

/** The metadata of the issuer are read again after this time. */
const FRESH_MS = 10 * 60_000;
const TIMEOUT_S = 5;
/** Longest ID token in an address, in characters: many servers accept 8 KB. */
const LONGEST_HINT = 6_000;

/** Secrets of one sign-in. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** The tokens that the issuer gave for a code. */
export interface IssuedTokens {
  accessToken: string;
  idToken: string;
  /** Name of the person, from the claims of the ID token; null: there is none. */
  displayName: string | null;
}

/** Authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636, RFC 9207) of one client. */
export class OidcClient {
  private known: { configuration: openid.Configuration; readAt: number } | null = null;
  private reading: Promise<openid.Configuration> | null = null;

  constructor(private readonly settings: OidcSettings) {}

  newSecrets(): SignInSecrets {
    return {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
  }

  /** The address at the issuer where a user signs in. @throws SignInError `issuer_unavailable`, `sign_in_failed` */
  async addressFor({ state, nonce, verifier }: SignInSecrets): Promise<string> {
    const configuration = await this.configuration().catch(rethrown);
    const address = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.settings.redirectUri,
      scope: this.settings.scopes,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    if (!isProtectedUrl(address.href)) throw new SignInError('sign_in_failed', 'the issuer signs in without https');
    return address.href;
  }

  /**
   * Exchanges the code in the issuer's answer. The claims of the ID token are checked; its signature is not.
   * @param search query of the address to which the issuer sent the browser
   * @throws SignInError
   */
  async tokensFor(search: string, { state, nonce, verifier }: SignInSecrets): Promise<IssuedTokens> {
    const answer = new URL(this.settings.redirectUri);
    answer.search = search;
    try {
      const answered = await openid.authorizationCodeGrant(await this.configuration(), answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { access_token: accessToken, id_token: idToken } = answered;
      if (idToken === undefined) throw new SignInError('sign_in_failed', 'the issuer gave no ID token');
      return { accessToken, idToken, displayName: displayNameOf(answered.claims()) };
    } catch (error) {
      return rethrown(error);
    }
  }

  /**
   * The address at the issuer where a person signs out (OpenID Connect RP-Initiated Logout 1.0 §2). Null if the issuer
   * has none, or does not answer: then people are signed out here alone.
   */
  async endAddressFor(idToken: string): Promise<string | null> {
    const configuration = await this.configuration().catch(() => null);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
    const { href } = openid.buildEndSessionUrl(configuration, {
      // The library names the client in any case, which is enough for most issuers.
      ...(idToken.length > LONGEST_HINT ? {} : { id_token_hint: idToken }),
      post_logout_redirect_uri: this.settings.signedOutUri,
    });
    return isProtectedUrl(href) ? href : null;
  }

  /** The metadata of the issuer, known or read. While it cannot be read again, the known ones stay in use. */
  private async configuration(): Promise<openid.Configuration> {
    const { known } = this;
    if (known !== null && performance.now() - known.readAt < FRESH_MS) return known.configuration;
    this.reading ??= this.discovered().finally(() => {
      this.reading = null;
    });
    return known === null ? this.reading : this.reading.catch(() => known.configuration);
  }

  private async discovered(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    const isLocal = new URL(issuer).protocol === 'http:';
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      { [openid.clockTolerance]: CLOCK_TOLERANCE_S },
      clientSecret === null ? openid.None() : secretAuthentication(clientSecret),
      {
        timeout: TIMEOUT_S,
        [openid.customFetch]: protectedFetch,
        execute: isLocal ? [openid.allowInsecureRequests] : [],
      },
    );
    // The library accepts other names of some issuers, whose tokens are refused here.
    if (configuration.serverMetadata().issuer !== issuer)
      throw new SignInError('sign_in_failed', 'the metadata of the issuer name another issuer');
    this.known = { configuration, readAt: performance.now() };
    return configuration;
  }
}

/** The secret in the header, unless the issuer accepts it in the body alone (OpenID Connect Discovery 1.0 §3). */
function secretAuthentication(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (issuer, client, body, headers) => {
    const accepted = issuer.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isInHeader = accepted.includes('client_secret_basic') || !accepted.includes('client_secret_post');
    return (isInHeader ? basic : post)(issuer, client, body, headers);
  };
}

/** Sends a request to a protected address. Redirects are not followed: they could lead to an unprotected one. */
const protectedFetch: openid.CustomFetch = async (address, options) => {
  if (!isProtectedUrl(address)) throw new Error('The issuer names an address without https');
  const response = await fetch(address, { ...options, redirect: 'manual' }).catch((error: unknown) => {
    throw new IssuerUnavailableError(error);
  });
  if (response.status >= 500) throw new IssuerUnavailableError(new Error(`the issuer answered ${response.status}`));
  return response;
};

/** Errors of authorization at the issuer that pass (RFC 6749 §4.1.2.1). */
const passing = ['server_error', 'temporarily_unavailable'];

/** Rethrows an error of the library as a SignInError. Its message names no code, token or claim. */
function rethrown(error: unknown): never {
  if (error instanceof SignInError) throw error;
  if (isAway(error)) throw new SignInError('issuer_unavailable', 'the issuer cannot be reached');
  if (error instanceof openid.AuthorizationResponseError)
    throw new SignInError(
      passing.includes(error.error) ? 'issuer_unavailable' : 'sign_in_refused',
      error.error.slice(0, 100),
    );
  if (error instanceof openid.ResponseBodyError) throw new SignInError('sign_in_failed', error.error.slice(0, 100));
  throw new SignInError('sign_in_failed', error instanceof Error ? error.message : 'unknown');
}

/** Whether an error, or one that caused it, is that of an issuer that did not answer. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof IssuerUnavailableError || error.name === 'TimeoutError' || isAway(error.cause);
}
