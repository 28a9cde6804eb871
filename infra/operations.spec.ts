import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { openCatalog } from '@querent/catalog';
import { arrowsOf } from './k8s/checks/arrows';
import { autoscalingMistakes, autoscalingQueries } from './k8s/checks/autoscaling-mistakes';
import { broken } from './k8s/checks/broken-manifests';
import { environmentMistakes } from './k8s/checks/environment-mistakes';
import { hardeningMistakes } from './k8s/checks/hardening-mistakes';
import { referenceMistakes } from './k8s/checks/reference-mistakes';
import { stoppingMistakes } from './k8s/checks/stopping-mistakes';
import { toldExternals } from './k8s/checks/told-externals';
import { variablesOf, workloadsOf } from './k8s/checks/workloads';
import type { Manifest } from './k8s/kustomize/manifest';
import { renderKustomization } from './k8s/kustomize/render';
import { schemaMistakes } from './k8s/kustomize/schema-mistakes';
import { dashboards, panelTable, type Dashboard } from './observability/dashboards';
import { queryMistakes, shownLabelMistakes } from './observability/query-mistakes';
import { toldMetrics } from './observability/told-metrics';
import { serviceEnvironments } from './service-environments';

const root = resolve(__dirname, '..');
const textOf = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

const externals = toldExternals(textOf('infra/k8s/README.md'));
/** Services that keep nothing between two questions: see infra/k8s/README.md. */
const restsAtZero = ['sql-generator', 'chart'];

const everybody = ['→ kube-system/kube-dns:53', '→ monitoring/ANY:4318', '→ querent-data/redis:6379', '→ querent-data/redis:26379', '← monitoring/ANY:3000'];
const vectors = '→ querent-data/qdrant:6333';
const [databases, models, embeddings] = ['→ 192.0.2.0/24:5432', '→ 198.51.100.0/24:443', '→ 203.0.113.0/24:443'];
/** Who may reach whom: the arrows of the architecture. The ranges stand for the addresses that an installation gives. */
const arrows: Record<string, string[]> = {
  gateway: [...everybody, '← ingress/ANY:3000', '→ 0.0.0.0/0 public:443', '→ 2000::/3:443'],
  intent: [...everybody, vectors, embeddings],
  'schema-retrieval': [...everybody, vectors, embeddings],
  'sql-generator': [...everybody, models],
  executor: [...everybody, databases],
  chart: [...everybody, vectors, models],
};

/** The checks take it for granted that each object has the shape of its kind. */
function mistakesIn(manifests: Manifest[]): string[] {
  const misshapen = schemaMistakes(manifests);
  return misshapen.length > 0 ? misshapen : mistakesBetween(manifests);
}

const mistakesBetween = (manifests: Manifest[]): string[] => [
  ...referenceMistakes(manifests, externals),
  ...hardeningMistakes(manifests),
  ...stoppingMistakes(manifests),
  ...autoscalingMistakes(manifests, restsAtZero),
  ...environmentMistakes(Object.fromEntries(workloadsOf(manifests).map((workload) => [workload.name, variablesOf(workload, manifests).keys()])), serviceEnvironments),
];

const overlays = ['dev', 'production'].map((overlay) => ({ overlay, folder: `${root}/infra/k8s/overlays/${overlay}`, manifests: renderKustomization(`${root}/infra/k8s/overlays/${overlay}`) }));

describe.each(overlays)('the objects of the overlay “$overlay”', ({ folder, manifests }) => {
  it('fit the published schemas and each other, are hardened, stop in time, and give each service exactly the variables that it reads', () => {
    expect(mistakesIn(manifests)).toEqual([]);
  });

  it('are six services', () => {
    expect(workloadsOf(manifests).map(({ name }) => name).sort()).toEqual(Object.keys(serviceEnvironments).sort());
  });

  it('have a configuration folder without mistakes', async () => {
    const catalog = await openCatalog(`${folder}/config`, { watch: false, credentials: { SHOP_DATABASE_URL: 'postgres://reader@database.example/shop' } });
    expect(catalog.problems()).toEqual([]);
    expect(catalog.connections()).toHaveLength(1);
  });

  (hasKubectl() ? it : it.skip)('are those that kustomize renders', () => {
    const rendered = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' }).replaceAll(/\b(querent-[a-z-]+)-[a-z0-9]{10}$/gm, '$1');
    expect(inOrder(manifests)).toEqual(inOrder(parseAllDocuments(rendered).map((document) => document.toJS() as Manifest)));
  });
});

