import type { ReadOnlySession } from '../connection/read-only-session';

/** A query beside the main one, on the same snapshot, for example the number of skipped values. */
export interface Probe {
  id: string;
  label: string;
  sql: string;
  params: readonly unknown[];
}

/** The first value of the first row in the server's text; null if there was none or the probe failed. */
export interface ProbeAnswer {
  id: string;
  label: string;
  value: string | null;
}

const MIN_PROBE_MS = 250;
/** Time limit of all probes together: the rows are ready and wait for them. */
const MOST_PROBES_MS = 5_000;

/**
 * Answers probes one after the other, in `timeoutMs` and at most five seconds in total. A failure loses only its own
 * answer and later ones: the main result is complete, and the transaction ends with ROLLBACK anyway.
 */
export async function runProbes(
  session: ReadOnlySession,
  probes: readonly Probe[],
  timeoutMs: number,
): Promise<ProbeAnswer[]> {
  const answers: ProbeAnswer[] = [];
  let failed = false;
  const end = performance.now() + Math.min(timeoutMs, MOST_PROBES_MS);
  for (const { id, label, sql, params } of probes) {
    const step = { text: sql, values: params, rows: 1 };
    const answer = failed
      ? null
      : await session.exchange([step], Math.max(end - performance.now(), MIN_PROBE_MS)).catch(() => {
          failed = true;
          return null;
        });
    answers.push({ id, label, value: answer?.[0]?.rows[0]?.[0] ?? null });
  }
  return answers;
}
