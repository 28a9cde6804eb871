import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { keyFamilies, keyReader, type Life, type Lifetimes } from './key-families';
import { takeOut } from './shared-parts';

const told: Record<keyof Lifetimes, string> = {
  retention: '`RUN_RETENTION_HOURS`', runTime: '`RUN_TIMEOUT_MS`', clarification: '`CLARIFICATION_TTL_MS`', lending: '10 minutes', l1: '`L1_TTL_MS`', l2: '`L2_TTL_MS`', exploring: '`EXPLORE_CACHE_MS`', audit: '`AUDIT_RETENTION_DAYS`',
  tenSeconds: '10 seconds', minute: '1 minute', twoMinutes: '2 minutes', hour: '1 hour', day: '1 day', week: '7 days', days90: '90 days', days180: '180 days', year: '1 year',
};
const sum = (names: readonly (keyof Lifetimes)[]): string => names.map((name) => told[name]).join(' + ');
function lifeOf(life: Life): string {
  if ('stays' in life) return `no end: ${life.stays}`;
  return 'ends' in life ? sum(life.ends) : `none under way; after its end ${sum(life.endsAfterRun)}`;
}
const erased: Record<(typeof keyFamilies)[number]['whose'], string> = { run: 'with its run', tenant: 'yes', audience: 'where the login is the tenant’s own', parts: 'what is the tenant’s in it', anybody: 'all of it, of everybody', nobody: 'holds nothing of a tenant', trail: '**stays**' };

describe('the table of keys', () => {
  it('is the one that operators are shown', () => {
    const page = readFileSync(resolve(__dirname, '../../../infra/operations/data.md'), 'utf8');
    const rows = keyFamilies.map(({ name, key, life, whose, on }) => `| ${name} | \`${key.replaceAll('|', '\\|')}\` | ${lifeOf(life)} | ${erased[whose]} | ${on ?? 'runs'} |`);
    expect(page.split('\n').filter((line) => line.includes('`') && /^\| [a-z]/.test(line) && !line.startsWith('| kind'))).toEqual(rows);
  });

  it('knows how to take a tenant’s part out of whatever is shared', () => {
    expect(Object.keys(takeOut).sort()).toEqual(keyFamilies.flatMap(({ name, whose }) => (whose === 'parts' ? [name] : [])).sort());
  });

  it.each([
    ['querent:{r3}:run:q1', 'runs', { n: '3', run: 'q1' }],
    ['querent:{r3}:run:q1:events', 'events of runs', { n: '3', run: 'q1' }],
    ['querent:{r3}:run:q1:blob:data.chart.3', 'results, drawings and large parts of runs', { n: '3', run: 'q1', name: 'data.chart.3' }],
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

  it('knows no key of another installation, nor one that nobody has told it of', () => {
    const read = keyReader('querent');
    expect([read('querent2:turns'), read('querent:novelty'), read('{other}:intent:meta'), read('other:{l1:shop}:entries'), read('other:{conn:shop}:status')]).toEqual([null, null, null, null, null]);
  });
});