describe('the production overlay', () => {
  const { manifests } = overlays[1] ?? { manifests: [] };

  it('lets each service reach what the architecture has it reach, and nothing else', () => {
    expect(arrowsOf(manifests)).toEqual(Object.fromEntries(Object.entries(arrows).map(([name, ends]) => [name, [...ends].sort()])));
  });

  it('lets exactly those reach a model that can have its key, and exactly the one a database that is given logins', () => {
    const reaching = (end: string): string[] => Object.keys(arrows).filter((name) => arrows[name]?.includes(end));
    expect(reaching(models ?? '')).toEqual(Object.keys(serviceEnvironments).filter((name) => serviceEnvironments[name]?.includes('LLM_API_KEY')));
    const given = workloadsOf(manifests).filter(({ containers }) => containers.some(({ envFrom = [] }) => envFrom.some(({ secretRef }) => secretRef?.name === 'querent-databases')));
    expect(given.map(({ name }) => name)).toEqual(reaching(databases ?? ''));
  });

  it('scales each service by one autoscaler', () => {
    const targets = manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject').map(({ metadata }) => metadata.name);
    expect(targets.sort()).toEqual(Object.keys(serviceEnvironments).sort());
    // Whoever sets a number fights with the autoscaler at each apply.
    expect(workloadsOf(manifests).filter((_, at) => 'replicas' in (manifests.filter(({ kind }) => kind === 'Deployment')[at]?.spec as object))).toEqual([]);
  });

  const container = ['spec', 'template', 'spec', 'containers', 0];
  it.each<[string, string, (string | number)[], unknown, RegExp]>([
    ['a member that no schema has', 'Deployment chart', [...container, 'imagee'], 'querent', /imagee is unknown/],
    ['text for a number', 'HorizontalPodAutoscaler gateway', ['spec', 'maxReplicas'], 'many', /maxReplicas must be integer/],
    ['no selector', 'Deployment intent', ['spec', 'selector'], undefined, /selector/],
    ['no trigger', 'ScaledObject chart', ['spec', 'triggers'], undefined, /triggers/],
    ['a kind without a schema', 'Service gateway', ['kind'], 'Servise', /there is no v1 Servise/],
    ['pods that their Deployment does not find', 'Deployment intent', ['spec', 'template', 'metadata', 'labels', 'app.kubernetes.io/name'], 'other', /does not find its own pods/],
    ['a Secret that nobody tells of', 'Deployment executor', [...container, 'envFrom', 1, 'secretRef', 'name'], 'passwords', /no Secret passwords/],
    ['a key that nobody tells of', 'Deployment executor', [...container, 'env', 0, 'valueFrom', 'secretKeyRef', 'key'], 'URL', /no Secret querent-[a-z-]+ URL/],
    ['an account that is not there', 'Deployment chart', ['spec', 'template', 'spec', 'serviceAccountName'], 'default', /no ServiceAccount default/],
    ['a probe at a closed port', 'Deployment chart', [...container, 'livenessProbe', 'httpGet', 'port'], 8080, /livenessProbe asks no port/],
    ['a service to a closed port', 'Service gateway', ['spec', 'ports', 0, 'targetPort'], 'web', /nobody listens at web/],
    ['a budget for no pod', 'PodDisruptionBudget chart', ['spec', 'selector', 'matchLabels', 'app.kubernetes.io/name'], 'charts', /chart: has 0 PodDisruptionBudgets/],
    ['an autoscaler for nothing', 'ScaledObject chart', ['spec', 'scaleTargetRef', 'name'], 'charts', /for charts, which is not there/],
    ['a policy about no pod', 'NetworkPolicy executor-reaches-databases', ['spec', 'podSelector', 'matchLabels', 'app.kubernetes.io/name'], 'executors', /is about no pod/],
    ['a container that runs as root', 'Deployment chart', [...container, 'securityContext', 'runAsUser'], 0, /chart may run as root/],
    ['a file system to write to', 'Deployment chart', [...container, 'securityContext', 'readOnlyRootFilesystem'], false, /may write/],
    ['a token for whoever breaks in', 'ServiceAccount chart', ['automountServiceAccountToken'], true, /hands out tokens/],
    ['a liveness that needs Redis', 'Deployment chart', [...container, 'livenessProbe', 'httpGet', 'path'], '/readyz', /alive only while Redis is/],
    ['too little time to stop', 'Deployment sql-generator', ['spec', 'template', 'spec', 'terminationGracePeriodSeconds'], 120, /killed after 120 s, and may need 130 s/],
    ['a job that is cut short', 'ConfigMap querent-intent', ['data', 'SHUTDOWN_TIMEOUT_MS'], '12000', /given 12000 ms to finish/],
    ['a gateway that goes at once', 'Deployment gateway', [...container, 'lifecycle'], undefined, /before callers have heard/],
    ['a roll-out that takes pods away', 'Deployment gateway', ['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'], 1, /takes pods away/],
    ['executors at zero', 'ScaledObject executor', ['spec', 'minReplicaCount'], 0, /may be at zero, which is not safe/],
    ['a queue that nobody counts', 'ScaledObject sql-generator', ['spec', 'triggers', 1, 'metadata', 'query'], 'vector(0)', /does not count the work of sql-generator-reason/],
    ['work of turns that is not counted', 'ScaledObject intent', ['spec', 'triggers', 0, 'metadata', 'query'], 'sum(querent_queue_jobs{queue="intent", state=~"waiting|active"})', /does not count the work of intent/],
    ['a variable that is misspelt', 'ConfigMap querent-chart', ['data', 'LOGLEVEL'], 'info', /chart is given LOGLEVEL, and does not read it/],
    ['a variable that is left out', 'ConfigMap querent-chart', ['data', 'L1_TTL_MS'], undefined, /chart reads L1_TTL_MS, and cannot be given it/],
  ])('would be refused with %s', (_, title, path, value, mistake) => {
    expect(mistakesIn(broken(manifests, title, path, value)).join('\n')).toMatch(mistake);
  });

  it('would be refused with a way that is not an arrow', () => {
    const open = broken(manifests, 'NetworkPolicy language-models-are-called', ['spec', 'podSelector'], {});
    expect(arrowsOf(open)['executor']).toContain(models);
    const undenied = manifests.filter(({ metadata }) => metadata.name !== 'nothing-else' && metadata.name !== 'prometheus-scrapes-all');
    expect(arrowsOf(undenied)['executor']).toContain('Ingress ANY');
  });
});

