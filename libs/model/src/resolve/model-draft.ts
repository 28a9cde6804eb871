import type { ColumnCheck } from '../expression/check-expression';
import { ExpressionError } from '../expression/expression-error';
import { entryOf, type BrokenPart } from '../file/broken-part';
import { pathOf, type ModelProblem } from '../model-problem';
import { didYouMean } from '../did-you-mean';
import type { ModelColumn, ModelJoin, ModelTable } from '../semantic-model';

/** The column that a reference in a file resolves to. */
export interface ResolvedRef {
  table: string;
  column: string;
}

/**
 * A model under construction: visible tables and joins, hidden names, and all problems. Hidden names are known so that
 * a reference to one of them is not reported as a misspelling.
 */
export class ModelDraft {
  readonly problems: ModelProblem[] = [];
  readonly hidden = new Set<string>();
  /** Columns that were removed because of a mistake, as `table.column`. */
  readonly invalidColumns = new Set<string>();
  private readonly broken = new Set<string>();
  joins: ModelJoin[] = [];

  constructor(
    readonly tables: Record<string, ModelTable>,
    broken: readonly BrokenPart[] = [],
  ) {
    for (const { path, problems } of broken) {
      this.broken.add(pathOf(...path));
      this.problems.push(...problems);
    }
  }

  report(path: readonly PropertyKey[], message: string): void {
    const entry = entryOf(path);
    if (entry) this.broken.add(pathOf(...entry));
    this.problems.push({ path: pathOf(...path), message, ...(entry && { entry: true as const }) });
  }

  /** The problems of an entry. */
  problemsIn(...entry: readonly string[]): ModelProblem[] {
    const at = pathOf(...entry);
    return this.problems.filter(({ path }) => path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`));
  }

  /** Whether an entry is unusable because of a mistake. */
  isBroken(...entry: readonly string[]): boolean {
    return this.broken.has(pathOf(...entry));
  }

  /** Reports an `ExpressionError` as a problem, and throws any other error again. */
  reportRefusal(path: readonly PropertyKey[], error: unknown): void {
    if (!(error instanceof ExpressionError)) throw error;
    this.report(path, error.message);
  }

  table(name: string): ModelTable | undefined {
    return Object.hasOwn(this.tables, name) ? this.tables[name] : undefined;
  }

  column(table: string, column: string): ModelColumn | undefined {
    const columns = this.table(table)?.columns;
    return columns && Object.hasOwn(columns, column) ? columns[column] : undefined;
  }

  /** Why `table.column` (or the table, with null) cannot be used; undefined if it can. */
  readonly complaint: ColumnCheck = (table, column) => {
    if (this.hidden.has(table)) return `table "${table}" is hidden`;
    const known = this.table(table);
    if (!known) return `there is no table "${table}"${didYouMean(table, Object.keys(this.tables))}`;
    if (column === null || this.column(table, column)) return undefined;
    if (this.invalidColumns.has(`${table}.${column}`)) return `column "${table}.${column}" is not set up correctly`;
    if (this.hidden.has(`${table}.${column}`)) return `column "${table}.${column}" is hidden`;
    return `table "${table}" has no column "${column}"${didYouMean(column, Object.keys(known.columns))}`;
  };

  /** Resolves `table.column`. If that fails, reports a problem at `path` and returns undefined. */
  ref(written: string, path: readonly PropertyKey[]): ResolvedRef | undefined {
    const dot = written.indexOf('.');
    if (dot <= 0 || dot === written.length - 1) {
      this.report(path, `"${written}" must be written table.column`);
      return undefined;
    }
    const unquoted = (part: string) => part.trim().replace(/^"(.*)"$/, '$1');
    const ref = { table: unquoted(written.slice(0, dot)), column: unquoted(written.slice(dot + 1)) };
    const complaint = this.complaint(ref.table, ref.column);
    if (complaint) this.report(path, complaint);
    return complaint ? undefined : ref;
  }
}
