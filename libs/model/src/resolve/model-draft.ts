import type { ColumnCheck } from '../expression/check-expression';
import { ExpressionError } from '../expression/expression-error';
import { entryOf, type BrokenPart } from '../file/broken-part';
import { pathOf, type ModelProblem } from '../model-problem';
import { didYouMean } from '../did-you-mean';
import type { ModelColumn, ModelJoin, ModelTable } from '../semantic-model';

/** What a column reference in a file resolves to. */
export interface ResolvedRef {
  table: string;
  column: string;
}

/**
 * The model while it is being laid together: visible tables and joins, the names that were hidden
 * (so that a reference to one is told apart from a slip), and every problem met.
 */
export class ModelDraft {
  readonly problems: ModelProblem[] = [];
  readonly hidden = new Set<string>();
  /** Columns that are taken out for a mistake, as `table.column`. */
  readonly spoilt = new Set<string>();
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

  /** The mistakes of an entry. */
  problemsIn(...entry: readonly string[]): ModelProblem[] {
    const at = pathOf(...entry);
    return this.problems.filter(({ path }) => path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`));
  }

  /** Whether a mistake takes the entry out. */
  isBroken(...entry: readonly string[]): boolean {
    return this.broken.has(pathOf(...entry));
  }

  /** Reports why an expression was refused; any other error is none of the author's. */
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

  /** Why `table.column` (or the table alone, with null) cannot be used; undefined when it can. */
  readonly complaint: ColumnCheck = (table, column) => {
    if (this.hidden.has(table)) return `table "${table}" is hidden`;
    const known = this.table(table);
    if (!known) return `there is no table "${table}"${didYouMean(table, Object.keys(this.tables))}`;
    if (column === null || this.column(table, column)) return undefined;
    if (this.spoilt.has(`${table}.${column}`)) return `column "${table}.${column}" is not set up correctly`;
    if (this.hidden.has(`${table}.${column}`)) return `column "${table}.${column}" is hidden`;
    return `table "${table}" has no column "${column}"${didYouMean(column, Object.keys(known.columns))}`;
  };

  /** Reads `table.column`; reports under `path` when it names nothing. */
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
