import type { Figure } from './aggregated';

/** What a query's answer must hold. Rows beyond a limit are among them: which of equal ones a limit takes is free. */
export interface ExpectedResult {
  rows: ExpectedRow[];
  order: readonly ('asc' | 'desc')[];
  limit: number | null;
  /** How many of the first the limit leaves out. */
  offset: number;
  /** The cell of whose things the limit holds within each; null: it holds over all rows. */
  limitPer: number | null;
}

export interface ExpectedRow {
  cells: readonly Figure[];
  /** One for each part of the order. */
  ranks: readonly Figure[];
  /** What the limit holds within; null where it holds over all rows. */
  partition: string | null;
  /** May be left out: a period without rows within the asked range. */
  isOptional: boolean;
}
