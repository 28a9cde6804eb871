/** `error`: the statement must not run unchanged. `doubt`: it runs, and the doubt is disclosed and sent as a hint. */
export type Severity = 'error' | 'doubt';

/** One fault of a statement. Texts are technical: for the model and the log, never for the user. */
export interface Finding {
  rule: string;
  severity: Severity;
  /** The faulty part of the statement, as SQL. */
  fragment: string;
  message: string;
  /** Real names or values that were probably meant, best first. */
  nearest?: string[];
  /** Literals that no row of a column contains. */
  unstored?: { table: string; column: string; values: string[] };
}

export interface LintReport {
  findings: Finding[];
  /** The number of columns that the statement returns; null if unknown. */
  columns: number | null;
}
