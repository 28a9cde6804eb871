import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name that resolved to an address inside our own network (or to no unicast address at all). */
export class PrivateAddressError extends Error {
  constructor() {
    super('The address is a private, link-local or reserved one');
    this.name = 'PrivateAddressError';
  }
}

/**
 * All of IPv6 that is given out; the rest holds IPv4 addresses in many dresses (`::7f00:1` is 127.0.0.1 to some
 * stacks). RFC 4291 §2.4, IANA.
 */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its range, and answered by the cloud that we may run in: Azure's WireServer. */
const OF_THE_CLOUD: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Whether an address belongs to the public internet; an IPv4 address written as IPv6 is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const judged = ipaddr.process(address);
  if (judged instanceof ipaddr.IPv6 && !judged.match(GIVEN_OUT)) return false;
  return judged.range() === 'unicast' && !OF_THE_CLOUD.has(judged.toString());
}

/** The literal address that a URL names, if it names one rather than a host: `[::1]` without its brackets. */
export function literalAddress(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : null;
}

/**
 * Resolves a host for a connection, and refuses private answers. The check stands at the connection itself: a name that
 * was public when it was looked at may be private when it is connected to (DNS rebinding).
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
