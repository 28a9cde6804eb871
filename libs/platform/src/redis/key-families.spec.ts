import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { keyBuilder, keyFamilies, keyReader, lifetimeSettings, type Duration, type Life } from './key-families';
import { RedisKeys } from './keys';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
function durationText(duration: Duration): string {
  if (typeof duration === 'string') return `\`${lifetimeSettings[duration]}\``;
  const [unit, size] = units.find(([, ms]) => duration % ms === 0) ?? ['millisecond', 1];
  return `${duration / size} ${unit}${duration === size ? '' : 's'}`;
}
const sum = (durations: readonly Duration[]): string => durations.map(durationText).join(' + ');
function lifeOf(life: Life): string {
  if ('stays' in life) return `no end: ${life.stays}`;
  return 'ends' in life ? sum(life.ends) : `none while active; after its end ${sum(life.endsAfterRun)}`;
}
const erased: Record<(typeof keyFamilies)[number]['owner'], string> = {
  run: 'with its run',
  tenant: 'yes',
  audience: 'if the tenant has a login to itself',
  parts: 'the tenant’s part of the value',
  unknown: 'the whole key, for all tenants',
  none: 'no data of a tenant',
  trail: '**stays**',
};

const PAGE = resolve(__dirname, '../../../../infra/docs/operate/data.md');

describe('the table of keys', () => {
  it('is shown in the operators’ documentation; UPDATE_PAGES=1 writes it there', () => {
    const page = readFileSync(PAGE, 'utf8');
    const rows = keyFamilies.map(
      ({ name, key, life, owner, on }) =>
        `| ${name} | \`${key.replaceAll('|', '\\|')}\` | ${lifeOf(life)} | ${erased[owner]} | ${on ?? 'runs'} |\n`,
    );
    const updated = page.replace(/(?<=\n\| what \| key .*\n\|[-|]+\n)(?:\|.*\n)*/, rows.join(''));
    if (process.env['UPDATE_PAGES'] === '1') writeFileSync(PAGE, updated);
    else expect(page).toBe(updated);
  });

  it.each([
    ['querent:{r3}:run:q1', 'runs', { n: '3', run: 'q1' }],
    ['querent:{r3}:run:q1:steps', 'events of runs', { n: '3', run: 'q1' }],
    ['querent:{r3}:run:q1:events', 'events of runs, before 0.2.0', { n: '3', run: 'q1' }],
    [
      'querent:{r3}:run:q1:blob:data.chart.3',
      'results and large parts of runs',
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

  it.each(keyFamilies.flatMap(({ name, key }) => (key.startsWith('P:') ? [[name, key] as const] : [])))(
    'finds the keys of %s in that family alone',
    (name, key) => {
      const parts = Object.fromEntries([...key.matchAll(/<(\w+)…?>/g)].map(([, part]) => [part, `the-${part}`]));
      const build = keyBuilder('querent') as (family: string, values: typeof parts) => string;
      expect(keyReader('querent')(build(name, parts))).toEqual({
        family: expect.objectContaining({ name }),
        parts,
      });
    },
  );

  const keys = new RedisKeys('querent');
  const [tenant, keyName, connection, audience] = ['a:b{c}', 'k:1', 'shop', 'shop@a}:1'] as const;
  const asker = { tenant, keyName, connection };
  const samples = keys.samples(tenant, connection);

  it.each([
    ['lists of runs', keys.listsOf('q1', tenant, keyName)],
    ['idempotency keys', [keys.idempotency(tenant, keyName, 'once')]],
    ['quotas', [keys.quota(tenant, 29_000_000)]],
    ['quotas of feedback', [keys.feedbackQuota(tenant, keyName, 29_000_000)]],
    ['tokens of a day', [keys.dayTokens(tenant, '2026-11-28')]],
    ['sizes of runs', [...keys.kept(tenant), keys.movedEarly(tenant)]],
    ['conversations', [keys.conversation(asker, 'c:1')]],
    ['habits', [keys.habits(asker), keys.habitual(tenant)]],
    ['dismissals', keys.dismissals(tenant)],
    ['votes on samples', [samples.votes('q1')]],
    ['counts of votes', [samples.counts]],
    ['revisions of samples', [samples.log]],
    ['numbers of sample revisions', [keys.sampleNumbers(tenant)]],
    ['samples', [samples.entries, samples.revision]],
    ['retired samples of files', Object.values(keys.fileSamples(audience))],
    ['semantic cache', Object.values(keys.semanticCache(tenant, audience))],
    ['vectors', [`${keys.vectors('tables', 'scope')}:model:64:points`]],
    ['vectors removed', [`${keys.vectors('tables', 'scope')}:model:64:removed`]],
    ['vectors of cached questions', [`${keys.vectors('questions', 'scope')}:model:64:state`]],
    ['vectors of cached questions, removed', [`${keys.vectors('questions', 'scope')}:model:64:removed`]],
    ['audit trails', Object.values(keys.auditTrail(tenant))],
    ['tenants moved here', [keys.movedHere(tenant)]],
  ])('reads the keys of %s when names hold colons and braces', (family, made) => {
    expect(made.map((key) => keyReader('querent')(key)?.family.name)).toEqual(made.map(() => family));
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
