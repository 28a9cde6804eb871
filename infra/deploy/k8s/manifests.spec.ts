import { readFileSync } from 'node:fs';
import { openCatalog } from '@querent/catalog';
import { allowedArrows, databases, models } from './checks/allowed-arrows';
import { arrowsOf } from './checks/arrows';
import { autoscalingMistakes } from './checks/autoscaling-mistakes';
import { broken, brokenCases } from './checks/broken-manifests';
import { hardeningMistakes } from './checks/hardening-mistakes';
import { referenceMistakes } from './checks/reference-mistakes';
import { documentedObjects, requiredObjects } from './checks/required-objects';
import { environmentMistakes, refusedValues, serviceEnvironments } from './checks/service-environments';
import { stoppingMistakes } from './checks/stopping-mistakes';
import { cronJobPodsOf, variablesOf, workloadsOf } from './checks/workloads';
import type { Manifest } from './kustomize/manifest';
import { renderKustomization } from './kustomize/render';
import { schemaMistakes } from './kustomize/schema-mistakes';

const page = readFileSync(`${__dirname}/README.md`, 'utf8');
const externals = documentedObjects(page);

/** The other checks require objects that are valid by the schemas of their kinds. */
function mistakesIn(manifests: Manifest[]): string[] {
  const invalid = schemaMistakes(manifests);
  return invalid.length > 0 ? invalid : mistakesBetween(manifests);
}

const mistakesBetween = (manifests: Manifest[]): string[] => [
  ...referenceMistakes(manifests, externals),
  ...hardeningMistakes(manifests),
  ...stoppingMistakes(manifests),
  ...autoscalingMistakes(manifests),
  ...environmentMistakes(
    Object.fromEntries(
      workloadsOf(manifests).map((workload) => [workload.name, variablesOf(workload, manifests).keys()]),
    ),
    serviceEnvironments,
  ),
  ...workloadsOf(manifests).flatMap((workload) => refusedValues(workload.name, variablesOf(workload, manifests))),
];

const overlays = ['dev', 'production'].map((overlay) => ({
  overlay,
  folder: `${__dirname}/overlays/${overlay}`,
  manifests: renderKustomization(`${__dirname}/overlays/${overlay}`),
}));