interface Compose {
  services: Record<string, { environment?: Record<string, string | null>; command?: string[]; profiles?: string[]; stop_grace_period?: string; volumes?: string[]; image: string; read_only?: boolean; cap_drop?: string[] }>;
}

describe('docker-compose.yml', () => {
  const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as Compose;
  const inConnections = [...new Set([...textOf('infra/demo/config/connections/commerce.yaml').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => String(name)))];

  it('gives each service exactly the variables that it reads, and the executor alone the logins of its connections', () => {
    const given = Object.fromEntries(Object.keys(serviceEnvironments).map((name) => [name, Object.keys(services[name]?.environment ?? {})]));
    expect(environmentMistakes(given, serviceEnvironments, { executor: inConnections })).toEqual([]);
    expect(environmentMistakes({ ...given, chart: [...(given['chart'] ?? []), ...inConnections] }, serviceEnvironments, { executor: inConnections })).toEqual([`chart is given ${inConnections[0]}, and does not read it`]);
  });

  it('starts the core without a profile, and what is beside it with one', () => {
    const profiles = Object.fromEntries(Object.entries(services).map(([name, { profiles: own = [] }]) => [name, own.join(',')]));
    expect(profiles).toEqual({ ...Object.fromEntries([...Object.keys(serviceEnvironments), 'redis', 'qdrant', 'postgres'].map((name) => [name, ''])), 'demo-data': 'demo', prometheus: 'observability', grafana: 'observability' });
  });

  it('lets nothing of ours write to its file system or keep capabilities', () => {
    for (const name of [...Object.keys(serviceEnvironments), 'prometheus', 'grafana']) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });
});

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

