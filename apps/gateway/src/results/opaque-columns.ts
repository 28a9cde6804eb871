import type { ResultColumn } from '@querent/contracts';

/**
 * Columns for a caller: without `sql:read`, keys are replaced by positions, because a statement written by a model may
 * use physical names as aliases.
 */
export const columnsFor = (columns: ResultColumn[], sqlRead: boolean): ResultColumn[] =>
  sqlRead ? columns : columns.map((column, i) => ({ ...column, key: `c${i + 1}` }));
