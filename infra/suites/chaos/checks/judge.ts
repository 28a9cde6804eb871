import type { Evidence, RunEvidence } from './evidence';
import { runInvariants, type Blame } from './invariants';
import { trailInvariants } from './trail-invariants';

export interface Violation {
  invariant: string;
  blame: Blame;
  /** The run, or the audit trail of a tenant. */
  of: string;
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

/** Checks every invariant for every run and every audit trail. */
export function judge(evidence: Evidence): Omit<Verdict, 'leftovers'> {
  const ofRuns = evidence.runs.flatMap((run) =>
    Object.entries(runInvariants).flatMap(([invariant, { blame, holds }]) =>
      holds(run, evidence).map((what) => ({ invariant, blame, of: `run ${run.id}`, what, story: storyOf(run) })),
    ),
  );
  const ofTrails = evidence.trails.flatMap((trail) =>
    Object.entries(trailInvariants).flatMap(([invariant, { blame, holds }]) =>
      holds(trail).map((what) => ({ invariant, blame, of: `audit trail of “${trail.tenant}”`, what, story: [] })),
    ),
  );
  return {
    violations: [...ofRuns, ...ofTrails],
    compared: evidence.runs.filter(({ view }) => view?.status === 'succeeded').length,
  };
}

function storyOf({ events, record, run }: RunEvidence): string[] {
  return [
    `asked: ${JSON.stringify(record.ask)}`,
    `replies: ${JSON.stringify(record.replies)}, cancelled: ${record.cancelled}`,
    `run: ${run === null ? 'none' : `${run.status}, version ${run.version}, error ${JSON.stringify(run.data.error)}`}`,
    ...events.map(({ seq, event, data }) => `${seq} ${event} ${JSON.stringify(data).slice(0, 200)}`),
  ];
}
