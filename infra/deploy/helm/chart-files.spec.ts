import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { pagePatterns } from '../../../apps/console/src/pages';
import { queuesOf } from '../k8s/checks/stopping-mistakes';
import { serviceEnvironments } from '../k8s/checks/service-environments';
import { isTree, type Tree } from '../k8s/kustomize/manifest';
import { ruleFiles } from '../observability/rules';
import { mergedValues } from './checks/merged-values';

const root = `${__dirname}/../../..`;
const chart = `${__dirname}/querent`;
const VARIABLES = `${chart}/files/variables.yaml`;
const text = (path: string): string => readFileSync(path, 'utf8');
const values = parse(text(`${chart}/values.yaml`)) as Values;
const schema = JSON.parse(text(`${chart}/values.schema.json`)) as Tree;

interface Values extends Tree {
  secrets: Record<string, { keys?: Record<string, string> }>;
  services: Record<
    string,
    {
      jobsPerPod?: Record<string, number>;
      resources: { requests: { memory: string }; limits: { memory: string } };
    }
  >;
}

describe('The Helm chart', () => {
  const accepts = z.fromJSONSchema(schema);

  it('lists the variables that each service reads; UPDATE_PAGES=1 writes them', () => {
    const page = `# The variables that each service reads, from the schemas of the code. Written by UPDATE_PAGES=1 npx jest -c
# infra/tests/jest/jest.config.cjs infra/deploy/helm
${stringify(serviceEnvironments)}`;
    if (process.env['UPDATE_PAGES'] === '1') writeFileSync(VARIABLES, page);
    else expect(text(VARIABLES)).toBe(page);
  });

  it('takes secrets, and only secrets, from Secrets', () => {
    const variables = Object.entries(values.secrets)
      .filter(([name]) => name !== 'redisTls' && name !== 'apiKeys')
      .flatMap(([, { keys = {} }]) => Object.keys(keys));
    const read = [...new Set(Object.values(serviceEnvironments).flat())];
    // GATEWAY_REDIS_URL becomes REDIS_URL of the gateways.
    expect(variables.filter((name) => !read.includes(name))).toEqual(['GATEWAY_REDIS_URL']);
    const secret = read.filter(
      (name) => /_KEY$|_SECRET$|_HEADERS$|REDIS_URL$|HISTORY_URL$/.test(name) && !/^REDIS_TLS/.test(name),
    );
    expect(variables.filter((name) => name !== 'GATEWAY_REDIS_URL').sort()).toEqual(secret.sort());
    expect(Object.keys(values.secrets['redisTls']?.keys ?? {}).filter((name) => !read.includes(name))).toEqual([]);
  });

  it('scales each worker by every queue of it', () => {
    for (const [name, { jobsPerPod = {} }] of Object.entries(values.services))
      expect([name, Object.keys(jobsPerPod).sort()]).toEqual([name, queuesOf(name).sort()]);
    expect(Object.keys(values.services).sort()).toEqual(Object.keys(serviceEnvironments).sort());
  });

  it('derives requests and limits of memory from the measurements of sizing.md', () => {
    const measured = [
      ...text(`${root}/infra/docs/operate/sizing.md`).matchAll(/^\| ([\w-]+) \| (\d+) \| \d+ \| \d+ \|$/gm),
    ].map(([, name, rss]) => [String(name), Number(rss)] as const);
    const roundedUp = (megabytes: number, step: number): number => Math.ceil(megabytes / step) * step;
    const expected = measured.map(([name, rss]) => [
      name,
      roundedUp(rss * 1.5, 32),
      Math.max(name === 'executor' ? 1_024 : 0, roundedUp(rss * 4, 256)),
    ]);
    expect(
      Object.entries(values.services).map(([name, { resources }]) => [
        name,
        mebibytes(resources.requests.memory),
        mebibytes(resources.limits.memory),
      ]),
    ).toEqual(expected);
  });

  it('contains the rules and dashboards of the folder observability', () => {
    const rules = `${root}/infra/deploy/observability/prometheus`;
    expect(readdirSync(`${chart}/files/rules`).sort()).toEqual(ruleFiles().sort());
    for (const file of ruleFiles()) expect(text(`${chart}/files/rules/${file}`)).toBe(text(`${rules}/${file}`));
    const dashboards = `${root}/infra/deploy/observability/grafana/dashboards`;
    expect(readdirSync(`${chart}/files/dashboards`)).toEqual(readdirSync(dashboards));
  });

  it('publishes every page of the console', () => {
    const published = z.array(z.string()).parse(values['paths']);
    const first = pagePatterns.map((pattern) => `/${pattern.split('/')[1] ?? ''}`);
    expect(first.filter((path) => path !== '/' && !published.includes(path))).toEqual([]);
    expect([first.includes('/'), values['startPage'], published.includes('/assets')]).toEqual([true, true, true]);
  });

  it('describes every value', () => {
    const lines = text(`${chart}/values.yaml`).split('\n');
    const undescribed = Object.keys(values).filter((name) => {
      const at = lines.findIndex((line) => line.startsWith(`${name}:`));
      return !lines[at - 1]?.startsWith('#');
    });
    expect(undescribed).toEqual([]);
  });

  it('has a schema of exactly its values, at every level', () => {
    expect(differentMembers(values, schema)).toEqual([]);
  });

  it.each(readdirSync(`${__dirname}/examples`))('accepts the values of the example %s', (name) => {
    const example = mergedValues(values, parse(text(`${__dirname}/examples/${name}`)) as Tree);
    expect(accepts.safeParse(example).error?.issues ?? []).toEqual([]);
  });

  it.each(['small.yaml', 'managed.yaml'])('has commands in its page for every object that %s expects', (name) => {
    const page = text(`${chart}/README.md`);
    const example = text(`${__dirname}/examples/${name}`);
    const expected = [...example.matchAll(/\b(?:existingSecret|existingClaim|tlsSecret): ([\w-]+)/g)].map(
      ([, one]) => one,
    );
    expect(expected.length).toBeGreaterThan(2);
    expect(expected.filter((one) => !new RegExp(`create secret \\w+ ${one} |\`${one}\``).test(page))).toEqual([]);
  });

  it.each<[string, Tree]>([
    ['an unknown value', { replicaCount: 3 }],
    ['an unknown value of a group', { pods: { nodeSelectors: {} } }],
    ['a stage without a pod', { services: { chart: { replicas: { min: 0 } } } }],
    ['an unknown autoscaler', { autoscaling: { mode: 'always' } }],
    ['a peer that is not one', { networkPolicy: { egress: { redis: { to: [{ host: 'redis' }] } } } }],
    ['a variable whose value is a list', { settings: { LOG_LEVEL: ['info'] } }],
  ])('refuses %s', (_, wrong) => {
    expect(accepts.safeParse(values).success).toBe(true);
    expect(accepts.safeParse(mergedValues(values, wrong)).success).toBe(false);
  });
});

function mebibytes(quantity: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
}

/** Members of the values without a schema, and members of the schema without a value. */
function differentMembers(given: Tree, described: Tree, path = ''): string[] {
  const { properties } = described;
  if (!isTree(properties)) return [];
  const names = new Set([...Object.keys(given), ...Object.keys(properties)]);
  return [...names].flatMap((name) => {
    const [value, member] = [given[name], properties[name]];
    // Optional: an entry without a default, and `global`, which helm itself adds.
    if (value === undefined) return name === 'global' ? [] : [`${path}${name} has no value`];
    if (!isTree(member)) return [`${path}${name} has no schema`];
    return isTree(value) ? differentMembers(value, member, `${path}${name}.`) : [];
  });
}
