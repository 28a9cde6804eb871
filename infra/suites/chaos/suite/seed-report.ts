import type { Blame } from '../checks/invariants';
import type { Verdict } from '../checks/judge';

export interface SeedReport {
  seed: number;
  digest: string;
  accepted: number;
  refused: number;
  /** Number of runs by final status, or by error code for failed runs. */
  byEnd: Record<string, number>;
  faults: number;
  /** Slowest recovery of a job after an isolated death of its worker. Null: no such death. */
  healedMs: number | null;
  deaths: number;
  resumedMs: number | null;
  /** Number of runs that had moved to the history when the last run ended. */
  moved: number;
  /** Time from the end of the last run until everything had moved. */
  movingMs: number;
  tookMs: number;
  verdict: Verdict;
}

const columns: [label: string, value: (report: SeedReport) => string][] = [
  ['seed', ({ seed }) => String(seed)],
  ['plan', ({ digest }) => digest],
  ['accepted', ({ accepted }) => String(accepted)],
  ['refused', ({ refused }) => String(refused)],
  [
    'ended',
    ({ byEnd }) =>
      Object.entries(byEnd)
        .sort()
        .map(([end, count]) => `${end} ${count}`)
        .join(', '),
  ],
  ['faults', ({ faults }) => String(faults)],
  ['lost', (report) => blamed(report, 'lost')],
  ['doubled', (report) => blamed(report, 'doubled')],
  ['hung', (report) => blamed(report, 'hung')],
  ['wrong', (report) => blamed(report, 'wrong')],
  ['left', ({ verdict }) => String(verdict.leftovers.length)],
  ['healed', ({ healedMs, deaths }) => (healedMs === null ? '-' : `${seconds(healedMs)} of ${deaths}`)],
  ['resumed', ({ resumedMs }) => (resumedMs === null ? 'never' : seconds(resumedMs))],
  ['moved', ({ moved, movingMs }) => `${moved}, rest in ${seconds(movingMs)}`],
  ['took', ({ tookMs }) => seconds(tookMs)],
];

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Number of runs and audit trails with a violation of this kind. */
const blamed = ({ verdict }: SeedReport, blame: Blame): string =>
  String(new Set(verdict.violations.filter((violation) => violation.blame === blame).map(({ of }) => of)).size);

export function tableOf(reports: readonly SeedReport[]): string {
  const rows = [columns.map(([label]) => label), ...reports.map((report) => columns.map(([, value]) => value(report)))];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Details of the violations: the invariant, the run's event stream and the seed. */
export function findings({ seed, verdict }: SeedReport, most = 10): string {
  const { violations } = verdict;
  const shown = violations
    .slice(0, most)
    .map(({ invariant, of, what, story }) =>
      [`seed ${seed}, ${of}: broken: ${invariant}: ${what}`, ...story.map((line) => `    ${line}`)].join('\n'),
    );
  return [
    ...shown,
    ...(violations.length > most ? [`… and ${violations.length - most} more`] : []),
    ...verdict.leftovers.map((what) => `seed ${seed}: left behind: ${what}`),
  ].join('\n');
}

export const isSound = ({ verdict, resumedMs }: SeedReport): boolean =>
  verdict.violations.length === 0 && verdict.leftovers.length === 0 && resumedMs !== null;
