import { escapeIdentifier } from 'pg';

/** A lock wait means that another client changes the table; a reader should not wait long. */
const LOCK_TIMEOUT_MS = 5_000;
/**
 * The server closes a transaction after this idle time, for example if its owner died or its reader stopped reading.
 */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * READ ONLY is also the session's default: after a statement that ended its transaction (a bare COMMIT) the session is
 * still read-only.
 */
export const READ_ONLY_DEFAULT = 'default_transaction_read_only';

/** The schemas of unqualified names: the connection's, and `public` for PostGIS. */
export function searchPathOf(schema = 'public'): readonly string[] {
  return schema === 'public' ? ['public'] : [schema, 'public'];
}

/** Settings of every statement of a connection, whatever the defaults of the login or the server. */
export function lastingSettings(searchPath: readonly string[]): Readonly<Record<string, string>> {
  return {
    [READ_ONLY_DEFAULT]: 'on',
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
    search_path: searchPath.map(escapeIdentifier).join(', '),
    standard_conforming_strings: 'on',
    datestyle: 'ISO, YMD',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
    // Floats with all their digits and money in one form, whatever a role's own settings are.
    extra_float_digits: '1',
    lc_monetary: 'C',
  };
}

/**
 * The same settings as `options` of the startup message, which the server makes the values that DISCARD ALL restores.
 * Source: pg_split_opts in postinit.c (a backslash escapes the next character).
 */
export function startupOptions(searchPath: readonly string[]): string {
  return Object.entries(lastingSettings(searchPath))
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`)
    .join(' ');
}
