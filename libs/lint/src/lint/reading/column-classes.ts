import type { SourceColumn } from '../bind/bound-query';
import { sameTree } from '@querent/sql';
import type { Equality } from './conditions';
import { rootOf } from './column-refs';

/** Classes of columns that are equal in every row; a class may be fixed to one value. */
export class ColumnClasses {
  private readonly leader = new Map<SourceColumn, SourceColumn>();
  private readonly fixed = new Set<SourceColumn>();

  constructor(equalities: readonly Equality[]) {
    for (const { left, right } of equalities) if (right) this.join(left, right);
    const values = equalities.filter(({ right }) => !right);
    for (const { left } of values) this.fix(left);
    // Two columns compared with the same value are equal to each other.
    values.forEach((one, i) => {
      for (const other of values.slice(0, i)) if (sameTree(one.value, other.value)) this.join(one.left, other.left);
    });
  }

  areEqual(a: SourceColumn, b: SourceColumn): boolean {
    return this.find(a) === this.find(b);
  }

  /** Marks a column as having one value in all rows. */
  fix(column: SourceColumn): void {
    this.fixed.add(rootOf(column));
  }

  isFixed(column: SourceColumn): boolean {
    const leader = this.find(column);
    return [...this.fixed].some((one) => this.find(one) === leader);
  }

  /** All columns known to equal this one, including itself. */
  equalTo(column: SourceColumn): SourceColumn[] {
    const leader = this.find(column);
    return [...new Set([rootOf(column), ...this.leader.keys(), ...this.leader.values()])].filter(
      (one) => this.find(one) === leader,
    );
  }

  private join(a: SourceColumn, b: SourceColumn): void {
    const [left, right] = [this.find(a), this.find(b)];
    if (left !== right) this.leader.set(left, right);
  }

  private find(column: SourceColumn): SourceColumn {
    let current = rootOf(column);
    for (let next = this.leader.get(current); next; next = this.leader.get(current)) current = next;
    return current;
  }
}
