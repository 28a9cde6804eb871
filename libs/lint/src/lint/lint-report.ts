/** `error`: the statement must not run as it stands. `doubt`: it runs, the doubt is disclosed and sent as a hint. */
export type Severity = 'error' | 'doubt';

/** One fault of a statement. Texts are technical: for the model that wrote it and for the log, never for the asker. */
export interface Finding {
  rule: string;
  severity: Severity;
  /** The part of the statement that is at fault, as SQL. */
  fragment: string;
  message: string;
  /** Real names or values that were probably meant, best first. */
  nearest?: string[];
  /** The literals that no row of a column has. */
  unstored?: { table: string; column: string; values: string[] };
}

export interface LintReport {
  findings: Finding[];
  /** How many columns the statement returns; null when that cannot be told. */
  columns: number | null;
}
