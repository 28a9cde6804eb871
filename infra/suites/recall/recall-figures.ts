/** The gold tables and columns of a question, and those found, best first. */
export interface Found {
  goldTables: readonly string[];
  goldColumns: readonly string[];
  tables: readonly string[];
  columns: readonly string[];
}

export interface RecallFigures {
  /** Recall at k: the share of a question's gold tables among the first k, averaged over the questions. */
  tablesAt1: number;
  tablesAt3: number;
  tablesAt5: number;
  tablesAt10: number;
  /** Share of questions whose gold tables are all among the first five. */
  allTablesAt5: number;
  /** Recall of gold columns among the first twenty. Questions without gold columns do not count. */
  columnsAt20: number;
}

/** Averages the figures over the questions. All are NaN without questions. */
export function recallFigures(found: readonly Found[]): RecallFigures {
  const tables = (k: number): number => mean(found.map((one) => recallAt(one.goldTables, one.tables, k)));
  return {
    tablesAt1: tables(1),
    tablesAt3: tables(3),
    tablesAt5: tables(5),
    tablesAt10: tables(10),
    allTablesAt5: mean(found.map((one) => (recallAt(one.goldTables, one.tables, 5) === 1 ? 1 : 0))),
    columnsAt20: mean(
      found
        .filter(({ goldColumns }) => goldColumns.length > 0)
        .map((one) => recallAt(one.goldColumns, one.columns, 20)),
    ),
  };
}

function recallAt(gold: readonly string[], ranked: readonly string[], k: number): number {
  const first = new Set(ranked.slice(0, k));
  return gold.filter((part) => first.has(part)).length / gold.length;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