describe.each(overlays)('The objects of the overlay “$overlay”', ({ folder, manifests }) => {
  it('are valid and consistent, are hardened, stop in time, and give each service exactly the variables that it reads', () => {
    expect(mistakesIn(manifests)).toEqual([]);
  });

  it('require exactly the objects that README.md marks with *, besides the generated settings', () => {
    const settings = Object.keys(serviceEnvironments).map((name) => `ConfigMap querent-${name}`);
    const marked = [...page.matchAll(/^\| (Secret|ConfigMap) `([a-z-]+)` \* \|/gm)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
    expect([...requiredObjects(manifests)].sort()).toEqual([...settings, ...marked].sort());
  });

  it('contain one Deployment for each of the six services', () => {
    expect(
      workloadsOf(manifests)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(serviceEnvironments).sort());
  });

  it('come with a configuration folder without mistakes', async () => {
    const catalog = await openCatalog(`${folder}/config`, {
      watch: false,
      credentials: { SHOP_DATABASE_URL: 'postgres://reader@database.example/shop' },
    });
    expect(catalog.problems()).toEqual([]);
    expect(catalog.connections()).toHaveLength(1);
  });
});

describe('The CronJob of backups', () => {
  const manifests = renderKustomization(`${__dirname}/backup`);

  it('is valid and hardened, and starts a program that the build makes', () => {
    expect([...schemaMistakes(manifests), ...hardeningMistakes(manifests)]).toEqual([]);
    const [{ containers: [container] = [] } = {}] = cronJobPodsOf(manifests);
    expect(container?.command?.slice(0, 3)).toEqual(['node', 'dist/tools/backup/backup.cjs', 'save']);
    expect(readFileSync(`${__dirname}/../../tools/build/build.mjs`, 'utf8')).toContain(
      "bundlePrograms('tools/backup', ['backup'])",
    );
  });

  it('finds the keys and the certificates of the Redis that the services use', () => {
    const text = JSON.stringify(manifests);
    for (const name of ['QUEUE_PREFIX', 'REDIS_TLS_CA', 'REDIS_TLS_CERT', 'REDIS_TLS_KEY'])
      expect(text).toContain(
        `{"name":"${name}","valueFrom":{"secretKeyRef":{"name":"querent-backup-redis","key":"${name}","optional":true}}}`,
      );
    expect(text).toContain('{"name":"redis-tls","secret":{"secretName":"querent-redis-tls","optional":true}}');
  });

  it('would be reported with a writable file system, or as root', () => {
    const text = JSON.stringify(manifests);
    const changed = (from: string, to: string): Manifest[] => JSON.parse(text.replace(from, to)) as Manifest[];
    expect(hardeningMistakes(changed('"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":false'))).toEqual([
      'querent-backup may write to its file system',
    ]);
    expect(hardeningMistakes(changed('"runAsNonRoot":true', '"runAsNonRoot":false'))).toEqual([
      'querent-backup may run as root',
    ]);
  });
});

describe('The production overlay', () => {
  const { manifests } = overlays[1] ?? { manifests: [] };

  it('lets each service reach the peers that the architecture allows, and no other', () => {
    expect(arrowsOf(manifests)).toEqual(
      Object.fromEntries(Object.entries(allowedArrows).map(([name, ends]) => [name, [...ends].sort()])),
    );
  });

  it('lets only services with a model key reach models, and only the service with logins reach databases', () => {
    const reaching = (end: string): string[] =>
      Object.keys(allowedArrows).filter((name) => allowedArrows[name]?.includes(end));
    expect(reaching(models)).toEqual(
      Object.keys(serviceEnvironments).filter((name) => serviceEnvironments[name]?.includes('LLM_API_KEY')),
    );
    const given = workloadsOf(manifests).filter(({ containers }) =>
      containers.some(({ envFrom = [] }) => envFrom.some(({ secretRef }) => secretRef?.name === 'querent-databases')),
    );
    expect(given.map(({ name }) => name)).toEqual(reaching(databases));
  });

  it('gives gateways and workers different Redis users', () => {
    const keys = workloadsOf(manifests).map(({ name, containers }) => [
      name,
      containers.flatMap(({ env = [] }) =>
        env.filter((variable) => variable.name === 'REDIS_URL').map(({ valueFrom }) => valueFrom?.secretKeyRef?.key),
      ),
    ]);
    expect(Object.fromEntries(keys)).toEqual(
      Object.fromEntries(
        Object.keys(serviceEnvironments).map((name) => [
          name,
          [name === 'gateway' ? 'GATEWAY_REDIS_URL' : 'REDIS_URL'],
        ]),
      ),
    );
  });

  it('scales each service by one autoscaler', () => {
    const targets = manifests
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
      .map(({ metadata }) => metadata.name);
    expect(targets.sort()).toEqual(Object.keys(serviceEnvironments).sort());
    // A number of replicas in a Deployment would override the autoscaler at each apply.
    expect(
      workloadsOf(manifests).filter(
        (_, at) => 'replicas' in (manifests.filter(({ kind }) => kind === 'Deployment')[at]?.spec as object),
      ),
    ).toEqual([]);
  });

  it.each(brokenCases)('would fail the checks with %s', (_, title, path, value, mistake) => {
    expect(mistakesIn(broken(manifests, title, path, value)).join('\n')).toMatch(mistake);
  });

  it('would fail the checks with a connection that the architecture does not allow', () => {
    const open = broken(manifests, 'NetworkPolicy language-models-are-called', ['spec', 'podSelector'], {});
    expect(arrowsOf(open)['executor']).toContain(models);
    const undenied = manifests.filter(
      ({ metadata }) => metadata.name !== 'nothing-else' && metadata.name !== 'prometheus-scrapes-all',
    );
    expect(arrowsOf(undenied)['executor']).toContain('Ingress ANY');
  });
});
