import type { ReadOnlySession } from '../connection/read-only-session';
import { watchStatement } from './statement-watch';
import Cursor from 'pg-cursor';

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

const RAW_TEXT = { getTypeParser: () => (text: string) => text };
const MIN_PROBE_MS = 250;

/**
 * Answers probes one after the other. A failed one only loses its own answer and those after it: the main result
 * is already there, and the transaction ends in ROLLBACK anyway.
 */
export async function runProbes(
  session: ReadOnlySession,
  probes: readonly Probe[],
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ProbeAnswer[]> {
  const answers: ProbeAnswer[] = [];
  let failed = false;
  for (const probe of probes) {
    const value = failed ? null : await answer(session, probe, Math.max(timeoutMs, MIN_PROBE_MS), signal).catch(() => {
      failed = true;
      session.condemn();
      return null;
    });
    answers.push({ id: probe.id, label: probe.label, value });
  }
  return answers;
}

async function answer(session: ReadOnlySession, probe: Probe, timeoutMs: number, signal?: AbortSignal): Promise<string | null> {
  const cursor = new Cursor(probe.sql, probe.params, { rowMode: 'array', types: RAW_TEXT });
  const watch = watchStatement(session.client, { timeoutMs, signal, onCut: () => session.cut() });
  session.client.query(cursor);
  try {
    const rows = await watch.during(
      () =>
        new Promise<unknown[][]>((resolve, reject) => {
          cursor.read(1, (error, read) => (error ? reject(error) : resolve(read)));
        }),
    );
    await watch.during(() => cursor.close());
    const value = rows[0]?.[0];
    return typeof value === 'string' ? value : null;
  } finally {
    watch.end();
  }
}
