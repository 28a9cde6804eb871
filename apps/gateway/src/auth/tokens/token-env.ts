import { issuerEnv, jwksUrlVariable } from '@querent/catalog';
import { z } from 'zod';

const claimName = (fallback: string, meaning: string) => z.string().min(1).max(200).default(fallback).describe(meaning);

/** Variables about tokens (JWTs) of an issuer. */
export const tokenEnv = {
  ...issuerEnv,
  JWT_AUDIENCE: z
    .string()
    .optional()
    .describe(
      'values of the claim `aud`, separated by commas, of which a token must hold one; default: the address of /mcp under PUBLIC_URL, which MCP clients ask for. Needed with JWT_ISSUER when PUBLIC_URL is unset',
    ),
  JWT_JWKS_URL: jwksUrlVariable.describe(
    "address of the issuer's signing keys; https, or http on loopback. Default: discovered from the issuer's metadata",
  ),
  JWT_TENANT_CLAIM: claimName('tenant', 'claim with the tenant; a token without it is refused'),
  JWT_SCOPE_CLAIM: claimName(
    'scope',
    'claim with the scopes: a text with spaces between them, or a list; unknown scopes grant nothing',
  ),
  JWT_CONNECTIONS_CLAIM: claimName(
    'connections',
    'claim with the names of the connections that a caller may ask, like the scopes; a token without it may ask all of its tenant',
  ),
};

type TokenEnv = z.infer<z.ZodObject<typeof tokenEnv>> & { PUBLIC_URL?: string | undefined };

/** How tokens are checked and read. */
export interface TokenSettings {
  issuer: string;
  audiences: string[];
  /** Null: discovered. */
  jwksUrl: string | null;
  claims: { tenant: string; scopes: string; connections: string };
}

/** The settings of an environment; null: tokens are not accepted. */
export function tokenSettingsOf(env: TokenEnv): TokenSettings | null {
  if (env.JWT_ISSUER === undefined) return null;
  return {
    issuer: env.JWT_ISSUER,
    audiences: audiencesOf(env),
    jwksUrl: env.JWT_JWKS_URL ?? null,
    claims: { tenant: env.JWT_TENANT_CLAIM, scopes: env.JWT_SCOPE_CLAIM, connections: env.JWT_CONNECTIONS_CLAIM },
  };
}

/** Adds a mistake if tokens are accepted, but for no audience: any token of the issuer would be accepted. */
export function requireAudience(env: TokenEnv, context: z.RefinementCtx): void {
  if (env.JWT_ISSUER !== undefined && audiencesOf(env).length === 0)
    context.addIssue({
      code: 'custom',
      path: ['JWT_AUDIENCE'],
      message: 'is needed with JWT_ISSUER, unless PUBLIC_URL is set',
    });
}

function audiencesOf({ JWT_AUDIENCE, PUBLIC_URL }: TokenEnv): string[] {
  if (JWT_AUDIENCE === undefined) return PUBLIC_URL === undefined ? [] : [`${new URL(PUBLIC_URL).origin}/mcp`];
  return JWT_AUDIENCE.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
