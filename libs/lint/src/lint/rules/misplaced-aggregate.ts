import type { Node } from 'libpg-query';
import type { Block, BoundStatement } from '../bind/bound-query';
import type { Finding } from '../lint-report';
import type { LintRule } from '../lint-rule';
import { isSurelyAggregate, isWindowCall } from '../reading/aggregates';
import { refsIn } from '../reading/column-refs';
import { nodesWhere } from '../reading/nodes';
import { textOf } from '../sql-text';

/**
 * Aggregates and window functions where PostgreSQL does not allow them: WHERE, ON, GROUP BY, and inside another
 * aggregate.
 */
export const misplacedAggregate: LintRule = (statement) =>
  statement.blocks.flatMap((block) => [...inClauses(block, statement), ...nested(block, statement)]);

function inClauses(block: Block, statement: BoundStatement): Finding[] {
  const { whereClause, groupClause, havingClause } = block.select;
  const clauses: { clause: unknown; name: string; aggregates: boolean }[] = [
    { clause: whereClause, name: 'WHERE', aggregates: false },
    { clause: block.joins.map(({ node }) => node.quals), name: 'JOIN … ON', aggregates: false },
    { clause: groupClause, name: 'GROUP BY', aggregates: false },
    { clause: havingClause, name: 'HAVING', aggregates: true },
  ];
  return clauses.flatMap(({ clause, name, aggregates }) => {
    const calls = nodesWhere(clause, (node) =>
      isWindowCall(node) || (!aggregates && isSurelyAggregate(node)) ? node : null,
    );
    return calls.filter((call) => !isOfOuterQuery(call, block, statement)).map((call) => misplaced(call, name));
  });
}

function nested(block: Block, statement: BoundStatement): Finding[] {
  const { targetList, havingClause, sortClause } = block.select;
  const aggregates = nodesWhere([targetList, havingClause, sortClause], (node) =>
    isSurelyAggregate(node) ? node : null,
  );
  const inner = aggregates.flatMap((outer) =>
    nodesWhere(Object.values(outer), (node) => (isSurelyAggregate(node) || isWindowCall(node) ? node : null)),
  );
  return inner
    .filter((call) => !isOfOuterQuery(call, block, statement))
    .map((call) => misplaced(call, 'another aggregate'));
}

/** An aggregate over only the outer query's columns belongs to the outer query, in any position. */
function isOfOuterQuery(call: Node, block: Block, statement: BoundStatement): boolean {
  const refs = refsIn(call, statement, 'with queries');
  const isOuter = (source: unknown) => source !== undefined && !block.sources.includes(source as never);
  return refs.length > 0 && refs.every((ref) => isOuter(ref.column?.source ?? ref.item?.columns[0]?.source));
}

function misplaced(call: Node, clause: string): Finding {
  const kind = isWindowCall(call) ? 'a window function' : 'an aggregate';
  const advice =
    clause === 'WHERE' && kind === 'an aggregate'
      ? ' Conditions on aggregates belong in HAVING.'
      : ' Compute it in a subquery first.';
  return {
    rule: 'misplaced_aggregate',
    severity: 'error',
    fragment: textOf(call),
    message: `${kind} is not allowed inside ${clause}.${advice}`.replace(/^a/, 'A'),
  };
}
