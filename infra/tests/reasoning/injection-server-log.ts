import type { ThrowAwayPostgres } from '@querent/testing';

/** Log entries of the database server about the product: started statements and durations. */
export interface ServerLog {
  statements: string[];
  /** Longest duration of a completed command. */
  longestMs: number;
  /** Number of statements that were cancelled by the statement time-out. */
  timedOut: number;
}

/** Reads the log of a server with `log_statement=all`, `log_duration` and a line prefix of `@application@`. */
export async function serverLogOf(postgres: ThrowAwayPostgres): Promise<ServerLog> {
  const { rows } = await postgres.query<{ log: string }>(`SELECT pg_read_file('log/statements.log') AS log`);
  // Continuation lines of an entry begin with a tab. Entries of other applications come from the test.
  const ofProduct = (rows[0]?.log ?? '').split(/^@/m).filter((entry) => entry.startsWith('querent@'));
  const entries = ofProduct.flatMap((entry) => /^querent@LOG:\s+([^]*)/.exec(entry)?.[1] ?? []);
  return {
    statements: entries.flatMap((entry) => /^(?:statement|execute [^:]*): ([^]*)/.exec(entry)?.[1]?.trim() ?? []),
    longestMs: Math.max(0, ...entries.map((entry) => Number(/^duration: ([\d.]+) ms/.exec(entry)?.[1] ?? 0))),
    timedOut: ofProduct.filter((entry) => entry.includes('canceling statement due to statement timeout')).length,
  };
}
