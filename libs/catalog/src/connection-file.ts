import { z } from 'zod';
import { expandEnvironment } from './environment-expansion';
import { localizedTextSchema, type LocalizedText } from './localized-text';
import type { Problem } from './problem';
import { checkYaml, problemAt, type Read, type YamlDocument } from './yaml-document';

/** A database that may be asked. */
export interface Connection {
  name: string;
  label: LocalizedText;
  /** With `${ENV}` expanded. Null in a service that holds no credentials, or where a variable is missing (then a problem says so). */
  url: string | null;
  schema: string;
  /** Absent: every tenant may ask it. */
  tenants?: string[];
  limits: ConnectionLimits;
  /** Login per tenant. Null: the tenant has a login of its own but its variable is missing; never fall back to `url` then. */
  roles?: Record<string, string | null>;
  examples: { zh: string[]; en: string[] };
}

export interface ConnectionLimits {
  statementTimeoutMs: number;
  maxRows: number;
  maxBytes: number;
  /** PostgreSQL's own estimate above which a query is not run; null: no bound. */
  maxCost: number | null;
}

export const defaultLimits: ConnectionLimits = { statementTimeoutMs: 30_000, maxRows: 10_000, maxBytes: 32 * 1024 * 1024, maxCost: null };

const urlSchema = z.string().min(1);
const connectionFileSchema = z.strictObject({
  label: localizedTextSchema.optional(),
  url: urlSchema,
  schema: z.string().min(1).max(63).default('public'),
  tenants: z.array(z.string().min(1)).min(1).optional(),
  limits: z
    .strictObject({
      statementTimeoutMs: z.number().int().min(100).max(600_000).optional(),
      maxRows: z.number().int().min(1).max(1_000_000).optional(),
      maxBytes: z.number().int().min(1024).optional(),
      maxCost: z.number().positive().optional(),
    })
    .optional(),
  roles: z.record(z.string(), urlSchema).optional(),
  examples: z.strictObject({ zh: z.array(z.string().min(1)).optional(), en: z.array(z.string().min(1)).optional() }).optional(),
});

/** Environment to expand urls with; null in services that hold no database credentials. */
export type Credentials = Readonly<Record<string, string | undefined>> | null;

/**
 * Reads `connections/<name>.yaml`. A missing variable is a problem but not a reason to forget the
 * connection: it stays listed, with `url: null`, so that asking it can say "misconfigured".
 */
export function readConnection(name: string, document: YamlDocument, credentials: Credentials): Read<{ connection: Connection; warnings: Problem[] }> {
  const read = checkYaml(document, connectionFileSchema);
  if (!read.ok) return read;
  const { label, url, schema, tenants, limits, roles, examples } = read.value;
  const warnings: Problem[] = [];
  const expand = (text: string, path: string): string | null => {
    const outcome = credentials === null ? null : expandUrl(text, credentials);
    if (outcome !== null && !outcome.ok) warnings.push(problemAt(document, path, outcome.message));
    return outcome !== null && outcome.ok ? outcome.url : null;
  };
  const connection: Connection = {
    name,
    label: label ?? { zh: name, en: name },
    url: expand(url, 'url'),
    schema,
    ...(tenants ? { tenants } : {}),
    limits: { ...defaultLimits, ...limits },
    ...(roles ? { roles: Object.fromEntries(Object.entries(roles).map(([tenant, login]) => [tenant, expand(login, `roles.${tenant}`)])) } : {}),
    examples: { zh: examples?.zh ?? [], en: examples?.en ?? [] },
  };
  return { ok: true, value: { connection, warnings } };
}

/** No message repeats the url: it may hold a password. */
function expandUrl(text: string, env: NonNullable<Credentials>): { ok: true; url: string } | { ok: false; message: string } {
  const expansion = expandEnvironment(text, env);
  if (!expansion.ok) return { ok: false, message: `The environment variable ${expansion.missing.join(', ')} is not set.` };
  if (!/^postgres(ql)?:\/\//.test(expansion.text) || !URL.canParse(expansion.text)) {
    return { ok: false, message: 'Must be a PostgreSQL address: postgres://user:password@host:port/database.' };
  }
  return { ok: true, url: expansion.text };
}
