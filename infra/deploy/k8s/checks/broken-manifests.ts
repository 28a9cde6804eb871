import { isTree, type Manifest, type Tree } from '../kustomize/manifest';

type Step = string | number;

/** A copy of the objects with one member of one object replaced, or removed if `value` is undefined. */
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
 * Changes of the production overlay that the checks must refuse: description, object, path of the member, its wrong
 * value, and the reported mistake.
 */
export const brokenCases: [string, string, Step[], unknown, RegExp][] = [
  ['a member that is not in the schema', 'Deployment chart', [...container, 'imagee'], 'querent', /imagee is unknown/],
  [
    'a text instead of a number',
    'HorizontalPodAutoscaler gateway',
    ['spec', 'maxReplicas'],
    'many',
    /maxReplicas must be integer/,
  ],
  ['no selector', 'Deployment intent', ['spec', 'selector'], undefined, /selector/],
  ['no trigger', 'ScaledObject chart', ['spec', 'triggers'], undefined, /triggers/],
  ['a kind without a schema', 'Service gateway', ['kind'], 'Servise', /there is no v1 Servise/],
  [
    'pods that their Deployment does not select',
    'Deployment intent',
    ['spec', 'template', 'metadata', 'labels', 'app.kubernetes.io/name'],
    'other',
    /does not match its pods/,
  ],
  [
    'a Secret that is not documented',
    'Deployment executor',
    [...container, 'envFrom', 1, 'secretRef', 'name'],
    'passwords',
    /no Secret passwords/,
  ],
  [
    'a key of a Secret that is not documented',
    'Deployment executor',
    [...container, 'env', 0, 'valueFrom', 'secretKeyRef', 'key'],
    'URL',
    /no Secret querent-[a-z-]+ URL/,
  ],
  [
    'an account that does not exist',
    'Deployment chart',
    ['spec', 'template', 'spec', 'serviceAccountName'],
    'default',
    /no ServiceAccount default/,
  ],
  [
    'a probe of a closed port',
    'Deployment chart',
    [...container, 'livenessProbe', 'httpGet', 'port'],
    8080,
    /livenessProbe does not use a port/,
  ],
  [
    'a program of another service',
    'Deployment chart',
    [...container, 'command'],
    ['node', 'dist/apps/charts/main.cjs'],
    /chart: does not start its program/,
  ],
  ['no program', 'Deployment chart', [...container, 'command'], undefined, /chart: does not start its program/],
  ['a Service of a closed port', 'Service gateway', ['spec', 'ports', 0, 'targetPort'], 'web', /no pod listens on web/],
  [
    'a disruption budget without a pod',
    'PodDisruptionBudget chart',
    ['spec', 'selector', 'matchLabels', 'app.kubernetes.io/name'],
    'charts',
    /chart: has 0 PodDisruptionBudgets/,
  ],
  [
    'an autoscaler of no Deployment',
    'ScaledObject chart',
    ['spec', 'scaleTargetRef', 'name'],
    'charts',
    /scales charts, which does not exist/,
  ],
  [
    'a network policy that selects no pod',
    'NetworkPolicy executor-reaches-databases',
    ['spec', 'podSelector', 'matchLabels', 'app.kubernetes.io/name'],
    'executors',
    /selects no pod/,
  ],
  [
    'a container that runs as root',
    'Deployment chart',
    [...container, 'securityContext', 'runAsUser'],
    0,
    /chart has a container that may run as root/,
  ],
  [
    'a writable file system',
    'Deployment chart',
    [...container, 'securityContext', 'readOnlyRootFilesystem'],
    false,
    /may write/,
  ],
  ['a mounted account token', 'ServiceAccount chart', ['automountServiceAccountToken'], true, /mounts tokens/],
  [
    'a liveness probe that needs Redis',
    'Deployment chart',
    [...container, 'livenessProbe', 'httpGet', 'path'],
    '/readyz',
    /liveness or startup probe that needs Redis/,
  ],
  [
    'too little time to stop',
    'Deployment sql-generator',
    ['spec', 'template', 'spec', 'terminationGracePeriodSeconds'],
    120,
    /killed after 120 s, and may need 130 s/,
  ],
  [
    'a shutdown that interrupts a job',
    'ConfigMap querent-intent',
    ['data', 'SHUTDOWN_TIMEOUT_MS'],
    '12000',
    /gets 12000 ms to finish/,
  ],
  [
    'a shutdown that interrupts a slow statement',
    'ConfigMap querent-executor',
    ['data', 'SHUTDOWN_TIMEOUT_MS'],
    '120000',
    /executor: a job may take 540000 ms, but gets 120000 ms/,
  ],
  [
    'a gateway that stops immediately',
    'Deployment gateway',
    [...container, 'lifecycle'],
    undefined,
    /before it has left its Service/,
  ],
  [
    'a roll-out that removes pods first',
    'Deployment gateway',
    ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'],
    1,
    /removes pods before/,
  ],
  ['executors at zero', 'ScaledObject executor', ['spec', 'minReplicaCount'], 0, /may scale to zero/],
  [
    'a queue that no trigger counts',
    'ScaledObject sql-generator',
    ['spec', 'triggers', 1, 'metadata', 'valueLocation'],
    'querent_queue_work{queue="sql-generator"}',
    /does not count the jobs of sql-generator-reason/,
  ],
  [
    'a trigger that counts waiting jobs only',
    'ScaledObject intent',
    ['spec', 'triggers', 0, 'metadata', 'valueLocation'],
    'querent_queue_jobs{queue="intent",state="waiting"}',
    /does not count the jobs of intent/,
  ],
  [
    'a trigger that counts the jobs of another service',
    'ScaledObject intent',
    ['spec', 'triggers', 0, 'metadata', 'valueLocation'],
    'querent_queue_work{queue="chart"}',
    /is not the work of one of its queues/,
  ],
  [
    'a trigger that asks another installation',
    'ScaledObject intent',
    ['spec', 'triggers', 0, 'metadata', 'url'],
    'http://gateway.other.svc/metrics',
    /does not ask the gateways of its namespace/,
  ],
  [
    'a misspelt variable',
    'ConfigMap querent-chart',
    ['data', 'LOGLEVEL'],
    'info',
    /chart does not read the variable LOGLEVEL/,
  ],
  [
    'a value that a service refuses',
    'ConfigMap querent-gateway',
    ['data', 'MAX_BACKLOG'],
    'many',
    /gateway would not start with its MAX_BACKLOG/,
  ],
  [
    'a missing variable',
    'ConfigMap querent-chart',
    ['data', 'L1_TTL_MS'],
    undefined,
    /chart reads the variable L1_TTL_MS, which is missing/,
  ],
];
