import type { Manifest } from '../kustomize/manifest';
import { ofKind, selects, workloadsOf, type Container, type Labels, type Workload } from './workloads';

/**
 * Objects that an operator creates as infra/deploy/k8s/README.md describes, as `Kind name`, and their keys as `Kind
 * name KEY`.
 */
export type Externals = ReadonlySet<string>;

/** References of one object to another object, a port, a volume or a label that does not exist. */
export function referenceMistakes(manifests: Manifest[], externals: Externals): string[] {
  const workloads = workloadsOf(manifests);
  const own = new Set(manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`));
  const namespaces = new Set(
    manifests.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace),
  );
  return [
    ...(namespaces.size === 1 ? [] : [`the objects are in ${namespaces.size} namespaces`]),
    ...duplicatesIn(manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).map(
      (title) => `there are two of ${title}`,
    ),
    ...workloads.flatMap((workload) => [
      ...(selects({ matchLabels: workload.selector }, workload.labels)
        ? []
        : [`${workload.name}: its selector does not match its pods`]),
      ...namedObjects(workload)
        .filter((title) => !own.has(title) && !externals.has(title))
        .map((title) => `${workload.name}: there is no ${title}, and README.md does not list it`),
      ...workload.containers.flatMap((container) => containerMistakes(workload, container)),
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

function containerMistakes({ name, pod }: Workload, container: Container): string[] {
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
      .map(([probe]) => `${name}: its ${probe} does not use a port of the container`),
    ...[...mounted].filter((volume) => !volumes.has(volume)).map((volume) => `${name}: there is no volume ${volume}`),
    // The image contains the programs of all services, and starts the gateway by default.
    ...(container.command?.join(' ') === `node dist/apps/${name}/main.cjs`
      ? []
      : [`${name}: does not start its program`]),
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
        .map(({ targetPort }) => `Service ${metadata.name}: no pod listens on ${targetPort}`),
    ];
  });
}

/**
 * Disruption budgets, autoscalers and network policies that select no pod, and Deployments that do not have exactly one
 * budget and at most one autoscaler.
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
      .map((target) => `an autoscaler scales ${target}, which does not exist`),
    ...duplicatesIn(targets).map((target) => `two autoscalers scale ${target}`),
    ...policies
      .filter(({ selector }) => !workloads.some(({ labels }) => selects(selector, labels)))
      .map(({ name }) => `NetworkPolicy ${name}: selects no pod`),
  ];
}

const duplicatesIn = (titles: string[]): string[] => titles.filter((title, at) => titles.indexOf(title) !== at);
