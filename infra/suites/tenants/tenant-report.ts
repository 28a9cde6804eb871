import { foreignMarks } from './tenant-marks';

/** Something of another tenant where it must not be. */
export interface TenantLeak {
  outlet: string;
  tenant: string;
  marks: string[];
  about: string;
  bytes: string;
}

/** What a series of runs came to. All counts are by name. */
export interface TenantReport {
  runs: number;
  bytes: number;
  kinds: Record<string, number>;
  ends: Record<string, number>;
  outlets: Record<string, number>;
  /** Answers from a cache, by tenant and level. */
  hits: Record<string, number>;
  /** Replies to calls for what is another's, by status. */
  intrusions: Record<string, number>;
  /** How hostile statements ended: by the guard's code, the database's class of error, or `rows`. */
  guarded: Record<string, number>;
  unguarded: Record<string, number>;
  /** Results compared with those of a database that holds the tenant's rows alone. */
  compared: number;
  leaks: TenantLeak[];
  /** Results that differ from what the tenant's rows alone give. */
  differing: { tenant: string; sql: string; got: string; alone: string }[];
  /** Statements that a wrong login ran, connections that were not as new, calls for another's run that found it. */
  wrongs: string[];
}

export type Counts = 'kinds' | 'ends' | 'outlets' | 'hits' | 'intrusions' | 'guarded' | 'unguarded';
const counted: readonly Counts[] = ['kinds', 'ends', 'outlets', 'hits', 'intrusions', 'guarded', 'unguarded'];

export const emptyReport = (): TenantReport => ({
  runs: 0,
  bytes: 0,
  kinds: {},
  ends: {},
  outlets: {},
  hits: {},
  intrusions: {},
  guarded: {},
  unguarded: {},
  compared: 0,
  leaks: [],
  differing: [],
  wrongs: [],
});

export function count(report: TenantReport, of: Counts, name: string, by = 1): void {
  report[of][name] = (report[of][name] ?? 0) + by;
}

/** Reads bytes that a tenant has been sent or could have reached. */
export function look(report: TenantReport, { outlet, tenant, about, bytes }: Omit<TenantLeak, 'marks'>): void {
  count(report, 'outlets', outlet);
  report.bytes += bytes.length;
  const marks = foreignMarks(bytes, tenant);
  if (marks.length > 0) report.leaks.push({ outlet, tenant, marks, about, bytes: bytes.slice(0, 3_000) });
}

export function mergedReports(reports: readonly TenantReport[]): TenantReport {
  const total = emptyReport();
  for (const report of reports) {
    total.runs += report.runs;
    total.bytes += report.bytes;
    total.compared += report.compared;
    for (const of of counted) for (const [name, times] of Object.entries(report[of])) count(total, of, name, times);
    total.leaks.push(...report.leaks);
    total.differing.push(...report.differing);
    total.wrongs.push(...report.wrongs);
  }
  return total;
}
