import { readPromql } from '../../observability/promql';
import type { Manifest } from '../kustomize/manifest';
import { queuesOf } from './stopping-mistakes';
import { ofKind } from './workloads';

interface Scaling {
  minReplicaCount: number;
  maxReplicaCount: number;
  fallback?: { replicas: number };
  cooldownPeriod?: number;
  triggers: { type: string; metadata: Record<string, string> }[];
}

/**
 * Autoscalers that ignore a queue, ask another installation, would replace pods too often, or would leave a stage
 * without a pod.
 */
export function autoscalingMistakes(manifests: Manifest[]): string[] {
  return ofKind(manifests, 'ScaledObject').flatMap(({ metadata: { name, namespace }, spec }) =>
    mistakesOf(name, namespace, spec as Scaling).map((mistake) => `autoscaler of ${name}: ${mistake}`),
  );
}

/** The series that each trigger reads. The spec of the alerts checks that these metrics are exported. */
export function autoscalingQueries(manifests: Manifest[]): string[] {
  return ofKind(manifests, 'ScaledObject').flatMap(({ spec }) => (spec as Scaling).triggers.map(seriesOf));
}

const seriesOf = ({ metadata }: Scaling['triggers'][number]): string => metadata['valueLocation'] ?? '';

function mistakesOf(
  name: string,
  namespace: string | undefined,
  { minReplicaCount, maxReplicaCount, fallback, cooldownPeriod = 300, triggers }: Scaling,
): string[] {
  const counted = triggers.map((trigger) => countedQueue(seriesOf(trigger)));
  return [
    ...queuesOf(name)
      .filter((queue) => !counted.includes(queue))
      .map((queue) => `it does not count the jobs of ${queue}`),
    ...triggers
      .filter((_, at) => !queuesOf(name).includes(counted[at] ?? ''))
      .map((trigger) => `${seriesOf(trigger)} is not the work of one of its queues`),
    ...triggers
      .filter(
        ({ type, metadata }) =>
          type !== 'metrics-api' ||
          metadata['format'] !== 'prometheus' ||
          metadata['url'] !== `http://gateway.${namespace}.svc/metrics`,
      )
      .map(() => 'a trigger does not ask the gateways of its namespace'),
    ...triggers
      .filter(({ metadata }) => !(Number(metadata['targetValue']) > 0))
      .map(() => 'a trigger has no number of jobs for each pod'),
    ...(minReplicaCount > 0 ? [] : ['it may scale to zero, so that questions wait for the start of a pod']),
    ...(minReplicaCount <= maxReplicaCount ? [] : ['its minReplicaCount is above its maxReplicaCount']),
    ...((fallback?.replicas ?? 0) >= Math.max(1, minReplicaCount)
      ? []
      : ['while no gateway answers there would be too few pods']),
    ...(cooldownPeriod >= 300 ? [] : ['its cooldownPeriod is below 300 s, so that pods are replaced too often']),
  ];
}

/** The queue that a trigger counts. KEDA takes the first series whose labels are equal: only `=` has an effect. */
function countedQueue(series: string): string | undefined {
  const [selector] = readPromql(series).selectors;
  const [queue, ...others] = selector?.matchers ?? [];
  const isWork = selector?.metric === 'querent_queue_work' && others.length === 0;
  return isWork && queue?.label === 'queue' && queue.op === '=' ? queue.value : undefined;
}
