import type { Host } from './host';
import type { Flags } from './report/flags';
import type { Report } from './report/report';

/** The input of an evaluation, and its listeners. */
export interface Evaluation {
  flags: Flags;
  host: Host;
  /** When aborted, everything started is stopped and the results so far are reported. */
  signal: AbortSignal;
  /** Receives the output of the started processes. */
  onLine: (name: string, line: string) => void;
  /** Shows a line about the progress to the user. */
  log: (line: string) => void;
  /** Receives the parsed sets before any question is asked. Throws when the run would be useless. */
  onSets: (sets: Report['sets']) => void;
}
