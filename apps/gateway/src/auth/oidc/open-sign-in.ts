import type { RedisClient } from '@querent/platform';
import type { FindTokenCaller } from '../tokens/token-callers';
import { BegunSignIns } from './begun-sign-ins';
import { oidcSettingsOf } from './oidc-env';
import type { SignIn } from './sign-in';

/** The sign-in with the issuer; null if it is not configured. Its library is loaded only if it is. */
export async function openSignIn(
  env: Parameters<typeof oidcSettingsOf>[0] & { QUEUE_PREFIX: string },
  redis: RedisClient,
  findTokenCaller: FindTokenCaller | null,
): Promise<SignIn | null> {
  const settings = oidcSettingsOf(env);
  if (settings === null || findTokenCaller === null) return null;
  const [{ OidcClient }, { SignIn }] = await Promise.all([import('./oidc-client'), import('./sign-in')]);
  const begun = new BegunSignIns(redis, env.QUEUE_PREFIX);
  return new SignIn({ settings, client: new OidcClient(settings), begun, findTokenCaller });
}
