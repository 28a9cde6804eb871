import { parser } from '@prometheus-io/lezer-promql';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

export interface Selector {
  metric: string;
  matchers: { label: string; op: string; value: string }[];
}

/** Metrics, labels and syntax errors of a PromQL query, parsed with Prometheus' grammar. */
export interface PromqlQuery {
  /** For each syntax error, the rest of the query from its position on. */
  faults: string[];
  selectors: Selector[];
  /** Each aggregation, the outermost first: the labels it groups by (none without `by`), and the metrics inside it. */
  groupings: { labels: string[]; metrics: string[] }[];
}

/** Grafana's variables for durations, which PromQL's grammar does not accept. */
const GRAFANA_DURATION = /\$__(?:rate_interval|interval|range)/g;

export function readPromql(text: string): PromqlQuery {
  const source = text.replaceAll(GRAFANA_DURATION, '5m');
  const top = parser.parse(source).topNode;
  const textOf = ({ from, to }: SyntaxNode): string => source.slice(from, to);
  const selectorsIn = (node: SyntaxNode): Selector[] =>
    descendants(node, 'VectorSelector').map((selector) => readSelector(selector, textOf));
  return {
    faults: all(top)
      .filter(({ type }) => type.isError)
      .map(({ from }) => source.slice(from) || 'the end'),
    selectors: selectorsIn(top),
    groupings: descendants(top, 'AggregateExpr').flatMap((aggregate) => {
      const modifier = aggregate.getChild('AggregateModifier');
      if (modifier?.getChild('Without')) return [];
      return [
        {
          labels: modifier === null ? [] : descendants(modifier, 'LabelName').map(textOf),
          metrics: selectorsIn(aggregate).map(({ metric }) => metric),
        },
      ];
    }),
  };
}

function readSelector(node: SyntaxNode, textOf: (node: SyntaxNode) => string): Selector {
  const name = node.getChild('Identifier');
  return {
    metric: name === null ? '' : textOf(name),
    matchers: descendants(node, 'UnquotedLabelMatcher').map((matcher) => {
      const [label, op, value] = ['LabelName', 'MatchOp', 'StringLiteral']
        .map((part) => matcher.getChild(part))
        .map((part) => (part === null ? '' : textOf(part)));
      return { label: label ?? '', op: op ?? '', value: (value ?? '').slice(1, -1) };
    }),
  };
}

const descendants = (node: SyntaxNode, name: string): SyntaxNode[] => all(node).filter(({ name: own }) => own === name);

function all(node: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) nodes.push(child, ...all(child));
  return nodes;
}
