import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { serviceEnvironment, serviceOptions } from '../../tools/local/service-runtime.mjs';
import { environmentMistakes, refusedValues, serviceEnvironments } from '../k8s/checks/service-environments';
import { composeFileSchema } from './compose-file';

const root = resolve(__dirname, '../../..');

describe('docker-compose.yml', () => {
  const { services, networks, volumes } = composeFileSchema.parse(
    withoutFragments(parse(readFileSync(`${root}/docker-compose.yml`, 'utf8'), { merge: true })),
  );
  const inConnections = [
    ...new Set(
      [...readFileSync(`${root}/infra/demo/config/connections/commerce.yaml`, 'utf8').matchAll(/\$\{(\w+)\}/g)].map(
        ([, name]) => String(name),
      ),
    ),
  ];

  it('gives each service exactly the variables that it reads, and the executor alone the logins of its connections', () => {
    const given = Object.fromEntries(
      Object.keys(serviceEnvironments).map((name) => [name, Object.keys(services[name]?.environment ?? {})]),
    );
    expect(environmentMistakes(given, serviceEnvironments, { executor: inConnections })).toEqual([]);
    expect(
      Object.keys(given).flatMap((name) => refusedValues(name, Object.entries(services[name]?.environment ?? {}))),
    ).toEqual([]);
    expect(
      environmentMistakes({ ...given, chart: [...(given['chart'] ?? []), ...inConnections] }, serviceEnvironments, {
        executor: inConnections,
      }),
    ).toEqual([`chart does not read the variable ${inConnections[0]}, which it is given`]);
  });

  it('starts in each container the program of its service, which the image contains', () => {
    for (const name of Object.keys(serviceEnvironments)) {
      expect(services[name]?.command).toEqual(['node', `dist/apps/${name}/main.cjs`]);
      expect(existsSync(`${root}/apps/${name}/src/main.ts`)).toBe(true);
    }
    const copied = [
      ...readFileSync(`${root}/infra/deploy/docker/Dockerfile`, 'utf8').matchAll(/^COPY (?!--from)(.+) \S+$/gm),
    ].flatMap(([, paths]) => String(paths).split(' '));
    expect(copied.filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
    expect(copied).toContain(services['demo-data']?.command?.[1]);
  });

  it('starts an image whose options of Node and of malloc are those of `npm start`', () => {
    const dockerfile = readFileSync(`${root}/infra/deploy/docker/Dockerfile`, 'utf8');
    const malloc = Object.entries(serviceEnvironment).map(([name, value]) => `${name}=${value}`);
    expect(dockerfile).toContain(`ENV ${[`NODE_OPTIONS="${serviceOptions.join(' ')}"`, ...malloc].join(' ')}\n`);
  });

  it('starts the core without a profile, and the optional services with one', () => {
    const profiles = Object.fromEntries(
      Object.entries(services).map(([name, { profiles: own }]) => [name, own.join(',')]),
    );
    expect(profiles).toEqual({
      ...Object.fromEntries(
        [...Object.keys(serviceEnvironments), 'redis', 'qdrant', 'postgres'].map((name) => [name, '']),
      ),
      'demo-data': 'demo',
      prometheus: 'observability',
      grafana: 'observability',
    });
  });

  it('runs services, Prometheus and Grafana with a read-only file system and without capabilities', () => {
    for (const name of [...Object.keys(serviceEnvironments), 'prometheus', 'grafana'])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('lets the executor alone reach databases', () => {
    expect(Object.keys(networks)).toEqual(['databases']);
    expect(services['postgres']?.networks).toEqual(['databases']);
    const reaching = Object.keys(services).filter(
      (name) => name !== 'postgres' && services[name]?.networks?.includes('databases'),
    );
    expect(reaching.sort()).toEqual(['demo-data', 'executor']);
    expect(
      Object.keys(serviceEnvironments).filter((name) => !(services[name]?.networks ?? ['default']).includes('default')),
    ).toEqual([]);
  });

  it('publishes ports on loopback only by default', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !/^(?:127\.0\.0\.1|\$\{QUERENT_ADDRESS:-127\.0\.0\.1\}):/.test(port))).toEqual([]);
    expect(ports).toHaveLength(3);
  });

  it('mounts existing paths, and declares every named volume that it mounts', () => {
    const sources = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => String(volume.split(':')[0])),
    );
    for (const path of sources.filter((source) => source.startsWith('./')))
      expect(existsSync(resolve(root, path))).toBe(true);
    expect(sources.filter((source) => /^[a-z]/.test(source)).sort()).toEqual(Object.keys(volumes).sort());
  });

  it('lets Prometheus discover every container of every service', () => {
    const {
      scrape_configs: [scrape],
      rule_files: rules,
    } = parse(readFileSync(`${root}/infra/deploy/observability/prometheus/prometheus.yaml`, 'utf8')) as {
      scrape_configs: { dns_sd_configs: object[] }[];
      rule_files: string[];
    };
    expect(scrape?.dns_sd_configs).toEqual([
      expect.objectContaining({
        names: Object.keys(serviceEnvironments),
        type: 'A',
        port: Number(services['gateway']?.environment['PORT']),
      }),
    ]);
    for (const file of rules) expect(existsSync(`${root}/infra/deploy/observability/prometheus/${file}`)).toBe(true);
  });

  it('would fail its schema with a misspelt member', () => {
    expect(
      composeFileSchema.safeParse({
        version: '3.8',
        services: { redis: { ...services['redis'], restarts: 'always' } },
        networks,
        volumes,
      }).success,
    ).toBe(false);
  });
});

/** Without the extension fields (`x-…`), which exist only to be merged into services. */
function withoutFragments(file: unknown): object {
  return Object.fromEntries(Object.entries(file as object).filter(([name]) => !name.startsWith('x-')));
}
