import { isProtectedUrl } from '@querent/catalog';
import { z } from 'zod';
import type { tokenEnv } from '../tokens/token-env';

const text = (most: number) => z.string().min(1).max(most);

/** Variables about the sign-in of people with the issuer of tokens (OpenID Connect). */
export const oidcEnv = {
  OIDC_CLIENT_ID: text(200)
    .optional()
    .describe(
      'client of JWT_ISSUER with which people sign in to the console, beside keys; needs JWT_ISSUER and PUBLIC_URL. Its redirect address is PUBLIC_URL with the path /v1/session/callback',
    ),
  OIDC_CLIENT_SECRET: text(1_000)
    .optional()
    .describe('secret of OIDC_CLIENT_ID, if the issuer demands one; without it the client is public, with PKCE alone'),
  OIDC_SCOPES: text(1_000)
    .refine((scopes) => scopes.split(' ').includes('openid'), 'must contain openid')
    .default('openid profile')
    .describe(
      'scopes that a sign-in asks the issuer for, with spaces between them; add those with which the issuer puts the mapped claims into its tokens',
    ),
  OIDC_LABEL: text(60)
    .optional()
    .describe('text of the button with which people sign in; default: “Sign in with your organisation”'),
};

type OidcEnv = z.infer<z.ZodObject<typeof oidcEnv>> &
  Pick<z.infer<z.ZodObject<typeof tokenEnv>>, 'JWT_ISSUER'> & { PUBLIC_URL?: string | undefined };

/** How people sign in with the issuer. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  scopes: string;
  /** Address to which the issuer sends a browser back. */
  redirectUri: string;
  /** Address to which the issuer sends a browser back that has signed out. */
  signedOutUri: string;
  /** Text of the button; null: that of the page. */
  label: string | null;
}

/** The settings of an environment; null: people sign in with keys alone. */
export function oidcSettingsOf(env: OidcEnv): OidcSettings | null {
  const { JWT_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL: publicUrl } = env;
  if (issuer === undefined || clientId === undefined || publicUrl === undefined) return null;
  return {
    issuer,
    clientId,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    scopes: env.OIDC_SCOPES,
    redirectUri: new URL('/v1/session/callback', publicUrl).href,
    signedOutUri: new URL('/', publicUrl).href,
    label: env.OIDC_LABEL ?? null,
  };
}

/** Adds a mistake if a client is configured without the variables that it needs. */
export function requireIssuer(env: OidcEnv, context: z.RefinementCtx): void {
  const { OIDC_CLIENT_ID, JWT_ISSUER, PUBLIC_URL } = env;
  if (OIDC_CLIENT_ID === undefined) return;
  const add = (message: string): void => context.addIssue({ code: 'custom', path: ['OIDC_CLIENT_ID'], message });
  if (JWT_ISSUER === undefined) add('needs JWT_ISSUER');
  if (PUBLIC_URL === undefined) add('needs PUBLIC_URL');
  else if (!isProtectedUrl(PUBLIC_URL)) add('needs a PUBLIC_URL with https, except on loopback');
}
