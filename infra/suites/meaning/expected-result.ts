import type { Figure } from './aggregated';

/** The expected answer of a query. It includes rows beyond the limit, because the choice among ties is free. */
export interface ExpectedResult {
  rows: ExpectedRow[];
  order: readonly ('asc' | 'desc')[];
  limit: number | null;
  /** Number of skipped rows before the limit. */
  offset: number;
  /** Index of the cell by which the limit is partitioned. Null: one limit over all rows. */
  limitPer: number | null;
}

export interface ExpectedRow {
  cells: readonly Figure[];
  /** Rank values, one for each part of the order. */
  ranks: readonly Figure[];
  /** Partition of the limit, or null. */
  partition: string | null;
  /** Whether the row may be absent: a period without rows within the range. */
  isOptional: boolean;
}
