/** What the database expects of a statement, before it runs. */
export interface PlanEstimate {
  /** In the planner's unit: a page read in sequence is 1. */
  totalCost: number;
  /** Rows of the result. */
  rows: number;
  /** The most rows that any step of the plan is expected to give or read. */
  scannedRows: number;
}
