import { isDeepStrictEqual } from 'node:util';
import { arrowsOf } from '../../k8s/checks/arrows';
import { ofKind, variablesOf, workloadsOf, type Workload } from '../../k8s/checks/workloads';
import { isTree, type Manifest } from '../../k8s/kustomize/manifest';

/** Kinds whose specifications must be equal. */
const equalKinds = ['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'ScaledObject'];
/** Members of a Deployment's pod and of its container that must be equal. */
const podMembers = [
  'serviceAccountName',
  'automountServiceAccountToken',
  'enableServiceLinks',
  'terminationGracePeriodSeconds',
  'securityContext',
  'topologySpreadConstraints',
] as const;
const containerMembers = [
  'command',
  'ports',
  'securityContext',
  'lifecycle',
  'startupProbe',
  'livenessProbe',
  'readinessProbe',
  'resources',
  'volumeMounts',
] as const;

/**
 * What differs between the chart's objects and those of the production overlay, apart from addresses and names of
 * images: both deploy the same services.
 */
export function differencesFromKustomize(chart: Manifest[], overlay: Manifest[]): string[] {
  const theirs = workloadsOf(overlay);
  return [
    ...equalKinds.flatMap((kind) => compare(kind, specsOf(chart, kind), specsOf(overlay, kind))),
    ...compare('Deployment', namesOf(workloadsOf(chart)), namesOf(theirs)),
    ...compare('Strategy', strategiesOf(chart), strategiesOf(overlay)),
    ...workloadsOf(chart).flatMap((ours) => {
      const other = theirs.find(({ name }) => name === ours.name);
      if (other === undefined) return [];
      return [
        ...podMembers.flatMap((member) => compare(`${ours.name} ${member}`, ours.pod[member], other.pod[member])),
        ...containerMembers.flatMap((member) =>
          compare(`${ours.name} ${member}`, ours.containers[0]?.[member], other.containers[0]?.[member]),
        ),
        ...variableDifferences(ours.name, variablesOf(ours, chart), variablesOf(other, overlay)),
      ];
    }),
    ...compare('Network', arrowsOf(chart), arrowsOf(overlay)),
  ];
}

/**
 * The overlay lists every variable, with an empty value for its default; the chart lists those with a value. An example
 * may set further ones.
 */
function variableDifferences(
  service: string,
  ours: Map<string, string | null>,
  theirs: Map<string, string | null>,
): string[] {
  return [
    ...[...ours.keys()].filter((name) => !theirs.has(name)).map((name) => `${service}: only the chart sets ${name}`),
    ...[...theirs]
      .filter(([name, value]) => value !== '' && ours.get(name) !== value)
      .map(([name, value]) => `${service}: ${name} is ${ours.get(name)}, and ${value} in the overlay`),
  ];
}

const specsOf = (manifests: Manifest[], kind: string): Record<string, unknown> =>
  Object.fromEntries(ofKind(manifests, kind).map(({ metadata: { name }, spec }) => [name, spec]));

const strategiesOf = (manifests: Manifest[]): Record<string, unknown> =>
  Object.fromEntries(
    ofKind(manifests, 'Deployment').map(({ metadata: { name }, spec }) => [
      name,
      isTree(spec) ? [spec['strategy'], spec['revisionHistoryLimit'], spec['replicas']] : spec,
    ]),
  );

const namesOf = (workloads: Workload[]): string[] => workloads.map(({ name }) => name).sort();

function compare(title: string, ours: unknown, theirs: unknown): string[] {
  if (isDeepStrictEqual(plain(ours), plain(theirs))) return [];
  return [`${title} differs: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)} in the overlay`];
}

/** A copy without undefined members and without prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
