import { z } from 'zod';
import { localizedTextSchema, type LocalizedText } from './localized-text';
import type { Problem } from './problem';
import { SecretReader } from '../secrets/secret-reader';
import { checkYaml, problemAt, type Read, type YamlDocument } from './yaml-document';

/** A database that may be asked. */
export interface Connection {
  name: string;
  label: LocalizedText;
  /**
   * With `${ENV}` expanded and decrypted. Null in a service that holds no credentials, or where a variable or a key is
   * missing (then a problem says so).
   */
  url: string | null;
  schema: string;
  /** Absent: every tenant may ask it. */
  tenants?: string[];
  limits: ConnectionLimits;
  /**
   * Login per tenant. Null: the tenant has a login of its own but its variable or key is missing; never fall back to
   * `url` then.
   */
  roles?: Record<string, string | null>;
  /**
   * With `roles`: relations and functions that are served though row security does not reach them, as `name` or
   * `schema.name`.
   */
  shared?: string[];
  /** Functions beyond the guard's list that statements may call, as `name` or `schema.name`. */
  functions: string[];
  /** Whether a login that is a superuser may be used: no grant and no row security binds it. */
  allowSuperuser: boolean;
  /** Absent: as the url says. */
  tls?: ConnectionTls;
  examples: { zh: string[]; en: string[] };
}

/** As libpq's `sslmode`; certificates and keys are PEM texts or paths of PEM files. */
export interface ConnectionTls {
  mode: 'disable' | 'require' | 'verify-ca' | 'verify-full';
  ca?: string;
  cert?: string;
  /** Absent in a service that holds no credentials. */
  key?: string;
  /** The name that the server's certificate must bear, where it is not the host of the url. */
  serverName?: string;
}

export interface ConnectionLimits {
  statementTimeoutMs: number;
  /** Milliseconds for a statement of the slow queue. */
  slowTimeoutMs: number;
  maxRows: number;
  /** Bytes of a result, counted in the server's text form. */
  maxBytes: number;
  /** Bytes of one value; what is longer is cut. */
  maxCellBytes: number;
  /** PostgreSQL's own estimate (unit: a page read in sequence) above which a query is not run; null: no bound. */
  maxCost: number | null;
  /** Rows that PostgreSQL expects one step of a query to touch, above which it is not run; null: no bound. */
  maxScannedRows: number | null;
  /** PostgreSQL's own estimate above which a query waits in the slow queue; null: none does. */
  slowCost: number | null;
  /** Statements at once, for each executor process. */
  maxConcurrent: number;
  /** Of these, for one tenant. */
  maxConcurrentPerTenant: number;
  /** Statements that may wait for their turn, for each executor process. */
  maxWaiting: number;
  /** Milliseconds that a run waits for a database that cannot be reached; null: as the executor's environment says. */
  outageWaitMs: number | null;
}

export const defaultLimits: ConnectionLimits = {
  statementTimeoutMs: 30_000,
  slowTimeoutMs: 300_000,
  maxRows: 10_000,
  maxBytes: 32 * 1024 * 1024,
  maxCellBytes: 64 * 1024,
  // Some 20 minutes of a server's work: in practice, tables that nobody meant to multiply with each other.
  maxCost: 100_000_000,
  maxScannedRows: null,
  // Some ten seconds of it.
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
          'must be the name of a function, with its schema or without',
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

/** Environment to expand and decrypt urls with; null in services that hold no database credentials. */
export type Credentials = Readonly<Record<string, string | undefined>> | null;

/**
 * Reads `connections/<name>.yaml`. A missing variable or key is a problem but not a reason to forget the connection: it
 * stays listed, with `url: null`, so that asking it can say "misconfigured".
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
    warnings.push(problemAt(document, 'shared', 'has no effect without "roles": there all tenants share a login.'));
  const secrets = new SecretReader(name, document, credentials, warnings);
  const key = tls?.key === undefined ? undefined : secrets.text('tls.key', tls.key);
  const login = (field: string, text: string): string | null => {
    const address = secrets.address(field, text);
    // Without its key no login can be used: the connection is as misconfigured as without an address.
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