describe('what operators see', () => {
  const told = toldMetrics();
  const all = dashboards();
  const rules = (parse(textOf('infra/observability/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
  const runbook = textOf('infra/observability/RUNBOOK.md').split(/^## /m).slice(1);

  it.each(all.map((dashboard) => [dashboard.title, dashboard] as const))('“%s” shows in each panel what the services really tell', (_, dashboard) => {
    const mistakes = targetsOf(dashboard).flatMap(({ panel, expr, legendFormat }) => [...queryMistakes(expr, told), ...shownLabelMistakes(legendFormat, expr, told)].map((mistake) => `${panel}: ${mistake}`));
    if (mistakes.length > 0) throw new Error([...mistakes, '', panelTable(dashboard)].join('\n'));
  });

  it('is laid out so that every panel has a place, a unit, and the data source that is chosen', () => {
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length);
    for (const { panels } of all) {
      const drawn = panels.filter(({ type }) => type !== 'row');
      expect(drawn.filter(({ fieldConfig, targets, datasource }) => !fieldConfig?.defaults.unit || !targets?.length || datasource?.uid !== '${datasource}')).toEqual([]);
      const overlap = (a: Dashboard['panels'][number]['gridPos'], b: Dashboard['panels'][number]['gridPos']): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
      expect(panels.flatMap((a, at) => panels.slice(at + 1).filter((b) => overlap(a.gridPos, b.gridPos) || a.id === b.id).map((b) => `${a.title} / ${b.title}`))).toEqual([]);
      expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    }
  });

  it('is told of by alerts over metrics that are there, each with a paragraph of the runbook', () => {
    expect(rules.flatMap(({ alert, expr, annotations: { summary, description } }) => [...queryMistakes(expr, told), ...shownLabelMistakes(`${summary} ${description}`, expr, told)].map((mistake) => `${alert}: ${mistake}`))).toEqual([]);
    expect(runbook.map((paragraph) => paragraph.split('\n')[0])).toEqual(rules.map(({ alert }) => alert));
    for (const paragraph of runbook) expect(paragraph).toMatch(/\*\*Means\.\*\* .+\n\n\*\*Look at\.\*\* .+\n\n\*\*Do\.\*\* /);
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.runbook).toBe(`infra/observability/RUNBOOK.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });

  it('leaves out no metric of ours', () => {
    const shown = [...all.flatMap(targetsOf).map(({ expr }) => expr), ...rules.map(({ expr }) => expr)].join('\n');
    const families = [...new Set([...told.keys()].filter((name) => name.startsWith('querent_')).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))];
    expect(families.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('is scaled by, too: the autoscalers ask for metrics that are there', () => {
    expect(autoscalingQueries(overlays[1]?.manifests ?? []).flatMap((query) => queryMistakes(query, told))).toEqual([]);
  });

  it.each<[string, string, RegExp]>([
    ['is no PromQL', 'sum by (stage (rate(querent_stage_seconds_count[5m]))', /no PromQL/],
    ['asks for a metric that nobody tells', 'querent_stage_secnds_count', /nobody tells querent_stage_secnds_count/],
    ['asks for a histogram as if it were a number', 'rate(querent_stage_seconds[5m])', /nobody tells querent_stage_seconds$/],
    ['asks by a label that the metric does not have', 'querent_active_jobs{queue="intent"}', /has no label queue/],
    ['groups by a label that the metric does not have', 'sum by (queue) (querent_active_jobs)', /no label queue to group by/],
    ['shows a number that only ever grows', 'sum(querent_llm_retries_total)', /only ever grows/],
  ])('would be refused where a query %s', (_, query, mistake) => {
    expect(queryMistakes(query, told).join('\n')).toMatch(mistake);
  });

  it('would be refused where a text shows a label that the answer does not have', () => {
    expect(shownLabelMistakes('{{stage}} {{instance}}', 'sum by (stage) (querent_active_jobs)', told)).toHaveLength(1);
    expect(shownLabelMistakes('{{ $labels.stage }}', 'sum(querent_active_jobs)', told)).toHaveLength(1);
  });

  it('is what docker-compose mounts', () => {
    const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as Compose;
    const scraped = parse(textOf('infra/observability/prometheus/prometheus.yaml')) as { scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[]; rule_files: string[] };
    expect(scraped.scrape_configs[0]?.dns_sd_configs[0]).toMatchObject({ names: Object.keys(serviceEnvironments), type: 'A', port: Number(services['gateway']?.environment?.['PORT']) });
    for (const volume of [...(services['prometheus']?.volumes ?? []), ...(services['grafana']?.volumes ?? [])].filter((path) => path.startsWith('./'))) expect(existsSync(resolve(root, String(volume.split(':')[0])))).toBe(true);
    expect(scraped.rule_files).toEqual(['alerts.yaml']);
  });
});

const targetsOf = ({ panels }: Dashboard): { panel: string; expr: string; legendFormat: string }[] => panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ panel: title, ...target })));

function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** kustomize puts what a patch adds to a list before what is there; the order of lists with names means nothing. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)).map(([name, member]) => [name, inOrder(member)]));
}
