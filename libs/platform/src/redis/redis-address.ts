/** Address and credentials of Redis. Contains passwords: never print it. */
export interface RedisAddress {
  kind: 'single' | 'sentinel' | 'cluster';
  /** The server, the sentinels, or some nodes of the cluster (they announce the rest). Never empty. */
  nodes: RedisNode[];
  isEncrypted: boolean;
  username?: string;
  password?: string;
  db: number;
  /** Sentinel's name of the master. */
  master?: string;
  sentinelUsername?: string;
  sentinelPassword?: string;
}

export interface RedisNode {
  host: string;
  port: number;
}

/** All mistakes in an address, without any part of the address, which may contain a password. */
export class RedisAddressError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(`This is not a valid Redis address: ${mistakes.join('; ')}`);
    this.name = 'RedisAddressError';
  }
}

const REDIS_FORMS =
  'redis://h:6379/<db>, redis+sentinel://h1:26379,h2:26379/<master>[/<db>] or redis+cluster://h1:6379,h2:6379, with user:password@ before the hosts, rediss for TLS';

const FORM =
  /^redis(?<encrypted>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>.*)@)?(?<hosts>[^/?#@]*)(?:\/(?<path>[^?#@]*))?(?:\?(?<query>[^#@]*))?$/i;
const HOST = /^(?<host>\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(?<port>\d{1,5}))?$/i;
const DEFAULT_PORT = { single: 6379, cluster: 6379, sentinel: 26379 } as const;
const KINDS = { sentinel: 'sentinel', cluster: 'cluster' } as const;
/** Allowed query parameters by kind. */
const QUERY: Readonly<Record<RedisAddress['kind'], readonly string[]>> = {
  single: [],
  cluster: [],
  sentinel: ['sentinelUsername', 'sentinelPassword'],
};

/**
 * Parses `redis://`, `rediss://`, `redis+sentinel://`, `redis+cluster://` and their encrypted forms. User and password
 * are percent-encoded.
 * @throws RedisAddressError that lists every mistake
 */
export function parseRedisAddress(text: string): RedisAddress {
  const parts = FORM.exec(text)?.groups;
  if (parts === undefined) throw new RedisAddressError([`must be one of ${REDIS_FORMS}`]);
  const mistakes: string[] = [];
  const kind = KINDS[(parts['kind'] ?? '').toLowerCase() as keyof typeof KINDS] ?? 'single';
  const address: RedisAddress = {
    kind,
    nodes: nodesOf(parts['hosts'] ?? '', kind, mistakes),
    isEncrypted: parts['encrypted'] !== '',
    ...loginOf(parts['login'], mistakes),
    ...pathOf(parts['path'] ?? '', kind, mistakes),
    ...queryOf(parts['query'] ?? '', kind, mistakes),
  };
  if (mistakes.length > 0) throw new RedisAddressError(mistakes);
  return address;
}

function nodesOf(hosts: string, kind: RedisAddress['kind'], mistakes: string[]): RedisNode[] {
  const all = hosts.split(',');
  if (kind === 'single' && all.length > 1)
    mistakes.push('has several hosts: use redis+sentinel:// or redis+cluster://');
  return all.map((text, at) => {
    const { host, port } = HOST.exec(text)?.groups ?? {};
    const node = { host: (host ?? '').replace(/^\[|\]$/g, ''), port: Number(port ?? DEFAULT_PORT[kind]) };
    if (host === undefined || node.port < 1 || node.port > 65_535)
      mistakes.push(`host ${at + 1} must be <host> or <host>:<port>`);
    return node;
  });
}

function loginOf(login: string | undefined, mistakes: string[]): Pick<RedisAddress, 'username' | 'password'> {
  if (login === undefined) return {};
  const at = login.indexOf(':');
  const [username, password] = at < 0 ? [login, ''] : [login.slice(0, at), login.slice(at + 1)];
  if (password === '') mistakes.push('has a user without a password: write <user>:<password>@ or :<password>@');
  return {
    ...(username === '' ? {} : { username: decoded(username, 'the user', mistakes) }),
    password: decoded(password, 'the password', mistakes),
  };
}

function pathOf(path: string, kind: RedisAddress['kind'], mistakes: string[]): Pick<RedisAddress, 'db' | 'master'> {
  const parts = path.split('/').filter((part) => part !== '');
  const master = kind === 'sentinel' ? parts.shift() : undefined;
  if (kind === 'sentinel' && master === undefined)
    mistakes.push('must name the master behind the sentinels: /<master>');
  if (kind === 'cluster' && parts.some((part) => part !== '0'))
    mistakes.push('must not have a database: a cluster has only one');
  else if (parts.length > 1 || !/^\d{0,3}$/.test(parts[0] ?? '')) mistakes.push('has a database that is not a number');
  return {
    db: kind === 'cluster' ? 0 : Number(parts[0] ?? 0),
    ...(master === undefined ? {} : { master: decoded(master, 'the master', mistakes) }),
  };
}

function queryOf(
  query: string,
  kind: RedisAddress['kind'],
  mistakes: string[],
): Pick<RedisAddress, 'sentinelUsername' | 'sentinelPassword'> {
  const given = new URLSearchParams(query.replaceAll('+', '%2B'));
  const known = QUERY[kind];
  if ([...given.keys()].some((name) => !known.includes(name)))
    mistakes.push(
      known.length === 0 ? 'must not have a query' : `must not have query parameters other than ${known.join(' and ')}`,
    );
  return Object.fromEntries(known.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])));
}

function decoded(text: string, what: string, mistakes: string[]): string {
  try {
    return decodeURIComponent(text);
  } catch {
    mistakes.push(`${what} is not percent-encoded: write % as %25`);
    return text;
  }
}

/** The passwords of an address, even an invalid one, as written and decoded. Empty if it is not a Redis address. */
export function passwordsOfRedis(text: string): string[] {
  const { login = '', query = '' } = FORM.exec(text)?.groups ?? {};
  const written = [
    login.slice(login.indexOf(':') + 1),
    ...QUERY.sentinel.map((name) => new RegExp(`${name}=([^&]*)`).exec(query)?.[1] ?? ''),
  ];
  return written.flatMap((password) => (password === '' ? [] : [password, decoded(password, '', [])]));
}
