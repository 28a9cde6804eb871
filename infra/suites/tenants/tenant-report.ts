import { foreignMarks } from './tenant-marks';

/** Marks of another tenant in bytes that this tenant could read. */
export interface TenantLeak {
  outlet: string;
  tenant: string;
  marks: string[];
  about: string;
  bytes: string;
}

/** Result of a series of runs. All counts are by name. */
export interface TenantReport {
  runs: number;
  bytes: number;
  kinds: Record<string, number>;
  ends: Record<string, number>;
  outlets: Record<string, number>;
  /** Answers from a cache, by tenant and level. */
  hits: Record<string, number>;
  /** Responses to requests for another tenant's runs, by status. */
  intrusions: Record<string, number>;
  /** Results of hostile statements: the guard's code, the database's error class, or `rows`. */
  guarded: Record<string, number>;
  unguarded: Record<string, number>;
  /** Number of results compared with those of the single-tenant databases. */
  compared: number;
  leaks: TenantLeak[];
  /** Results that differ from those of the single-tenant databases. */
  differing: { tenant: string; sql: string; got: string; expected: string }[];
  /** Other faults: statements of a wrong login, session state left behind, readable runs of another tenant. */
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

/** Searches bytes that a tenant received or could reach for marks of other tenants. */
export function searchMarks(report: TenantReport, { outlet, tenant, about, bytes }: Omit<TenantLeak, 'marks'>): void {
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
