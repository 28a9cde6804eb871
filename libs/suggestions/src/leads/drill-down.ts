import { isPlainFigure, type Measure, type SemanticQuery } from '@querent/contracts';
import type { ModelMetric } from '@querent/model';
import type { Asked } from '../asked';
import { usualOrder } from '../changed-query';
import { brokenDown, scoreLabel } from '../wording/measure-words';

/** From a metric to its children, side by side; from children to their parent metric, and to their own children. */
export function* drillDown(asked: Asked): Generator<SemanticQuery> {
  const { query, model } = asked;
  const [measure, ...others] = query.measures;
  if (measure?.what.kind !== 'metric' || query.compare || query.limit !== null || !isPlainFigure(measure)) return;
  const metric = model.metrics[measure.what.id];
  if (!metric) return;
  const parent = metric.parent === null ? undefined : model.metrics[metric.parent];
  const children = childrenOf(metric, asked);
  if (others.length > 0) {
    if (parent && brokenDown(query.measures, asked) === parent)
      yield* [withMeasures(asked, [scoreOf(parent, asked)]), ...childrenInDetail(asked)];
    return;
  }
  if (children.length > 0) yield withMeasures(asked, children);
  else if (parent) yield withMeasures(asked, childrenOf(parent, asked));
  for (const child of children.slice(0, 2)) yield withMeasures(asked, [child]);
}

function childrenInDetail(asked: Asked): SemanticQuery[] {
  const metrics = asked.query.measures.flatMap(({ what }) =>
    what.kind === 'metric' ? (asked.model.metrics[what.id] ?? []) : [],
  );
  return metrics
    .map((metric) => childrenOf(metric, asked))
    .filter((children) => children.length > 0)
    .map((children) => withMeasures(asked, children));
}

function withMeasures({ query, model }: Asked, measures: Measure[]): SemanticQuery {
  return { ...query, measures, order: usualOrder({ ...query, measures }, model) };
}

function childrenOf(metric: ModelMetric, asked: Asked): Measure[] {
  return Object.keys(metric.children).flatMap((id) => {
    const child = asked.model.metrics[id];
    return child ? [scoreOf(child, asked)] : [];
  });
}

function scoreOf(metric: ModelMetric, asked: Asked): Measure {
  const form = Object.keys(metric.children).length === 0 ? 'value' : 'composite';
  return { label: scoreLabel(metric, asked), what: { kind: 'metric', id: metric.id, form } };
}
