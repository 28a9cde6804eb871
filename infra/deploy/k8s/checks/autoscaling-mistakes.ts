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

/** States of a job that call for a worker: it waits, by turn or not, or is under way and must not lose its pod. */
const WORK = ['active', 'prioritized', 'waiting'];

/**
 * Autoscalers that would not see a queue, would take a pod from its jobs, or would leave jobs alone at zero.
 * @param restsAtZero services that lose nothing when no pod of theirs is there
 */
export function autoscalingMistakes(manifests: Manifest[], restsAtZero: readonly string[]): string[] {
  return ofKind(manifests, 'ScaledObject').flatMap(({ metadata: { name, namespace }, spec }) =>
    mistakesOf(name, namespace, spec as Scaling, restsAtZero).map((mistake) => `autoscaler of ${name}: ${mistake}`),
  );
}

/** Every query of the autoscalers, for whoever knows the metrics. */
export function autoscalingQueries(manifests: Manifest[]): string[] {
  return ofKind(manifests, 'ScaledObject').flatMap(({ spec }) =>
    (spec as Scaling).triggers.map(({ metadata }) => metadata['query'] ?? ''),
  );
}

function mistakesOf(
  name: string,
  namespace: string | undefined,
  { minReplicaCount, maxReplicaCount, fallback, cooldownPeriod = 300, triggers }: Scaling,
  restsAtZero: readonly string[],
): string[] {
  const selectors = triggers.flatMap(({ metadata }) => readPromql(metadata['query'] ?? '').selectors);
  const counted = (states: readonly string[]): string[] =>
    selectors
      .filter((selector) => states.every((state) => isAskedFor(selector, 'state', state)))
      .flatMap((selector) => queuesOf(name).filter((queue) => isAskedFor(selector, 'queue', queue)));
  const unseen = (states: readonly string[]): string[] =>
    queuesOf(name).filter((queue) => !counted(states).includes(queue));
  const foreign = selectors.filter((selector) => !queuesOf(name).some((queue) => isAskedFor(selector, 'queue', queue)));
  return [
    ...unseen(WORK).map((queue) => `it does not count the work of ${queue}`),
    ...selectors
      .filter(
        ({ matchers }) =>
          !matchers.some(({ label, op, value }) => label === 'namespace' && op === '=' && value === namespace),
      )
      .map(({ metric }) => `it counts ${metric} of other namespaces`),
    ...foreign.map(({ metric }) => `it counts ${metric} of others`),
    ...(minReplicaCount > 0 || restsAtZero.includes(name) ? [] : ['it may be at zero, which is not safe']),
    ...(minReplicaCount > 0
      ? []
      : unseen(['delayed']).map((queue) => `at zero, nobody wakes the delayed jobs of ${queue}`)),
    ...(minReplicaCount <= maxReplicaCount ? [] : ['its least number is above its greatest']),
    ...((fallback?.replicas ?? 0) >= Math.max(1, minReplicaCount)
      ? []
      : ['without Prometheus there would be too few pods']),
    ...(cooldownPeriod >= 300 ? [] : ['it comes and goes']),
    ...triggers
      .filter(({ metadata }) => metadata['ignoreNullValues'] !== 'false')
      .map(() => 'an answer without a number would be taken for no work'),
  ];
}

/** Whether a selector lets a value of a label through; a label that it does not name lets all through. */
function isAskedFor({ matchers }: Selector, label: string, value: string): boolean {
  return matchers
    .filter((matcher) => matcher.label === label)
    .every(({ op, value: wanted }) => {
      const hit = op.includes('~') ? new RegExp(`^(?:${wanted})$`).test(value) : wanted === value;
      return op.startsWith('!') ? !hit : hit;
    });
}
