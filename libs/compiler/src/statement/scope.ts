import type { ColumnRef } from '@querent/contracts';
import { joinPath, type JoinStep, type ModelColumn } from '@querent/model';
import { columnValue, rawColumn } from '../rows/column-value';
import type { CompileContext } from './compile-context';
import { CompileError } from './compile-error';
import { quoteIdentifier } from './quoting';

/** How a scope reaches a table: directly (in its FROM clause or referenced from it), or by a join that fans out. */
export type Reach = { kind: 'direct' } | { kind: 'fans_out'; steps: JoinStep[] };

/**
 * One FROM clause. Its rows are those of the home table. Referenced tables (many to one) are added as LEFT JOINs on
 * first use, which does not multiply rows. Only `bridgeTo` may fan out; its caller must make rows distinct again.
 */
export class Scope {
  readonly alias: string;
  /** Whether a join has multiplied the rows of the home table. */
  bridged = false;
  private readonly clauses: string[];
  private readonly aliases = new Map<string, string>();
  /** Further tables whose references may be joined: those of a chain or a bridge. */
  private readonly bases: string[] = [];

  /** `given` is a FROM clause to start with. It must contain the home table. */
  constructor(
    readonly ctx: CompileContext,
    readonly home: string,
    given?: { sql: string; aliases: ReadonlyMap<string, string> },
  ) {
    this.alias = given?.aliases.get(home) ?? ctx.nextAlias();
    this.clauses = [given?.sql ?? `${ctx.relationSql(home)} AS ${this.alias}`];
    this.aliases.set(home, this.alias);
    for (const [table, alias] of given?.aliases ?? []) {
      this.aliases.set(table, alias);
      if (table !== home) this.bases.push(table);
    }
  }

  fromSql(): string {
    return this.clauses.join('\n    ');
  }

  reach(table: string): Reach {
    if (this.aliases.has(table) || this.lookupSteps(table)) return { kind: 'direct' };
    return { kind: 'fans_out', steps: this.pathTo(table) };
  }

  /**
   * The alias of a referenced table, which is joined on first use. Throws `fan_out` if the join would multiply rows.
   */
  aliasOf(table: string): string {
    const known = this.aliases.get(table);
    if (known) return known;
    const steps = this.lookupSteps(table);
    if (!steps) {
      this.pathTo(table);
      throw new CompileError('fan_out', `one row of "${this.home}" has many rows of "${table}"`);
    }
    for (const step of steps) this.join(step, 'LEFT JOIN');
    return this.aliases.get(table) ?? this.alias;
  }

  /** Joins a table even if that multiplies rows. Joins are inner from the step that fans out. */
  bridgeTo(table: string): void {
    if (this.reach(table).kind === 'direct') return;
    for (const step of this.pathTo(table)) {
      this.join(step, step.fansOut ? 'JOIN' : 'LEFT JOIN');
      if (step.fansOut) this.bridged = true;
      if (this.bridged) this.bases.push(step.to);
    }
  }

  column(ref: ColumnRef): { column: ModelColumn; raw: string; value: string } {
    const column = this.ctx.column(ref);
    const alias = this.aliasOf(column.table);
    return { column, raw: rawColumn(alias, column), value: columnValue(this.ctx, alias, column) };
  }

  private pathTo(table: string): JoinStep[] {
    const path = joinPath(this.ctx.model.joins, this.home, table);
    if (path.found) return path.steps;
    if (path.reason === 'ambiguous')
      throw new CompileError(
        'ambiguous_path',
        `several join paths of equal length lead from "${this.home}" to "${table}"`,
      );
    throw new CompileError('unreachable', `no join leads from "${this.home}" to "${table}"`);
  }

  private lookupSteps(table: string): JoinStep[] | undefined {
    for (const base of [this.home, ...this.bases]) {
      const path = joinPath(this.ctx.model.joins, base, table);
      if (path.found && path.steps.every((step) => !step.fansOut)) return path.steps;
      if (!path.found && path.reason === 'ambiguous' && base === this.home) this.pathTo(table);
    }
    return undefined;
  }

  private join(step: JoinStep, kind: 'JOIN' | 'LEFT JOIN'): void {
    if (this.aliases.has(step.to)) return;
    const from = this.aliases.get(step.from) ?? this.alias;
    const alias = this.ctx.nextAlias();
    this.aliases.set(step.to, alias);
    this.clauses.push(`${kind} ${relationOf(this.ctx, step)} AS ${alias} ON ${joinCondition(step, from, alias)}`);
  }
}

/** The relation that a step joins. */
export const relationOf = (ctx: CompileContext, { to, fansOut }: JoinStep): string =>
  fansOut ? ctx.relationSql(to) : ctx.lookedUpSql(to);

/** `a.x = b.y AND …` for the columns of one step. */
export function joinCondition(step: JoinStep, fromAlias: string, toAlias: string): string {
  return step.toColumns
    .map(
      (column, index) =>
        `${toAlias}.${quoteIdentifier(column)} = ${fromAlias}.${quoteIdentifier(step.fromColumns[index] ?? '')}`,
    )
    .join(' AND ');
}
