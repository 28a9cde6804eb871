import type { ThrowAwayPostgres } from '@querent/testing';

/** What the database's server logged for the product: each statement that it began, and how long anything took. */
export interface ServerLog {
  statements: string[];
  longestMs: number;
}

/** Reads the log of a server with `log_statement=all`, `log_duration` and a line prefix of `@application@`. */
export async function serverLogOf(postgres: ThrowAwayPostgres): Promise<ServerLog> {
  const { rows } = await postgres.query<{ log: string }>(`SELECT pg_read_file('log/statements.log') AS log`);
  // An entry goes on in lines that begin with a tab; those of other applications than the product are the test's own.
  const entries = (rows[0]?.log ?? '').split(/^@/m).flatMap((entry) => /^querent@LOG:\s+([^]*)/.exec(entry)?.[1] ?? []);
  return {
    statements: entries.flatMap((entry) => /^(?:statement|execute [^:]*): ([^]*)/.exec(entry)?.[1]?.trim() ?? []),
    longestMs: Math.max(0, ...entries.map((entry) => Number(/^duration: ([\d.]+) ms/.exec(entry)?.[1] ?? 0))),
  };
}
