import type { A_Indirection, Node, SelectStmt } from 'libpg-query';
import { Deparser } from 'pgsql-deparser';

type Context = Parameters<Deparser['SelectStmt']>[1];

/** pgsql-deparser with three mistakes that affect plain queries corrected (18.3.8). */
class ExactDeparser extends Deparser {
  /** The original writes `ARRAY[1,2][1]`, which the grammar refuses. */
  override A_Indirection(node: A_Indirection, context: Context): string {
    const text = super.A_Indirection(node, context);
    const value = node.arg ? this.visit(node.arg, context) : '';
    const isBare = text.startsWith(value) && node.arg && !('ParamRef' in node.arg);
    return isBare ? `(${value})${text.slice(value.length)}` : text;
  }

  /** The original writes every limit as `LIMIT n`, which drops `WITH TIES`. */
  override SelectStmt(select: SelectStmt, context: Context): string {
    const node = withDistinctGroups(select);
    if (node.limitOption !== 'LIMIT_OPTION_WITH_TIES' || !node.limitCount) return super.SelectStmt(node, context);
    const count = this.visit(node.limitCount, context);
    return `${super.SelectStmt({ ...node, limitCount: undefined }, context)} FETCH FIRST (${count}) ROWS WITH TIES`;
  }

  /** The original drops the DISTINCT of GROUP BY DISTINCT; the first group carries it instead. */
  DistinctGroup({ group }: { group: Node }, context: Context): string {
    return `DISTINCT ${this.visit(group, context)}`;
  }
}

function withDistinctGroups(select: SelectStmt): SelectStmt {
  const [group, ...rest] = select.groupClause ?? [];
  if (select.groupDistinct !== true || group === undefined) return select;
  return {
    ...select,
    groupDistinct: undefined,
    groupClause: [{ DistinctGroup: { group } } as unknown as Node, ...rest],
  };
}

/** The text of a query's tree. Callers must prove that it parses to the same tree before they run it. */
export function deparseSelect(select: SelectStmt): string {
  return new ExactDeparser({ SelectStmt: select }, { pretty: false }).deparseQuery();
}
