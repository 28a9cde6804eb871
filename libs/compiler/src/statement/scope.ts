import type { ColumnRef } from '@querent/contracts';
import { joinPath, type JoinStep, type ModelColumn } from '@querent/model';
import { columnValue, rawColumn } from '../rows/column-value';
import type { CompileContext } from './compile-context';
import { CompileError } from './compile-error';
import { quoteIdentifier } from './quoting';

/** Where a table stands, seen from a scope: in it (or looked up from it), or beyond a step that multiplies rows. */
export type Reach = { kind: 'direct' } | { kind: 'fans_out'; steps: JoinStep[] };

/**
 * One FROM clause. Its rows are the home table's: other tables are looked up (many to one) with LEFT
 * JOINs that are added when first needed and never multiply rows. Only `bridgeTo` may fan out, and
 * whoever calls it must make rows distinct again.
 */
export class Scope {
  readonly alias: string;
  /** Set once a join has multiplied the home's rows. */
  bridged = false;
  private readonly clauses: string[];
  private readonly aliases = new Map<string, string>();
  /** Tables other than home from which more may be looked up: those of a chain or a bridge. */
  private readonly bases: string[] = [];

  /** `given` starts the clause with tables that are joined already, the home among them. */
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

  /** The alias of a table that is looked up; throws `fan_out` when only a multiplying way leads there. */
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

  /** Joins a table even where that multiplies rows: inner from the multiplying step on. */
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
      throw new CompileError('ambiguous_path', `several equally short ways lead from "${this.home}" to "${table}"`);
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

/** What a step leads to. */
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
