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
import { variablesOf, workloadsOf } from './checks/workloads';
import type { Manifest } from './kustomize/manifest';
import { renderKustomization } from './kustomize/render';
import { schemaMistakes } from './kustomize/schema-mistakes';

const page = readFileSync(`${__dirname}/README.md`, 'utf8');
const externals = documentedObjects(page);
/** Services that keep nothing between two questions: see infra/deploy/k8s/README.md. */
const restsAtZero = ['sql-generator', 'chart'];

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

describe.each(overlays)('the objects of the overlay “$overlay”', ({ folder, manifests }) => {
  it('fit the published schemas and each other, are hardened, stop in time, and give each service exactly the variables that it reads', () => {
    expect(mistakesIn(manifests)).toEqual([]);
  });

  it('need to start what the page marks so, besides the settings', () => {
    const settings = Object.keys(serviceEnvironments).map((name) => `ConfigMap querent-${name}`);
    const marked = [...page.matchAll(/^\| (Secret|ConfigMap) `([a-z-]+)` \* \|/gm)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
    expect([...requiredObjects(manifests)].sort()).toEqual([...settings, ...marked].sort());
  });

  it('are six services', () => {
    expect(
      workloadsOf(manifests)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(serviceEnvironments).sort());
  });

  it('have a configuration folder without mistakes', async () => {
    const catalog = await openCatalog(`${folder}/config`, {
      watch: false,
      credentials: { SHOP_DATABASE_URL: 'postgres://reader@database.example/shop' },
    });
    expect(catalog.problems()).toEqual([]);
    expect(catalog.connections()).toHaveLength(1);
  });
});

describe('the production overlay', () => {
  const { manifests } = overlays[1] ?? { manifests: [] };

  it('lets each service reach what the architecture has it reach, and nothing else', () => {
    expect(arrowsOf(manifests)).toEqual(
      Object.fromEntries(Object.entries(allowedArrows).map(([name, ends]) => [name, [...ends].sort()])),
    );
  });

  it('lets exactly those reach a model that can have its key, and exactly the one a database that is given logins', () => {
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

  it('gives gateways and workers a user of Redis each', () => {
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
    // Whoever sets a number fights with the autoscaler at each apply.
    expect(
      workloadsOf(manifests).filter(
        (_, at) => 'replicas' in (manifests.filter(({ kind }) => kind === 'Deployment')[at]?.spec as object),
      ),
    ).toEqual([]);
  });

  it.each(brokenCases)('would be refused with %s', (_, title, path, value, mistake) => {
    expect(mistakesIn(broken(manifests, title, path, value)).join('\n')).toMatch(mistake);
  });

  it('would be refused with a way that is not an arrow', () => {
    const open = broken(manifests, 'NetworkPolicy language-models-are-called', ['spec', 'podSelector'], {});
    expect(arrowsOf(open)['executor']).toContain(models);
    const undenied = manifests.filter(
      ({ metadata }) => metadata.name !== 'nothing-else' && metadata.name !== 'prometheus-scrapes-all',
    );
    expect(arrowsOf(undenied)['executor']).toContain('Ingress ANY');
  });
});
