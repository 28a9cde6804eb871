import { escapeIdentifier } from 'pg';

/** Waiting for a lock means somebody is changing the table; a reader should not queue for long. */
const LOCK_TIMEOUT_MS = 5_000;
/** A transaction whose owner died, or whose reader takes no more rows, is closed by the server after this. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * READ ONLY becomes the session's default too: a statement that ended its transaction (a bare COMMIT) would find itself
 * read-only still.
 */
export const READ_ONLY_DEFAULT = 'default_transaction_read_only';

/** What unqualified names mean: PostGIS is found in `public` besides the connection's schema. */
export function searchPathOf(schema = 'public'): readonly string[] {
  return schema === 'public' ? ['public'] : [schema, 'public'];
}

/** What every statement of a connection runs under, whatever the login's or the server's own defaults are. */
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
 * The same as the `options` of a connection's first message, which the server makes the values that DISCARD ALL goes
 * back to. Source: pg_split_opts in postinit.c (a backslash keeps what is behind it).
 */
export function startupOptions(searchPath: readonly string[]): string {
  return Object.entries(lastingSettings(searchPath))
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`)
    .join(' ');
}
