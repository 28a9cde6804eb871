import type { Manifest } from '../kustomize/manifest';
import { cronJobPodsOf, ofKind, workloadsOf, type Container, type Workload } from './workloads';

/**
 * The rules for pods, by the text that reports a violation. They go beyond the standard `restricted`, which the
 * namespaces enforce.
 */
const ofPods: Readonly<Record<string, (workload: Pick<Workload, 'pod'>) => boolean>> = {
  'may run as root': ({ pod }) =>
    pod.securityContext?.runAsNonRoot === true &&
    (pod.securityContext.runAsUser ?? 0) > 0 &&
    (pod.securityContext.runAsGroup ?? 0) > 0,
  'is not under a seccomp profile': ({ pod }) => pod.securityContext?.seccompProfile?.type === 'RuntimeDefault',
  'mounts the token of its account': ({ pod }) => pod.automountServiceAccountToken === false,
  'receives the variables of other Services': ({ pod }) => pod.enableServiceLinks === false,
  'shares something with its node': ({ pod }) =>
    !pod.hostNetwork &&
    !pod.hostPID &&
    !pod.hostIPC &&
    !(pod.volumes ?? []).some(({ hostPath }) => hostPath !== undefined),
  'is not spread over zones and nodes': ({ pod }) =>
    ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].every((key) =>
      pod.topologySpreadConstraints?.some(({ topologyKey }) => topologyKey === key),
    ),
};

const ofContainers: Readonly<Record<string, (container: Container) => boolean>> = {
  'may write to its file system': ({ securityContext }) => securityContext?.readOnlyRootFilesystem === true,
  'may gain privileges': ({ securityContext }) =>
    securityContext?.allowPrivilegeEscalation === false && !securityContext.privileged,
  'has a container that may run as root': ({ securityContext }) =>
    securityContext?.runAsNonRoot !== false && securityContext?.runAsUser !== 0,
  'keeps capabilities': ({ securityContext }) =>
    securityContext?.capabilities?.drop?.includes('ALL') === true && securityContext.capabilities.add === undefined,
  'requests no processor or no memory': ({ resources }) =>
    ['cpu', 'memory'].every((name) => resources?.requests?.[name] !== undefined),
  'has no memory limit': ({ resources }) => resources?.limits?.['memory'] !== undefined,
  'has a liveness or startup probe that needs Redis': ({ livenessProbe, startupProbe }) =>
    livenessProbe?.httpGet?.path === '/healthz' && startupProbe?.httpGet?.path === '/healthz',
  'has no readiness probe': ({ readinessProbe }) => readinessProbe?.httpGet?.path === '/readyz',
};

/** Rules that a pod need not obey which runs once and answers nothing. */
const onlyOfServices = [
  'is not spread over zones and nodes',
  'has a liveness or startup probe that needs Redis',
  'has no readiness probe',
];

/** Pods with more rights than they need, or without the requests, limits and probes that Kubernetes needs. */
export function hardeningMistakes(manifests: Manifest[]): string[] {
  return [
    ...workloadsOf(manifests).flatMap(brokenBy),
    ...cronJobPodsOf(manifests).flatMap((one) =>
      brokenBy(one).filter((mistake) => !onlyOfServices.some((words) => mistake === `${one.name} ${words}`)),
    ),
    ...ofKind(manifests, 'ServiceAccount')
      .filter(({ automountServiceAccountToken }) => automountServiceAccountToken !== false)
      .map(({ metadata }) => `the account ${metadata.name} mounts tokens`),
    ...ofKind(manifests, 'Namespace')
      .filter(({ metadata: { labels } }) => labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
      .map(({ metadata }) => `the namespace ${metadata.name} admits any pod`),
  ];
}

function brokenBy(workload: Pick<Workload, 'name' | 'pod' | 'containers'>): string[] {
  const words = [
    ...broken(ofPods, workload),
    ...workload.containers.flatMap((container) => broken(ofContainers, container)),
  ];
  return words.map((mistake) => `${workload.name} ${mistake}`);
}

function broken<T>(rules: Readonly<Record<string, (subject: T) => boolean>>, subject: T): string[] {
  return Object.entries(rules)
    .filter(([, holds]) => !holds(subject))
    .map(([words]) => words);
}
