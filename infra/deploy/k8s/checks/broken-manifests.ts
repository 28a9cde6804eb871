import { isTree, type Manifest, type Tree } from '../kustomize/manifest';

type Step = string | number;

/** A copy of the objects in which one member of one object is something else; undefined takes it away. */
export function broken(manifests: Manifest[], title: string, path: Step[], value: unknown): Manifest[] {
  const copy = structuredClone(manifests);
  const object = copy.find(({ kind, metadata: { name } }) => `${kind} ${name}` === title);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>(
      (at, step) => (Array.isArray(at) ? at[Number(step)] : isTree(at) ? at[step] : undefined),
      object,
    ) as Tree | undefined;
  const last = path.at(-1);
  if (parent === undefined || last === undefined) throw new Error(`${title} has no ${path.join('/')}`);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const container = ['spec', 'template', 'spec', 'containers', 0];

/**
 * What the checks must refuse in the production overlay: its name, the object, the member, what it is instead, and the
 * mistake.
 */
export const brokenCases: [string, string, Step[], unknown, RegExp][] = [
  ['a member that no schema has', 'Deployment chart', [...container, 'imagee'], 'querent', /imagee is unknown/],
  [
    'text for a number',
    'HorizontalPodAutoscaler gateway',
    ['spec', 'maxReplicas'],
    'many',
    /maxReplicas must be integer/,
  ],
  ['no selector', 'Deployment intent', ['spec', 'selector'], undefined, /selector/],
  ['no trigger', 'ScaledObject chart', ['spec', 'triggers'], undefined, /triggers/],
  ['a kind without a schema', 'Service gateway', ['kind'], 'Servise', /there is no v1 Servise/],
  [
    'pods that their Deployment does not find',
    'Deployment intent',
    ['spec', 'template', 'metadata', 'labels', 'app.kubernetes.io/name'],
    'other',
    /does not find its own pods/,
  ],
  [
    'a Secret that nobody tells of',
    'Deployment executor',
    [...container, 'envFrom', 1, 'secretRef', 'name'],
    'passwords',
    /no Secret passwords/,
  ],
  [
    'a key that nobody tells of',
    'Deployment executor',
    [...container, 'env', 0, 'valueFrom', 'secretKeyRef', 'key'],
    'URL',
    /no Secret querent-[a-z-]+ URL/,
  ],
  [
    'an account that is not there',
    'Deployment chart',
    ['spec', 'template', 'spec', 'serviceAccountName'],
    'default',
    /no ServiceAccount default/,
  ],
  [
    'a probe at a closed port',
    'Deployment chart',
    [...container, 'livenessProbe', 'httpGet', 'port'],
    8080,
    /livenessProbe asks no port/,
  ],
  [
    'a program of another service',
    'Deployment chart',
    [...container, 'command'],
    ['node', 'dist/apps/charts/main.cjs'],
    /chart: does not start its own program/,
  ],
  ['no program', 'Deployment chart', [...container, 'command'], undefined, /chart: does not start its own program/],
  ['a service to a closed port', 'Service gateway', ['spec', 'ports', 0, 'targetPort'], 'web', /nobody listens at web/],
  [
    'a budget for no pod',
    'PodDisruptionBudget chart',
    ['spec', 'selector', 'matchLabels', 'app.kubernetes.io/name'],
    'charts',
    /chart: has 0 PodDisruptionBudgets/,
  ],
  [
    'an autoscaler for nothing',
    'ScaledObject chart',
    ['spec', 'scaleTargetRef', 'name'],
    'charts',
    /for charts, which is not there/,
  ],
  [
    'a policy about no pod',
    'NetworkPolicy executor-reaches-databases',
    ['spec', 'podSelector', 'matchLabels', 'app.kubernetes.io/name'],
    'executors',
    /is about no pod/,
  ],
  [
    'a container that runs as root',
    'Deployment chart',
    [...container, 'securityContext', 'runAsUser'],
    0,
    /chart may run as root/,
  ],
  [
    'a file system to write to',
    'Deployment chart',
    [...container, 'securityContext', 'readOnlyRootFilesystem'],
    false,
    /may write/,
  ],
  ['a token for whoever breaks in', 'ServiceAccount chart', ['automountServiceAccountToken'], true, /hands out tokens/],
  [
    'a liveness that needs Redis',
    'Deployment chart',
    [...container, 'livenessProbe', 'httpGet', 'path'],
    '/readyz',
    /alive only while Redis is/,
  ],
  [
    'too little time to stop',
    'Deployment sql-generator',
    ['spec', 'template', 'spec', 'terminationGracePeriodSeconds'],
    120,
    /killed after 120 s, and may need 130 s/,
  ],
  [
    'a job that is cut short',
    'ConfigMap querent-intent',
    ['data', 'SHUTDOWN_TIMEOUT_MS'],
    '12000',
    /given 12000 ms to finish/,
  ],
  [
    'a slow statement that begins anew with each roll-out',
    'ConfigMap querent-executor',
    ['data', 'SHUTDOWN_TIMEOUT_MS'],
    '120000',
    /executor: a job may take 540000 ms, and is given 120000 ms/,
  ],
  [
    'a gateway that goes at once',
    'Deployment gateway',
    [...container, 'lifecycle'],
    undefined,
    /before callers have heard/,
  ],
  [
    'a roll-out that takes pods away',
    'Deployment gateway',
    ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'],
    1,
    /takes pods away/,
  ],
  ['executors at zero', 'ScaledObject executor', ['spec', 'minReplicaCount'], 0, /may be at zero, which is not safe/],
  [
    'a queue that nobody counts',
    'ScaledObject sql-generator',
    ['spec', 'triggers', 1, 'metadata', 'query'],
    'vector(0)',
    /does not count the work of sql-generator-reason/,
  ],
  [
    'work of turns that is not counted',
    'ScaledObject intent',
    ['spec', 'triggers', 0, 'metadata', 'query'],
    'sum(querent_queue_jobs{queue="intent", state=~"waiting|active"})',
    /does not count the work of intent/,
  ],
  [
    'work of another installation',
    'ScaledObject intent',
    ['spec', 'triggers', 0, 'metadata', 'query'],
    'sum(querent_queue_jobs{queue="intent", state=~"waiting|prioritized|active"})',
    /counts querent_queue_jobs of other namespaces/,
  ],
  [
    'a variable that is misspelt',
    'ConfigMap querent-chart',
    ['data', 'LOGLEVEL'],
    'info',
    /chart is given LOGLEVEL, and does not read it/,
  ],
  [
    'a value that a service refuses',
    'ConfigMap querent-gateway',
    ['data', 'MAX_BACKLOG'],
    'many',
    /gateway would not start with its MAX_BACKLOG/,
  ],
  [
    'a variable that is left out',
    'ConfigMap querent-chart',
    ['data', 'L1_TTL_MS'],
    undefined,
    /chart reads L1_TTL_MS, and cannot be given it/,
  ],
];
