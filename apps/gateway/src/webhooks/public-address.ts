import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isBrowserCaller } from '@querent/catalog';
import ipaddr from 'ipaddr.js';
import type { Caller } from '../auth/caller';

/** A host resolved to an address of an internal network, or to no unicast address. */
export class PrivateAddressError extends Error {
  constructor() {
    super('The address is private, link-local or reserved');
    this.name = 'PrivateAddressError';
  }
}

/**
 * The allocated range of IPv6. Other ranges embed IPv4 addresses in many forms (`::7f00:1` is 127.0.0.1 to some
 * stacks). RFC 4291 §2.4, IANA.
 */
const ALLOCATED = ipaddr.IPv6.parseCIDR('2000::/3');
/** In a public range, but answered by the cloud platform itself: Azure's WireServer. */
const OF_THE_CLOUD: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Whether an address belongs to the public Internet; an IPv4 address in IPv6 form is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const judged = ipaddr.process(address);
  if (judged instanceof ipaddr.IPv6 && !judged.match(ALLOCATED)) return false;
  return judged.range() === 'unicast' && !OF_THE_CLOUD.has(judged.toString());
}

/** The literal address in a URL (`[::1]` without its brackets); null if the URL names a host. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : null;
}

/**
 * Resolves a host for a connection and refuses private addresses. The check is part of connecting, because a name that
 * resolved to a public address earlier may resolve to a private one now (DNS rebinding).
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const [first] = found;
    if (first === undefined || found.some(({ address }) => !isPublicAddress(address)))
      return callback(new PrivateAddressError(), '', 0);
    return options.all === true ? callback(null, found) : callback(null, first.address, first.family);
  });
};

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
  browser: {
    zh: '浏览器令牌不能设置回调地址',
    en: 'must be absent with a browser token, whose holder must not choose where the gateway sends data',
  },
  private: { zh: '不能是内部网络地址', en: 'must not be a private address' },
} satisfies Record<string, Mistake>;

/** Host names that always mean this machine, independent of DNS. */
const OWN_NAMES = /(?:^|\.)localhost\.?$/i;

/**
 * Why a callback URL is refused; null if it is accepted. Host names are resolved at each call: see `publicLookup`.
 */
export function callbackMistake(
  callbackUrl: string,
  caller: Pick<Caller, 'name'>,
  { QUERENT_SECRET_KEY, WEBHOOK_ALLOW_PRIVATE }: Settings,
): Mistake | null {
  if (isBrowserCaller(caller.name)) return mistakes.browser;
  if (QUERENT_SECRET_KEY === undefined) return mistakes.unsigned;
  const url = new URL(callbackUrl);
  if (url.username !== '' || url.password !== '') return mistakes.credentials;
  if (WEBHOOK_ALLOW_PRIVATE) return null;
  const literal = literalAddress(url);
  const isPrivate = literal === null ? OWN_NAMES.test(url.hostname) : !isPublicAddress(literal);
  return isPrivate ? mistakes.private : null;
}
