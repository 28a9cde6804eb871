import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { ICronJob } from 'kubernetes-models/batch/v1';
import type { Manifest } from '../kustomize/manifest';

type PodSpec = NonNullable<NonNullable<IDeployment['spec']>['template']['spec']>;
export type Container = PodSpec['containers'][number];
export type Labels = Record<string, string>;

/** The parts of a Deployment that the checks need. */
export interface Workload {
  name: string;
  selector: Labels;
  labels: Labels;
  pod: PodSpec;
  containers: Container[];
}

export const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

/** @throws for a Deployment without a name or a pod, which `schemaMistakes` reports */
export function workloadsOf(manifests: Manifest[]): Workload[] {
  return ofKind(manifests, 'Deployment').map((manifest) => {
    const { metadata, spec } = manifest as unknown as IDeployment;
    if (metadata?.name === undefined || spec?.template.spec === undefined)
      throw new Error('a Deployment without a name or a pod');
    const pod = spec.template.spec;
    return {
      name: metadata.name,
      selector: spec.selector.matchLabels ?? {},
      labels: spec.template.metadata?.labels ?? {},
      pod,
      containers: [...(pod.initContainers ?? []), ...pod.containers],
    };
  });
}

/** The pods of CronJobs. */
export function cronJobPodsOf(manifests: Manifest[]): Pick<Workload, 'name' | 'pod' | 'containers'>[] {
  return ofKind(manifests, 'CronJob').map((manifest) => {
    const { metadata, spec } = manifest as unknown as ICronJob;
    const pod = spec?.jobTemplate.spec?.template.spec;
    if (metadata?.name === undefined || pod === undefined) throw new Error('a CronJob without a name or a pod');
    return { name: metadata.name, pod, containers: [...(pod.initContainers ?? []), ...pod.containers] };
  });
}

/** Whether labels match a selector. Of matchExpressions only the operator `In` is supported. */
export function selects(selector: unknown, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector as {
    matchLabels?: Labels;
    matchExpressions?: { key: string; operator: string; values: string[] }[];
  };
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''))
  );
}

/**
 * The environment of a workload's containers by variable name, from the rendered ConfigMaps and from `env`; null for a
 * value that is in a Secret.
 */
export function variablesOf({ containers }: Workload, manifests: Manifest[]): Map<string, string | null> {
  const configMaps = new Map(
    ofKind(manifests, 'ConfigMap').map(({ metadata, data }) => [metadata.name, (data ?? {}) as Record<string, string>]),
  );
  return new Map(
    containers.flatMap(({ envFrom = [], env = [] }) => [
      ...envFrom.flatMap(({ configMapRef }) => Object.entries(configMaps.get(configMapRef?.name ?? '') ?? {})),
      ...env.map(({ name, value }) => [name, value ?? null] as const),
    ]),
  );
}
