import { bilingual } from '@querent/language';
import { z } from 'zod';
import { localizedTextSchema, type LocalizedText } from './localized-text';
import type { Problem } from './problem';
import { SecretReader } from '../secrets/secret-reader';
import { checkYaml, problemAt, type Read, type YamlDocument } from './yaml-document';

/** A database that can be queried. */
export interface Connection {
  name: string;
  label: LocalizedText;
  /**
   * With `${ENV}` expanded and decrypted. Null in a service without credentials, or if a variable or a key is missing
   * (a problem reports it).
   */
  url: string | null;
  schema: string;
  /** Absent: open to every tenant. */
  tenants?: string[];
  limits: ConnectionLimits;
  /**
   * Login per tenant. Null: the tenant has a separate login whose variable or key is missing; `url` must not be used
   * instead.
   */
  roles?: Record<string, string | null>;
  /**
   * With `roles`: relations and functions that are served although row security does not cover them, as `name` or
   * `schema.name`.
   */
  shared?: string[];
  /** Functions that statements may call in addition to the guard's list, as `name` or `schema.name`. */
  functions: string[];
  /** Whether a superuser login is allowed; grants and row security do not restrict it. */
  allowSuperuser: boolean;
  /** Absent: as set in the url. */
  tls?: ConnectionTls;
  examples: { zh: string[]; en: string[] };
}

/** `mode` has the values of libpq's `sslmode`; certificates and keys are PEM texts or paths of PEM files. */
export interface ConnectionTls {
  mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  ca?: string;
  cert?: string;
  /** Absent in a service without credentials. */
  key?: string;
  /** Expected name in the server's certificate, if it differs from the host of the url. */
  serverName?: string;
}

export interface ConnectionLimits {
  statementTimeoutMs: number;
  /** Timeout of a statement in the slow queue, ms. */
  slowTimeoutMs: number;
  maxRows: number;
  /** Maximum bytes of a result, in the server's text format. */
  maxBytes: number;
  /** Maximum bytes of one value; longer values are truncated. */
  maxCellBytes: number;
  /** Estimated cost by PostgreSQL (unit: a sequential page read) above which a query is refused; null: no limit. */
  maxCost: number | null;
  /** Estimated rows of one step of a query, by PostgreSQL, above which it is refused; null: no limit. */
  maxScannedRows: number | null;
  /** Estimated cost by PostgreSQL above which a query is moved to the slow queue; null: never. */
  slowCost: number | null;
  /** Concurrent statements per executor process. */
  maxConcurrent: number;
  /** Concurrent statements of one tenant. */
  maxConcurrentPerTenant: number;
  /** Maximum waiting statements per executor process. */
  maxWaiting: number;
  /** Time that a run waits for an unreachable database, ms; null: the executor's default. */
  outageWaitMs: number | null;
}

export const defaultLimits: ConnectionLimits = {
  statementTimeoutMs: 30_000,
  slowTimeoutMs: 300_000,
  maxRows: 10_000,
  maxBytes: 32 * 1024 * 1024,
  maxCellBytes: 64 * 1024,
  // About 20 minutes of server time: in practice, accidental cross joins.
  maxCost: 100_000_000,
  maxScannedRows: null,
  // About ten seconds of server time.
  slowCost: 1_000_000,
  maxConcurrent: 4,
  maxConcurrentPerTenant: 3,
  maxWaiting: 200,
  outageWaitMs: null,
};

const urlSchema = z.string().min(1);
export const connectionFileSchema = z.strictObject({
  label: localizedTextSchema.optional(),
  url: urlSchema,
  schema: z.string().min(1).max(63).default('public'),
  tenants: z.array(z.string().min(1)).min(1).optional(),
  limits: z
    .strictObject({
      statementTimeoutMs: z.number().int().min(100).max(600_000).optional(),
      slowTimeoutMs: z.number().int().min(100).max(480_000).optional(),
      maxRows: z.number().int().min(1).max(100_000_000).optional(),
      maxBytes: z.number().int().min(1024).optional(),
      maxCellBytes: z
        .number()
        .int()
        .min(256)
        .max(16 * 1024 * 1024)
        .optional(),
      maxCost: z.number().positive().optional(),
      maxScannedRows: z.number().positive().optional(),
      slowCost: z.number().positive().optional(),
      maxConcurrent: z.number().int().min(1).max(100).optional(),
      maxConcurrentPerTenant: z.number().int().min(1).max(100).optional(),
      maxWaiting: z.number().int().min(0).max(10_000).optional(),
      outageWaitMs: z.number().int().min(0).max(120_000).optional(),
    })
    .optional(),
  roles: z.record(z.string(), urlSchema).optional(),
  shared: z.array(z.string().min(1).max(127)).optional(),
  functions: z
    .array(
      z
        .string()
        .regex(
          /^[a-z_][a-z0-9_$]*(\.[a-z_][a-z0-9_$]*)?$/,
          bilingual('must be the name of a function, with its schema or without'),
        ),
    )
    .optional(),
  allowSuperuser: z.boolean().optional(),
  tls: z
    .strictObject({
      mode: z.enum(['disable', 'require', 'verify-ca', 'verify-full']),
      ca: z.string().min(1).optional(),
      cert: z.string().min(1).optional(),
      key: z.string().min(1).optional(),
      serverName: z.string().min(1).optional(),
    })
    .optional(),
  examples: z
    .strictObject({ zh: z.array(z.string().min(1)).optional(), en: z.array(z.string().min(1)).optional() })
    .optional(),
});

/** Environment for expanding and decrypting urls; null in services without database credentials. */
export type Credentials = Readonly<Record<string, string | undefined>> | null;

/**
 * Parses `connections/<name>.yaml`. If a variable or key is missing, the connection stays listed with `url: null`, so
 * that queries are answered "misconfigured".
 */
export function readConnection(
  name: string,
  document: YamlDocument,
  credentials: Credentials,
): Read<{ connection: Connection; warnings: Problem[] }> {
  const read = checkYaml(document, connectionFileSchema);
  if (!read.ok) return read;
  const { label, url, schema, tenants, limits, roles, shared, functions, allowSuperuser, tls, examples } = read.value;
  const warnings: Problem[] = [];
  if (shared !== undefined && roles === undefined)
    warnings.push(
      problemAt(document, 'shared', bilingual('has no effect without "roles": all tenants share a login then.')),
    );
  const secrets = new SecretReader(name, document, credentials, warnings);
  const key = tls?.key === undefined ? undefined : secrets.text('tls.key', tls.key);
  const login = (field: string, text: string): string | null => {
    const address = secrets.address(field, text);
    // Without the TLS key no login can be used, as if the address were missing.
    return key === null ? null : address;
  };
  const connection: Connection = {
    name,
    label: label ?? { zh: name, en: name },
    url: login('url', url),
    schema,
    ...(tenants ? { tenants } : {}),
    limits: { ...defaultLimits, ...limits },
    ...(roles
      ? {
          roles: Object.fromEntries(
            Object.entries(roles).map(([tenant, text]) => [tenant, login(`roles.${tenant}`, text)]),
          ),
        }
      : {}),
    ...(shared ? { shared } : {}),
    functions: functions ?? [],
    allowSuperuser: allowSuperuser ?? false,
    ...(tls ? { tls: { ...tls, key: key ?? undefined } } : {}),
    examples: { zh: examples?.zh ?? [], en: examples?.en ?? [] },
  };
  return { ok: true, value: { connection, warnings } };
}
