import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { keyFamilies, keyReader, type Life, type Lifetimes } from './key-families';
import { RedisKeys } from './keys';

const lifetimeTexts: Record<keyof Lifetimes, string> = {
  retention: '`RUN_RETENTION_HOURS`',
  runTime: '`RUN_TIMEOUT_MS`',
  clarification: '`CLARIFICATION_TTL_MS`',
  lending: '10 minutes',
  l1: '`L1_TTL_MS`',
  l2: '`L2_TTL_MS`',
  exploring: '`EXPLORE_CACHE_MS`',
  audit: '`AUDIT_RETENTION_DAYS`',
  tenSeconds: '10 seconds',
  minute: '1 minute',
  twoMinutes: '2 minutes',
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
  days90: '90 days',
  days180: '180 days',
  year: '1 year',
};
const sum = (names: readonly (keyof Lifetimes)[]): string => names.map((name) => lifetimeTexts[name]).join(' + ');
function lifeOf(life: Life): string {
  if ('stays' in life) return `no end: ${life.stays}`;
  return 'ends' in life ? sum(life.ends) : `none while active; after its end ${sum(life.endsAfterRun)}`;
}
const erased: Record<(typeof keyFamilies)[number]['owner'], string> = {
  run: 'with its run',
  tenant: 'yes',
  audience: 'where the login is the tenant’s own',
  parts: 'what is the tenant’s in it',
  unknown: 'the whole key, for all tenants',
  none: 'holds nothing of a tenant',
  trail: '**stays**',
};

