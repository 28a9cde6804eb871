import type { Evidence, RunEvidence } from './evidence';
import { runInvariants, type Blame } from './invariants';

export interface Violation {
  invariant: string;
  blame: Blame;
  runId: string;
  what: string;
  /** The run's whole event stream, for debugging. */
  story: string[];
}

export interface Verdict {
  violations: Violation[];
  leftovers: string[];
  /** Number of runs whose answer was compared with an undisturbed one. */
  compared: number;
}

/** Checks every invariant for every run. */
export function judge(evidence: Evidence): Omit<Verdict, 'leftovers'> {
  const violations = evidence.runs.flatMap((run) =>
    Object.entries(runInvariants).flatMap(([invariant, { blame, holds }]) =>
      holds(run, evidence).map((what) => ({ invariant, blame, runId: run.id, what, story: storyOf(run) })),
    ),
  );
  return { violations, compared: evidence.runs.filter(({ view }) => view?.status === 'succeeded').length };
}

function storyOf({ events, record, run }: RunEvidence): string[] {
  return [
    `asked: ${JSON.stringify(record.ask)}`,
    `replies: ${JSON.stringify(record.replies)}, cancelled: ${record.cancelled}`,
    `run: ${run === null ? 'none' : `${run.status}, version ${run.version}, error ${JSON.stringify(run.data.error)}`}`,
    ...events.map(({ seq, event, data }) => `${seq} ${event} ${JSON.stringify(data).slice(0, 200)}`),
  ];
}
