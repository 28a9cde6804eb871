import type { FieldDef } from 'pg';

/** A row as the server sent it: text, or null. */
export type WireRow = readonly (string | null)[];

/** One statement of an exchange, or more rows of one that an earlier exchange began. */
export interface WireStep {
  /** Absent: go on with `portal`. */
  text?: string;
  values?: readonly unknown[];
  /** Name under which the statement stays open for later steps; its columns are described. None by default. */
  portal?: string;
  /** The server sends the answers to earlier steps before it begins this one, instead of at the end. */
  isAnnounced?: boolean;
  /** Rows at most; all by default. */
  rows?: number;
  /**
   * Takes each row as it arrives, in place of `rows` of the answer; `bytes`: of its values, as they travelled. A
   * promise holds up the server until it settles.
   */
  take?: (row: WireRow, bytes: number, fields: readonly FieldDef[]) => void | Promise<void>;
}
