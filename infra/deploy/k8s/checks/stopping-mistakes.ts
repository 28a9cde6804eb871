import { jobs } from '@querent/contracts';
import type { Manifest } from '../kustomize/manifest';
import { ofKind, variablesOf, workloadsOf, type Workload } from './workloads';

/** A generous allowance for closing pools and connections after the time-out of a shutdown. */
const CLOSING_SECONDS = 10;

/** The queues of a service: its name, or its name with a suffix. */
export const queuesOf = (service: string): string[] =>
  [...new Set(Object.values(jobs).map(({ queue }) => queue))].filter(
    (queue) => queue === service || queue.startsWith(`${service}-`),
  );

/** Pods that would be killed before they finish their jobs, and roll-outs that reduce the number of pods. */
export function stoppingMistakes(manifests: Manifest[]): string[] {
  return [
    ...workloadsOf(manifests).flatMap((workload) => mistakesOf(workload, variablesOf(workload, manifests))),
    ...ofKind(manifests, 'Deployment').flatMap(({ metadata: { name }, spec }) => {
      const { strategy } = spec as { strategy?: { rollingUpdate?: { maxUnavailable?: unknown; maxSurge?: unknown } } };
      return strategy?.rollingUpdate?.maxUnavailable === 0 && strategy.rollingUpdate.maxSurge === 1
        ? []
        : [`${name}: a roll-out removes pods before new ones are ready`];
    }),
  ];
}

function mistakesOf(workload: Workload, variables: Map<string, string | null>): string[] {
  const { name, pod, containers } = workload;
  const milliseconds = (variable: string): number => Number(variables.get(variable) ?? 0);
  const preStop = Math.max(
    0,
    ...containers.map(({ lifecycle }) => Number(lifecycle?.preStop?.exec?.command?.at(-1) ?? 0)),
  );
  const needed = preStop + (milliseconds('DRAIN_MS') + milliseconds('SHUTDOWN_TIMEOUT_MS')) / 1_000 + CLOSING_SECONDS;
  const grace = pod.terminationGracePeriodSeconds ?? 30;
  const longest = Math.max(
    0,
    ...Object.values(jobs)
      .filter(({ queue }) => queuesOf(name).includes(queue))
      .map(({ timeoutMs }) => timeoutMs),
  );
  return [
    ...(grace >= needed ? [] : [`${name}: is killed after ${grace} s, and may need ${needed} s to stop`]),
    ...(milliseconds('SHUTDOWN_TIMEOUT_MS') >= longest
      ? []
      : [`${name}: a job may take ${longest} ms, but gets ${milliseconds('SHUTDOWN_TIMEOUT_MS')} ms to finish`]),
    ...(queuesOf(name).length > 0 || (preStop > 0 && milliseconds('DRAIN_MS') > 0)
      ? []
      : [`${name}: its port closes before it has left its Service`]),
  ];
}
