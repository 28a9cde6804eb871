import type { Manifest } from '../kustomize/manifest';
import { ofKind, selects, workloadsOf, type Container, type Labels, type Workload } from './workloads';

/**
 * Objects that an installation makes for itself, by kind and name, with their keys where we name them;
 * infra/deploy/k8s/README.md tells how.
 */
export type Externals = ReadonlySet<string>;

/** Where one object names another (or a port, a volume, a label) that is not there. */
export function referenceMistakes(manifests: Manifest[], externals: Externals): string[] {
  const workloads = workloadsOf(manifests);
  const own = new Set(manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`));
  const namespaces = new Set(
    manifests.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace),
  );
  return [
    ...(namespaces.size === 1 ? [] : [`objects stand in ${namespaces.size} namespaces`]),
    ...doubled(manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).map(
      (title) => `there are two of ${title}`,
    ),
    ...workloads.flatMap((workload) => [
      ...(selects({ matchLabels: workload.selector }, workload.labels)
        ? []
        : [`${workload.name}: its selector does not find its own pods`]),
      ...namedObjects(workload)
        .filter((title) => !own.has(title) && !externals.has(title))
        .map((title) => `${workload.name}: there is no ${title}, nor is it told of`),
      ...workload.containers.flatMap((container) => insideMistakes(workload, container)),
    ]),
    ...serviceMistakes(manifests, workloads),
    ...targetMistakes(manifests, workloads),
  ];
}

function namedObjects({ pod, containers }: Workload): string[] {
  const volumes = (pod.volumes ?? []).flatMap(({ configMap, secret, projected }) => [
    configMap?.name && `ConfigMap ${configMap.name}`,
    secret?.secretName && `Secret ${secret.secretName}`,
    ...(projected?.sources ?? []).flatMap((source) => [
      source.configMap?.name && `ConfigMap ${source.configMap.name}`,
      source.secret?.name && `Secret ${source.secret.name}`,
    ]),
  ]);
  const variables = containers.flatMap(({ env = [], envFrom = [] }) => [
    ...env.map(
      ({ valueFrom }) =>
        valueFrom?.secretKeyRef && `Secret ${valueFrom.secretKeyRef.name} ${valueFrom.secretKeyRef.key}`,
    ),
    ...envFrom.flatMap(({ configMapRef, secretRef }) => [
      configMapRef?.name && `ConfigMap ${configMapRef.name}`,
      secretRef?.name && `Secret ${secretRef.name}`,
    ]),
  ]);
  return [`ServiceAccount ${pod.serviceAccountName ?? 'default'}`, ...volumes, ...variables].filter(
    (title): title is string => typeof title === 'string',
  );
}

function insideMistakes({ name, pod }: Workload, container: Container): string[] {
  const ports = new Set<unknown>((container.ports ?? []).flatMap((port) => [port.name, port.containerPort]));
  const volumes = new Set((pod.volumes ?? []).map((volume) => volume.name));
  const mounted = new Set((container.volumeMounts ?? []).map((mount) => mount.name));
  const probes = {
    startupProbe: container.startupProbe,
    livenessProbe: container.livenessProbe,
    readinessProbe: container.readinessProbe,
  };
  return [
    ...Object.entries(probes)
      .filter(([, probe]) => !ports.has(probe?.httpGet?.port))
      .map(([probe]) => `${name}: its ${probe} asks no port of the container`),
    ...[...mounted].filter((volume) => !volumes.has(volume)).map((volume) => `${name}: there is no volume ${volume}`),
    // The image holds one program a service and starts the gateway where nothing is said.
    ...(container.command?.join(' ') === `node dist/apps/${name}/main.cjs`
      ? []
      : [`${name}: does not start its own program`]),
    ...[...volumes]
      .filter((volume) => !mounted.has(volume))
      .map((volume) => `${name}: the volume ${volume} is not mounted`),
  ];
}

function serviceMistakes(manifests: Manifest[], workloads: Workload[]): string[] {
  return ofKind(manifests, 'Service').flatMap(({ metadata, spec }) => {
    const { selector, ports } = spec as { selector: Labels; ports: { targetPort: string | number }[] };
    const behind = workloads.filter(({ labels }) => selects({ matchLabels: selector }, labels));
    const open = new Set<unknown>(
      behind.flatMap(({ containers }) =>
        containers.flatMap((container) => (container.ports ?? []).flatMap((port) => [port.name, port.containerPort])),
      ),
    );
    return [
      ...(behind.length === 1 ? [] : [`Service ${metadata.name}: ${behind.length} Deployments are behind it`]),
      ...ports
        .filter(({ targetPort }) => !open.has(targetPort))
        .map(({ targetPort }) => `Service ${metadata.name}: nobody listens at ${targetPort}`),
    ];
  });
}

/**
 * Disruption budgets, autoscalers and network policies are about pods that exist; each Deployment has one budget, and
 * one autoscaler at most.
 */
function targetMistakes(manifests: Manifest[], workloads: Workload[]): string[] {
  const budgets = ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => (spec as { selector: unknown }).selector);
  const policies = ofKind(manifests, 'NetworkPolicy').map(({ metadata, spec }) => ({
    name: metadata.name,
    selector: (spec as { podSelector: unknown }).podSelector,
  }));
  const targets = ['HorizontalPodAutoscaler', 'ScaledObject'].flatMap((kind) =>
    ofKind(manifests, kind).map(({ spec }) => (spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name),
  );
  return [
    ...workloads.flatMap(({ name, labels }) => {
      const count = budgets.filter((selector) => selects(selector, labels)).length;
      return count === 1 ? [] : [`${name}: has ${count} PodDisruptionBudgets`];
    }),
    ...targets
      .filter((target) => !workloads.some(({ name }) => name === target))
      .map((target) => `an autoscaler is for ${target}, which is not there`),
    ...doubled(targets).map((target) => `two autoscalers are for ${target}`),
    ...policies
      .filter(({ selector }) => !workloads.some(({ labels }) => selects(selector, labels)))
      .map(({ name }) => `NetworkPolicy ${name}: is about no pod`),
  ];
}

const doubled = (titles: string[]): string[] => titles.filter((title, at) => titles.indexOf(title) !== at);
