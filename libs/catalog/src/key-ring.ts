import { createHash, timingSafeEqual } from 'node:crypto';
import { bilingual } from '@querent/language';
import { z } from 'zod';
import { hasLogin } from './audience';
import type { Connection } from './files/connection-file';
import { isTokenCaller } from './token-callers';

/**
 * `query`: asks questions and reads its own runs. `sql:read`: also reads SQL and physical names. `admin`: administers
 * the key's tenant, and may ask. `operate`: operates the installation, across tenants. Neither `admin` nor `operate`
 * implies `sql:read`.
 */
export const scopes = ['query', 'sql:read', 'admin', 'operate'] as const;
export type Scope = (typeof scopes)[number];

/** The identity and permissions of a bearer key. */
export interface ApiKey {
  name: string;
  tenant: string;
  scopes: Scope[];
  /** Absent: every connection that is open to the tenant. */
  connections?: string[];
  /** Time of expiry, ISO 8601. */
  expiresAt?: string;
}
export type StoredKey = ApiKey & { sha256: string };

/** What an administrator sets of a key. */
export const keySettingsShape = {
  name: z
    .string()
    .min(1)
    .max(64)
    .refine(
      (name) => !isTokenCaller(name),
      bilingual('Names that begin with "jwt:" or "web:" belong to the callers of tokens.'),
    )
    .describe('name of the key; it is shown in lists and in the audit trail'),
  tenant: z.string().min(1).max(64).describe('tenant of the key'),
  scopes: z.array(z.enum(scopes)).min(1).describe('what the key may do'),
  connections: z.array(z.string().min(1)).optional().describe('connections that it may ask; absent: all of its tenant'),
  expiresAt: z.iso
    .datetime({ offset: true, message: bilingual('Must be a date and time with its zone, as 2027-01-31T00:00:00Z.') })
    .optional()
    .describe('time of expiry with its zone, ISO 8601; absent: the key does not expire'),
};

const keySchema = z.strictObject({
  ...keySettingsShape,
  sha256: z.string().regex(/^[0-9a-fA-F]{64}$/, bilingual('Must be the SHA-256 of the key: 64 hexadecimal digits.')),
});

/** `keys/<name>.yaml`: a key, in place of one of that name in `keys.yaml`; or that there is no key of that name. */
export const keyFileSchema = z.union([
  keySchema,
  z.strictObject({ name: keySettingsShape.name, revoked: z.literal(true) }),
]);
export type KeyFile = z.infer<typeof keyFileSchema>;

/** `keys.yaml`: contains only hashes; the keys are not stored. */
export const keysFileSchema = z.array(keySchema).superRefine((keys, context) => {
  keys.forEach((key, index) => {
    if (keys.findIndex((other) => other.name === key.name) < index)
      context.addIssue({
        code: 'custom',
        path: [index, 'name'],
        message: bilingual('A key named "{name}" is already defined above.', { name: key.name }),
      });
  });
});

/** The keys of demo mode: without a keys file, on loopback only. */
export const demoKeys: readonly StoredKey[] = [
  { name: 'demo', tenant: 'demo', scopes: [...scopes], sha256: sha256('demo') },
  { name: 'viewer', tenant: 'demo', scopes: ['query'], sha256: sha256('viewer') },
];

/** Finds the entry of a bearer key. Compares all hashes in constant time, so that timing reveals nothing. */
export function findKey(keys: readonly StoredKey[], bearer: string, now = Date.now()): ApiKey | null {
  const asked = Buffer.from(sha256(bearer), 'hex');
  let found: StoredKey | null = null;
  for (const key of keys) {
    if (timingSafeEqual(asked, Buffer.from(key.sha256, 'hex')) && !hasExpired(key, now)) found = key;
  }
  return found && withoutHash(found);
}

export const withoutHash = ({ sha256: _hash, ...key }: StoredKey): ApiKey => key;

/** A digest of everything about a key; it reveals neither the secret nor the hash of it. */
export const versionOf = ({ name, tenant, scopes: granted, connections, expiresAt, sha256: hash }: StoredKey): string =>
  sha256(JSON.stringify([name, tenant, granted, connections ?? null, expiresAt ?? null, hash.toLowerCase()]));

export const hasExpired = ({ expiresAt }: Pick<ApiKey, 'expiresAt'>, now = Date.now()): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now;

/**
 * Whether a key may query a connection: the connection must be open to it, and if tenants have separate logins, its
 * tenant must have one.
 */
export function mayAsk(
  key: Pick<ApiKey, 'tenant' | 'connections'>,
  connection: Pick<Connection, 'name' | 'tenants' | 'roles'>,
): boolean {
  return isOpenTo(key, connection) && hasLogin(connection, key.tenant);
}

/**
 * Whether a connection is open to a key: the key must list it (if it lists any), and the connection must list the
 * tenant (if it lists any).
 */
export function isOpenTo(
  key: Pick<ApiKey, 'tenant' | 'connections'>,
  connection: Pick<Connection, 'name' | 'tenants'>,
): boolean {
  const listed = key.connections === undefined || key.connections.includes(connection.name);
  return listed && (connection.tenants === undefined || connection.tenants.includes(key.tenant));
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
