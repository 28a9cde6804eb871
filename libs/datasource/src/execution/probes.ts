import type { ReadOnlySession } from '../connection/read-only-session';

/** A question beside the main one, answered from the same snapshot: how many values were skipped, and the like. */
export interface Probe {
  id: string;
  label: string;
  sql: string;
  params: readonly unknown[];
}

/** The first value of the first row in the server's text, or null when there was none or the probe failed. */
export interface ProbeAnswer {
  id: string;
  label: string;
  value: string | null;
}

const MIN_PROBE_MS = 250;
/** Of all probes together: the rows are there already, and wait for them. */
const MOST_PROBES_MS = 5_000;

/**
 * Answers probes one after the other, in `timeoutMs` and five seconds at most, all together. A failed one only loses
 * its own answer and those after it: the main result is already there, and the transaction ends in ROLLBACK anyway.
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
