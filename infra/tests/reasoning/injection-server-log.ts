import type { ThrowAwayPostgres } from '@querent/testing';

/** What the database's server logged for the product: each statement that it began, and how long anything took. */
export interface ServerLog {
  statements: string[];
  /** Of those that came to their end. */
  longestMs: number;
  /** Statements that were cut off for their time. */
  timedOut: number;
}

/** Reads the log of a server with `log_statement=all`, `log_duration` and a line prefix of `@application@`. */
export async function serverLogOf(postgres: ThrowAwayPostgres): Promise<ServerLog> {
  const { rows } = await postgres.query<{ log: string }>(`SELECT pg_read_file('log/statements.log') AS log`);
  // An entry goes on in lines that begin with a tab; those of other applications than the product are the test's own.
  const own = (rows[0]?.log ?? '').split(/^@/m).filter((entry) => entry.startsWith('querent@'));
  const entries = own.flatMap((entry) => /^querent@LOG:\s+([^]*)/.exec(entry)?.[1] ?? []);
  return {
    statements: entries.flatMap((entry) => /^(?:statement|execute [^:]*): ([^]*)/.exec(entry)?.[1]?.trim() ?? []),
    longestMs: Math.max(0, ...entries.map((entry) => Number(/^duration: ([\d.]+) ms/.exec(entry)?.[1] ?? 0))),
    timedOut: own.filter((entry) => entry.includes('canceling statement due to statement timeout')).length,
  };
}
