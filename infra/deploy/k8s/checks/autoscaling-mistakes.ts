import { readPromql, type Selector } from '../../observability/promql';
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

/** States of a job that need a worker: it waits, with a priority or without, or it runs and must not lose its pod. */
const WORK = ['active', 'prioritized', 'waiting'];

/**
 * Autoscalers that ignore a queue, would remove a pod while its jobs run, or would leave jobs without any pod.
 * @param mayScaleToZero services that work correctly after a time without any pod
 */
export function autoscalingMistakes(manifests: Manifest[], mayScaleToZero: readonly string[]): string[] {
  return ofKind(manifests, 'ScaledObject').flatMap(({ metadata: { name, namespace }, spec }) =>
    mistakesOf(name, namespace, spec as Scaling, mayScaleToZero).map((mistake) => `autoscaler of ${name}: ${mistake}`),
  );
}

/** The PromQL query of each trigger. The spec of the alerts checks that these metrics are exported. */
export function autoscalingQueries(manifests: Manifest[]): string[] {
  return ofKind(manifests, 'ScaledObject').flatMap(({ spec }) =>
    (spec as Scaling).triggers.map(({ metadata }) => metadata['query'] ?? ''),
  );
}

function mistakesOf(
  name: string,
  namespace: string | undefined,
  { minReplicaCount, maxReplicaCount, fallback, cooldownPeriod = 300, triggers }: Scaling,
  mayScaleToZero: readonly string[],
): string[] {
  const selectors = triggers.flatMap(({ metadata }) => readPromql(metadata['query'] ?? '').selectors);
  const counted = (states: readonly string[]): string[] =>
    selectors
      .filter((selector) => states.every((state) => matches(selector, 'state', state)))
      .flatMap((selector) => queuesOf(name).filter((queue) => matches(selector, 'queue', queue)));
  const uncounted = (states: readonly string[]): string[] =>
    queuesOf(name).filter((queue) => !counted(states).includes(queue));
  const foreign = selectors.filter((selector) => !queuesOf(name).some((queue) => matches(selector, 'queue', queue)));
  return [
    ...uncounted(WORK).map((queue) => `it does not count the jobs of ${queue}`),
    ...selectors
      .filter(
        ({ matchers }) =>
          !matchers.some(({ label, op, value }) => label === 'namespace' && op === '=' && value === namespace),
      )
      .map(({ metric }) => `it counts ${metric} of other namespaces`),
    ...foreign.map(({ metric }) => `it counts ${metric} of other services`),
    ...(minReplicaCount > 0 || mayScaleToZero.includes(name) ? [] : ['it may scale to zero, which is not safe']),
    ...(minReplicaCount > 0
      ? []
      : uncounted(['delayed']).map((queue) => `at zero, no pod takes the delayed jobs of ${queue}`)),
    ...(minReplicaCount <= maxReplicaCount ? [] : ['its minReplicaCount is above its maxReplicaCount']),
    ...((fallback?.replicas ?? 0) >= Math.max(1, minReplicaCount)
      ? []
      : ['without Prometheus there would be too few pods']),
    ...(cooldownPeriod >= 300 ? [] : ['its cooldownPeriod is below 300 s, so that pods are replaced too often']),
    ...triggers
      .filter(({ metadata }) => metadata['ignoreNullValues'] !== 'false')
      .map(() => 'a query result without a value would count as no work'),
  ];
}

/** Whether a selector accepts the value of a label. A label without a matcher accepts every value. */
function matches({ matchers }: Selector, label: string, value: string): boolean {
  return matchers
    .filter((matcher) => matcher.label === label)
    .every(({ op, value: wanted }) => {
      const hit = op.includes('~') ? new RegExp(`^(?:${wanted})$`).test(value) : wanted === value;
      return op.startsWith('!') ? !hit : hit;
    });
}
