import type { Host } from './host';
import type { Flags } from './report/flags';
import type { Report } from './report/report';

/** What is asked of a run, and what hears how far it has come. */
export interface Evaluation {
  flags: Flags;
  host: Host;
  /** Aborted: everything that was started is stopped, and what is done is reported. */
  signal: AbortSignal;
  /** What the started processes write. */
  onLine: (name: string, line: string) => void;
  /** A line for whoever waits. */
  tell: (line: string) => void;
  /** Told the sets as they are read, before they are asked. Throws where they make the run useless. */
  onSets: (sets: Report['sets']) => void;
}
