import { isPublicAddress, literalAddress } from './public-address';

interface Settings {
  QUERENT_SECRET_KEY?: string | undefined;
  WEBHOOK_ALLOW_PRIVATE: boolean;
}

type Mistake = { zh: string; en: string };

const mistakes = {
  unsigned: {
    zh: '未启用回调：需要管理员设置签名密钥',
    en: 'webhooks are not enabled: an administrator has to set the signing key',
  },
  credentials: { zh: '地址中不能包含用户名或密码', en: 'must not contain a user name or password' },
  private: { zh: '不能是内部网络地址', en: 'must not be a private address' },
} satisfies Record<string, Mistake>;

/** Host names that always mean this machine, independent of DNS. */
const OWN_NAMES = /(?:^|\.)localhost\.?$/i;

/**
 * Why a callback URL is refused; null if it is accepted. Host names are resolved at each call: see public-address.ts.
 */
export function callbackMistake(
  callbackUrl: string,
  { QUERENT_SECRET_KEY, WEBHOOK_ALLOW_PRIVATE }: Settings,
): Mistake | null {
  if (QUERENT_SECRET_KEY === undefined) return mistakes.unsigned;
  const url = new URL(callbackUrl);
  if (url.username !== '' || url.password !== '') return mistakes.credentials;
  if (WEBHOOK_ALLOW_PRIVATE) return null;
  const literal = literalAddress(url);
  const isPrivate = literal === null ? OWN_NAMES.test(url.hostname) : !isPublicAddress(literal);
  return isPrivate ? mistakes.private : null;
}
