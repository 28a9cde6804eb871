import type { ResultColumn } from '@querent/contracts';

/**
 * The columns as a key without `sql:read` may see them: by label and position. A statement that a model wrote may use
 * physical names as aliases.
 */
export const columnsFor = (columns: ResultColumn[], sqlRead: boolean): ResultColumn[] =>
  sqlRead ? columns : columns.map((column, i) => ({ ...column, key: `c${i + 1}` }));
