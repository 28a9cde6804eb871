import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { serviceEnvironment, serviceOptions } from '../../tools/local/service-runtime.mjs';
import { environmentMistakes, refusedValues, serviceEnvironments } from '../k8s/checks/service-environments';
import { composeFileSchema } from './compose-file';

const root = resolve(__dirname, '../../..');

describe('docker-compose.yml', () => {
  const { services, networks, volumes, secrets } = composeFileSchema.parse(
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
    const options = serviceOptions.join(' ').replace(root, '/app');
    expect(dockerfile).toContain(`ENV ${[`NODE_OPTIONS="${options}"`, ...malloc].join(' ')}\n`);
  });

  it('starts the core without a profile, and the optional services with one', () => {
    const profiles = Object.fromEntries(
      Object.entries(services).map(([name, { profiles: own }]) => [name, own.join(',')]),
    );
    expect(profiles).toEqual({
      ...Object.fromEntries([...Object.keys(serviceEnvironments), 'redis', 'qdrant'].map((name) => [name, ''])),
      postgres: 'demo',
      'demo-data': 'demo',
      prometheus: 'observability',
      grafana: 'observability',
      'redis-exporter': 'observability',
      'postgres-exporter': 'postgres-exporter',
    });
  });

  it('runs services, Prometheus, Grafana and exporters without capabilities, and with a read-only file system unless Compose writes a secret into it', () => {
    const hardened = [
      ...Object.keys(serviceEnvironments),
      'prometheus',
      'grafana',
      'redis-exporter',
      'postgres-exporter',
    ];
    for (const name of hardened) expect(services[name]).toMatchObject({ cap_drop: ['ALL'] });
    // Compose refuses a service that is read-only and has a secret from a variable.
    const written = Object.keys(services).filter((name) => (services[name]?.secrets ?? []).length > 0);
    expect(written).toEqual(['prometheus']);
    expect(hardened.filter((name) => services[name]?.read_only !== true)).toEqual(written);
  });

  it('limits the memory of each service as the Helm chart does, and that of Redis to twice its data', () => {
    const { services: pods } = parse(readFileSync(`${root}/infra/deploy/helm/querent/values.yaml`, 'utf8')) as {
      services: Record<string, { resources: { limits: { memory: string } } }>;
    };
    expect(Object.keys(serviceEnvironments).map((name) => [name, bytes(services[name]?.mem_limit)])).toEqual(
      Object.keys(serviceEnvironments).map((name) => [name, bytes(pods[name]?.resources.limits.memory)]),
    );
    const { command = [], mem_limit } = services['redis'] ?? {};
    const data = command[command.indexOf('--maxmemory') + 1];
    expect(bytes(defaultOf(mem_limit))).toBe(2 * bytes(defaultOf(data)));
    expect(command[command.indexOf('--maxmemory-policy') + 1]).toBe('noeviction');
  });

  it('requires the passwords of Redis and Qdrant, and gives them to the services that connect', () => {
    const required = /^\$\{(\w+):\?set \1 in \.env .+\}$/;
    const { command = [], environment } = services['redis'] ?? {};
    expect(command[command.indexOf('--requirepass') + 1]).toMatch(required);
    expect(environment).toEqual({ REDISCLI_AUTH: '${REDIS_PASSWORD}' });
    expect(services['qdrant']?.environment['QDRANT__SERVICE__API_KEY']).toMatch(required);
    for (const name of Object.keys(serviceEnvironments)) {
      const given = services[name]?.environment ?? {};
      expect(given['REDIS_URL']).toBe('redis://:${REDIS_PASSWORD}@redis:6379');
      // null: the variable of the shell or of .env.
      if ('QDRANT_URL' in given) expect(given['QDRANT_API_KEY']).toBeNull();
    }
    expect(readFileSync(`${root}/.gitignore`, 'utf8').split('\n')).toContain('.env');
  });

  it('knows the health of every service that keeps running', () => {
    const dockerfile = readFileSync(`${root}/infra/deploy/docker/Dockerfile`, 'utf8');
    const ofImage = dockerfile.includes('\nHEALTHCHECK ') ? Object.keys(serviceEnvironments) : [];
    const unknown = Object.entries(services)
      .filter(([name, { healthcheck }]) => healthcheck === undefined && !ofImage.includes(name))
      .map(([name]) => name);
    expect(unknown).toEqual([]);
    const disabled = Object.keys(services).filter((name) => 'disable' in (services[name]?.healthcheck ?? {}));
    // It ends when the data are loaded.
    expect(disabled).toEqual(['demo-data']);
  });

  it('lets the executor alone of the services reach databases', () => {
    expect(Object.keys(networks)).toEqual(['databases']);
    expect(services['postgres']?.networks).toEqual(['databases']);
    const reaching = Object.keys(services).filter(
      (name) => name !== 'postgres' && services[name]?.networks?.includes('databases'),
    );
    expect(reaching.sort()).toEqual(['demo-data', 'executor', 'postgres-exporter']);
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

  it('lets Prometheus discover every container of every service, and the exporters of the stores', () => {
    const {
      scrape_configs: [scrape, ...stores],
      rule_files: rules,
    } = parse(readFileSync(`${root}/infra/deploy/observability/prometheus/prometheus.yaml`, 'utf8')) as {
      scrape_configs: { dns_sd_configs: { names: string[] }[]; authorization?: { credentials_file: string } }[];
      rule_files: string[];
    };
    expect(scrape?.dns_sd_configs).toEqual([
      expect.objectContaining({
        names: Object.keys(serviceEnvironments),
        type: 'A',
        port: Number(services['gateway']?.environment['PORT']),
      }),
    ]);
    const names = stores.flatMap(({ dns_sd_configs: own }) => own.flatMap((one) => one.names));
    expect(names.filter((name) => services[name] === undefined)).toEqual([]);
    // Prometheus reads the keys of stores from files, which Compose writes from its environment.
    const files = stores.flatMap(({ authorization }) => authorization?.credentials_file ?? []);
    expect(files).toEqual((services['prometheus']?.secrets ?? []).map((name) => `/run/secrets/${name}`));
    expect(Object.keys(secrets)).toEqual(services['prometheus']?.secrets);
    for (const file of rules) expect(existsSync(`${root}/infra/deploy/observability/prometheus/${file}`)).toBe(true);
  });

  it('would fail its schema with a misspelt member', () => {
    expect(
      composeFileSchema.safeParse({
        version: '3.8',
        services: { redis: { ...services['redis'], restarts: 'always' } },
        networks,
        volumes,
        secrets,
      }).success,
    ).toBe(false);
  });
});

/** The value that an interpolated text has without a variable. */
const defaultOf = (value = ''): string => /^\$\{\w+:-(.*)\}$/.exec(value)?.[1] ?? value;

/** Bytes of a quantity of Docker, Redis or Kubernetes: 768m, 1gb, 1Gi. */
function bytes(quantity = ''): number {
  const [, number, unit] = /^(\d+)(m|g)(?:b|i)?$/i.exec(quantity) ?? [];
  return Number(number) * (unit?.toLowerCase() === 'g' ? 2 ** 30 : 2 ** 20);
}

/** Without the extension fields (`x-…`), which exist only to be merged into services. */
function withoutFragments(file: unknown): object {
  return Object.fromEntries(Object.entries(file as object).filter(([name]) => !name.startsWith('x-')));
}
