import type { Node } from 'libpg-query';
import type { Block, BoundStatement, Source } from '../bind/bound-query';
import { ColumnClasses } from './column-classes';
import { conditionsOf, equalitiesOf, isOperator } from './conditions';
import { functionName } from './aggregates';
import { nodesWhere } from './nodes';
import { refsIn } from './column-refs';

/**
 * The sources of a query, grouped by conditions that connect them: a predicate over columns of two of them, USING, a
 * lateral reference, an equal value, or the same row of an enclosing query.
 */
export function connectedSources(block: Block, statement: BoundStatement): Source[][] {
  const groups = block.sources.map((source) => new Set([source]));
  const connect = (sources: readonly Source[]) => {
    const touched = groups.filter((group) => sources.some((source) => group.has(source)));
    const [first, ...others] = touched;
    for (const other of others) {
      for (const source of other) first?.add(source);
      groups.splice(groups.indexOf(other), 1);
    }
  };
  const tying = [...conditionsOf(block), ...distancesOf(block)];
  const tied = [...tying.map((node) => ownSources(node, block, statement)), ...lateralTies(block, statement)];
  for (const sources of tied) connect(sources);
  for (const { merged } of block.joins) for (const [left, right] of merged) connect([left.source, right.source]);
  for (const sources of equalValues(block, statement)) connect(sources);
  connect(tiedOutside(block, statement));
  return groups.map((group) => [...group]);
}

/** A distance of each row to each, which such a query is meant to compute. */
function distancesOf({ select }: Block): Node[] {
  return nodesWhere([select.targetList, select.sortClause], (node) => {
    const isDistance = 'FuncCall' in node && functionName(node.FuncCall).startsWith('st_distance');
    return isDistance || isOperator(node, ['<->']) ? node : null;
  });
}

/** The query's own sources that a condition reads, also from nested subqueries. */
export function ownSources(node: unknown, block: Block, statement: BoundStatement): Source[] {
  const read = refsIn(node, statement, 'with queries').map((ref) => ref.column?.source ?? ref.item?.columns[0]?.source);
  const unknown = refsIn(node, statement, 'with queries').some((ref) => ref.kind === 'unknown');
  // An unresolved name may connect anything: it is reported separately.
  if (unknown) return block.sources;
  return block.sources.filter((source) => read.includes(source));
}

function lateralTies(block: Block, statement: BoundStatement): Source[][] {
  return fromEntries(block.select.fromClause ?? []).flatMap((entry) => {
    const read = ownSources(entry.inside, block, statement);
    const own =
      block.sources.find((source) => entry.query !== null && source.query?.select === entry.query) ??
      block.sources.find((source) => source.name === entry.name);
    return read.length > 0 && own ? [[...read, own]] : [];
  });
}

function fromEntries(nodes: readonly Node[]): { inside: Node; query: unknown; name: string | null }[] {
  return nodes.flatMap((node) => {
    if ('JoinExpr' in node)
      return fromEntries([node.JoinExpr.larg, node.JoinExpr.rarg].flatMap((side) => (side ? [side] : [])));
    if ('RangeSubselect' in node) {
      const { subquery, alias } = node.RangeSubselect;
      return [
        {
          inside: node,
          query: subquery && 'SelectStmt' in subquery ? subquery.SelectStmt : null,
          name: alias?.aliasname ?? null,
        },
      ];
    }
    return 'RangeFunction' in node
      ? [{ inside: node, query: null, name: node.RangeFunction.alias?.aliasname ?? null }]
      : [];
  });
}

/** `a.year = 2024 AND b.year = 2024`: connected by the value. */
function equalValues(block: Block, statement: BoundStatement): Source[][] {
  const equalities = equalitiesOf(block, statement);
  const classes = new ColumnClasses(equalities);
  return equalities.map(({ left }) => classes.equalTo(left).map(({ source }) => source));
}

/** Sources that are compared with the row of an enclosing query. */
function tiedOutside(block: Block, statement: BoundStatement): Source[] {
  return conditionsOf(block).flatMap((node) => {
    const outside = refsIn(node, statement, 'with queries').some(
      ({ column }) => column && !block.sources.includes(column.source) && isAround(column.source, block),
    );
    return outside ? ownSources(node, block, statement) : [];
  });
}

function isAround(source: Source, block: Block): boolean {
  for (let level = block.parent; level; level = level.parent) if (level.sources.includes(source)) return true;
  return false;
}
