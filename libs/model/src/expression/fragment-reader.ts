import type { Fragment } from '@querent/sql';
import type { Node } from 'libpg-query';
import { tablesOf, type Expression } from './expression';
import { ExpressionError } from './expression-error';

/** Base of the reader of a fragment's parse tree, for the functions that read single kinds of nodes. */
export abstract class FragmentReader {
  /** `count(*)` counts the only table of the fragment, which is known after the whole fragment was read. */
  private readonly bareRows: { kind: 'rows'; table: string }[] = [];

  constructor(private readonly fragment: Fragment) {}

  whole(): Expression {
    const expression = this.read(this.fragment.node);
    if (this.bareRows.length === 0) return expression;
    const [table, other] = tablesOf(expression).filter((name) => name !== '');
    if (table === undefined) throw new ExpressionError('count(*) has no table; write count(table.*)');
    if (other !== undefined) {
      throw new ExpressionError(`count(*) may mean rows of "${table}" or of "${other}"; write count(${table}.*)`);
    }
    for (const rows of this.bareRows) rows.table = table;
    return expression;
  }

  /** @throws ExpressionError for a node that is refused */
  abstract read(node: Node): Expression;

  /** Reads a part that the grammar requires. */
  part(node: Node | undefined): Expression {
    if (node === undefined) throw new ExpressionError('a part of the expression is missing');
    return this.read(node);
  }

  parts(nodes: readonly Node[] | undefined): Expression[] {
    return (nodes ?? []).map((node) => this.read(node));
  }

  names(nodes: readonly Node[] | undefined): string[] {
    return (nodes ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []));
  }

  /** The rows of the fragment's only table. */
  rowsOfTheTable(): Expression {
    const rows = { kind: 'rows' as const, table: '' };
    this.bareRows.push(rows);
    return rows;
  }

  refusal(reason: string, node: Node): ExpressionError {
    return new ExpressionError(reason, this.fragment.positionOf(node));
  }
}