describe('the table of keys', () => {
  it('is the one in the operators’ documentation', () => {
    const page = readFileSync(resolve(__dirname, '../../../../infra/docs/operate/data.md'), 'utf8');
    const rows = keyFamilies.map(
      ({ name, key, life, owner, on }) =>
        `| ${name} | \`${key.replaceAll('|', '\\|')}\` | ${lifeOf(life)} | ${erased[owner]} | ${on ?? 'runs'} |`,
    );
    expect(
      page.split('\n').filter((line) => line.includes('`') && /^\| [a-z]/.test(line) && !line.startsWith('| kind')),
    ).toEqual(rows);
  });

  it.each([
    ['querent:{r3}:run:q1', 'runs', { n: '3', run: 'q1' }],
    ['querent:{r3}:run:q1:events', 'events of runs', { n: '3', run: 'q1' }],
    [
      'querent:{r3}:run:q1:blob:data.chart.3',
      'results, drawings and large parts of runs',
      { n: '3', run: 'q1', name: 'data.chart.3' },
    ],
    ['querent:{l1:crm@be*ta%7D}:entries', 'exact cache', { audience: 'crm@be*ta%7D' }],
    ['{querent}:sql-generator:q1-2-1', 'jobs', { queue: 'sql-generator', job: 'q1-2-1' }],
    ['{querent}:sql-generator:q1-2-1:lock', 'locks of jobs', { queue: 'sql-generator', job: 'q1-2-1' }],
    ['{querent}:sql-generator:completed', 'parts of queues', { queue: 'sql-generator' }],
    ['querent:{audit}:trail:acme', 'audit trails', { part: 'trail:acme' }],
    ['querent:{samples:acme:shop}:votes:q1', 'votes on samples', { tenant: 'acme', connection: 'shop', run: 'q1' }],
  ])('reads %s', (key, family, parts) => {
    const known = keyReader('querent')(key);
    expect([known?.family.name, { ...known?.parts }]).toEqual([family, parts]);
  });

  it('matches no key of another installation and no unlisted key', () => {
    const read = keyReader('querent');
    expect([
      read('querent2:turns'),
      read('querent:novelty'),
      read('{other}:intent:meta'),
      read('other:{l1:shop}:entries'),
      read('other:{conn:shop}:status'),
    ]).toEqual([null, null, null, null, null]);
  });

  const keys = new RedisKeys('querent');
  const [run, tenant, keyName, connection, audience] = ['q1', 'a:b{c}', 'k:1', 'shop', 'shop@acme'] as const;
  const asker = { tenant, keyName, connection };
  const samples = keys.samples(tenant, connection);
  const vectors = (purpose: string, part: string): string => `${keys.vectors(purpose, 'sCoPe')}:model:64:${part}`;
  const [ends, bytes] = keys.kept(tenant);
  const [ofKey, ofTenant] = keys.listsOf(run, tenant, keyName);
  const built: Record<string, readonly string[]> = {
    runs: [keys.run(run)],
    'events of runs': [keys.events(run)],
    'results, drawings and large parts of runs': [keys.blob(run, 'data.chart')],
    deadlines: [keys.due(run), ...keys.allDue()],
    'lists of runs': [ofKey, ofTenant, ...keys.allLists(tenant, keyName), ...keys.allLists(tenant)],
    census: [keys.census(run), ...keys.allCensuses()],
    'webhooks due': [keys.callbacks(run), ...keys.allCallbacks()],
    'tries at webhooks': [keys.callbackTries(run)],
    'durability barriers': [keys.barrier(run)],
    turns: [keys.turns()],
    'idempotency keys': [keys.idempotency(tenant, keyName, 'once')],
    quotas: [keys.quota(tenant, 29_000_000)],
    'quotas of feedback': [keys.feedbackQuota(tenant, keyName, 29_000_000)],
    'tokens of a day': [keys.dayTokens(tenant, '2026-11-28')],
    'dead letters': [keys.deadLetters()],
    feedback: [keys.feedback(run)],
    'sizes of runs': [ends, bytes],
    conversations: [keys.conversation(asker, 'c:1')],
    habits: [keys.habits(asker), keys.habitual(tenant)],
    'votes on samples': [samples.votes(run)],
    'counts of votes': [samples.counts],
    samples: [samples.entries, samples.revision],
    'retired samples of files': Object.values(keys.fileSamples(audience)),
    'version of the exact cache': [keys.exactCache(audience).version],
    'single flights': [keys.flight(audience, 'digest')],
    'exact cache': [keys.exactCache(audience).entries],
    'use of the exact cache': [keys.exactCache(audience).used],
    'semantic cache': Object.values(keys.semanticCache(tenant, audience)),
    'explored values': [keys.explored('digest')],
    'audiences of a connection': [keys.audiences(connection)],
    'schema snapshots': Object.values(keys.snapshot(audience)),
    'vectors of cached questions, removed': [vectors('questions', 'removed')],
    'vectors of cached questions': [vectors('questions', 'state')],
    'vectors removed': [vectors('tables', 'removed')],
    vectors: [vectors('tables', 'points')],
    'leases of vectors': [keys.vectorsLease('digest')],
    'audit trails': [keys.auditTrail(''), keys.auditTrail(tenant)].flatMap((trail) => Object.values(trail)),
    erasures: [keys.erasures()],
    'lease of erasing': [keys.erasing()],
  };

  it.each(Object.entries(built))('matches the keys that the builders of %s make', (family, made) => {
    expect([...new Set(made.map((key) => keyReader('querent')(key)?.family.name))]).toEqual([family]);
  });

  it('has a builder for each family except those of BullMQ', () => {
    expect(keyFamilies.filter(({ name, key }) => built[name] === undefined && !key.startsWith('{P}'))).toEqual([]);
  });

  it('has builders in one file, and no other file builds a key', () => {
    const root = resolve(__dirname, '../../../..');
    const sources = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${root}/${folder}/${name}`,
      ),
    );
    const writers = sources.filter(
      (name) =>
        /(?<!\.spec)\.ts$/.test(name) &&
        !name.includes('/node_modules/') &&
        /`\$\{(?:[\w.]*\.)?prefix\}:/.test(readFileSync(name, 'utf8')),
    );
    expect(writers.map((name) => name.slice(root.length + 1))).toEqual([
      'libs/platform/src/redis/key-families.ts',
      'libs/platform/src/redis/keys.ts',
    ]);
  });
});
