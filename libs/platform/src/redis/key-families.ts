/** Owner of a key, which decides what is erased with a tenant's data. */
export type KeyOwner =
  /** The run in the key. */
  | 'run'
  /** The tenant in the key. */
  | 'tenant'
  /** The tenant owner login the audience in the key uses; an audience that tenants share has no owner. */
  | 'audience'
  /** Several tenants: each owns parts of the value. */
  | 'parts'
  /** The owner is unknown, but the value can be rebuilt: the whole key is erased. */
  | 'unknown'
  /** Contains no data of a tenant. */
  | 'none'
  /** Kept when a tenant's data is erased. */
  | 'trail';

/** Time to live of a key. */
export type Life =
  /** At most the sum of these `Lifetimes`. */
  | { ends: readonly (keyof Lifetimes)[] }
  /** None while a run is active, and the sum of these once it has ended. */
  | { endsAfterRun: readonly (keyof Lifetimes)[] }
  /** None; the text names what bounds the key. */
  | { stays: string };

/** Milliseconds. */
export interface Lifetimes {
  retention: number;
  runTime: number;
  clarification: number;
  lending: number;
  l1: number;
  l2: number;
  exploring: number;
  audit: number;
  tenSeconds: number;
  minute: number;
  twoMinutes: number;
  hour: number;
  day: number;
  week: number;
  days90: number;
  days180: number;
  year: number;
}

/** A family of keys. In `key`, `P` is the prefix, `<name>` a part without colons and braces, `<name…>` any text. */
export interface KeyFamily {
  name: string;
  key: string;
  owner: KeyOwner;
  life: Life;
  /** `cache`: stored in the caches' Redis, if there is one. */
  on?: 'cache';
}

const stays = (why: string): Life => ({ stays: why });
const ends = (...names: (keyof Lifetimes)[]): Life => ({ ends: names });
const afterRun: Life = { endsAfterRun: ['retention', 'lending'] };

/**
 * All keys that the product writes into Redis. Other keys must not be written: a spec scans Redis after questions of
 * all kinds. infra/docs/operate/data.md shows the table to operators.
 */
export const keyFamilies: readonly KeyFamily[] = [
  { name: 'runs', key: 'P:{r<n>}:run:<run>', owner: 'run', life: afterRun },
  { name: 'events of runs', key: 'P:{r<n>}:run:<run>:events', owner: 'run', life: afterRun },
  {
    name: 'results, drawings and large parts of runs',
    key: 'P:{r<n>}:run:<run>:blob:<name…>',
    owner: 'run',
    life: ends('retention', 'clarification', 'lending'),
  },
  {
    name: 'deadlines',
    key: 'P:{r<n>}:due',
    owner: 'none',
    life: stays('ids of active runs; a run is removed when it ends'),
  },
  { name: 'lists of runs', key: 'P:{r<n>}:runs:<owner…>', owner: 'parts', life: ends('retention', 'clarification') },
  {
    name: 'census',
    key: 'P:{r<n>}:census',
    owner: 'none',
    life: stays('one number per state and per tenant with active runs'),
  },
  {
    name: 'webhooks due',
    key: 'P:{r<n>}:callbacks',
    owner: 'none',
    life: stays('ids of runs; removed when delivered or given up'),
  },
  { name: 'tries at webhooks', key: 'P:{r<n>}:callback-tries', owner: 'none', life: ends('week') },
  { name: 'durability barriers', key: 'P:{r<n>}:barrier', owner: 'none', life: stays('one character') },
  { name: 'turns', key: 'P:turns', owner: 'parts', life: stays('one number per tenant; restarts when no run waits') },
  { name: 'idempotency keys', key: 'P:idempotency:<owner…>', owner: 'parts', life: ends('day') },
  { name: 'quotas', key: 'P:quota:<who…>:<minute>', owner: 'parts', life: ends('twoMinutes') },
  { name: 'quotas of feedback', key: 'P:feedback-quota:<who…>:<minute>', owner: 'parts', life: ends('twoMinutes') },
  { name: 'tokens of a day', key: 'P:{tokens:<tenant>}:<day>', owner: 'tenant', life: ends('day', 'day') },
  { name: 'dead letters', key: 'P:dead-letters', owner: 'parts', life: ends('days90') },
  { name: 'feedback', key: 'P:{feedback:<run>}', owner: 'run', life: ends('days90') },
  {
    name: 'sizes of runs',
    key: 'P:{kept:<tenant>}:<part>',
    owner: 'tenant',
    life: ends('retention', 'clarification', 'lending'),
  },
  { name: 'conversations', key: 'P:conversation:<tenant>:<rest…>', owner: 'tenant', life: ends('retention') },
  { name: 'habits', key: 'P:{habits:<tenant>}:<rest…>', owner: 'tenant', life: ends('year') },
  {
    name: 'votes on samples',
    key: 'P:{samples:<tenant>:<connection>}:votes:<run>',
    owner: 'tenant',
    life: ends('days90'),
  },
  { name: 'counts of votes', key: 'P:{samples:<tenant>:<connection>}:counts', owner: 'tenant', life: ends('days180') },
  {
    name: 'samples',
    key: 'P:{samples:<tenant>:<connection>}:<part>',
    owner: 'tenant',
    life: stays('2,000 per tenant and connection; used until they are deleted'),
  },
  {
    name: 'retired samples of files',
    key: 'P:{file-samples:<audience>}:<part>',
    owner: 'audience',
    life: ends('year'),
  },
  {
    name: 'version of the exact cache',
    key: 'P:{l1:<audience>}:version',
    owner: 'none',
    life: stays('one text per audience; deleted with its connection'),
    on: 'cache',
  },
  { name: 'single flights', key: 'P:{l1:<audience>}:flight:<field>', owner: 'parts', life: ends('runTime') },
  { name: 'exact cache', key: 'P:{l1:<audience>}:entries', owner: 'parts', life: ends('l1'), on: 'cache' },
  { name: 'use of the exact cache', key: 'P:{l1:<audience>}:used', owner: 'none', life: ends('l1'), on: 'cache' },
  { name: 'semantic cache', key: 'P:{l2:<tenant>:<place…>}:<part>', owner: 'tenant', life: ends('l2'), on: 'cache' },
  {
    name: 'explored values',
    key: 'P:explored:<digest>',
    owner: 'unknown',
    life: ends('exploring'),
    on: 'cache',
  },
  {
    name: 'audiences of a connection',
    key: 'P:{conn:<connection>}:audiences',
    owner: 'parts',
    life: stays('names; deleted with the connection'),
  },
  {
    name: 'schema snapshots',
    key: 'P:{conn:<audience>}:<part>',
    owner: 'audience',
    life: stays('one per audience, refreshed from its database; deleted with the connection'),
  },
  {
    name: 'vectors of cached questions, removed',
    key: 'P:{vectors:questions:<scope>}:<collection…>:removed',
    owner: 'none',
    life: ends('hour'),
    on: 'cache',
  },
  {
    name: 'vectors of cached questions',
    key: 'P:{vectors:questions:<scope>}:<part…>',
    owner: 'parts',
    life: stays('like the statements of the semantic cache'),
    on: 'cache',
  },
  {
    name: 'vectors removed',
    key: 'P:{vectors:<purpose>:<scope>}:<collection…>:removed',
    owner: 'none',
    life: ends('hour'),
  },
  {
    name: 'vectors',
    key: 'P:{vectors:<purpose>:<scope>}:<part…>',
    owner: 'parts',
    life: stays('like their sources: samples, tables, names'),
  },
  { name: 'leases of vectors', key: 'P:vectors-lease:<digest>', owner: 'none', life: ends('tenSeconds') },
  { name: 'audit trails', key: 'P:{audit}:<part…>', owner: 'trail', life: ends('audit') },
  { name: 'erasures', key: 'P:erasures', owner: 'none', life: stays('one per incomplete erasure') },
  { name: 'lease of erasing', key: 'P:erasing', owner: 'none', life: ends('twoMinutes') },
  { name: 'locks of jobs', key: '{P}:<queue>:<job>:lock', owner: 'none', life: ends('tenSeconds') },
  { name: 'checks for stalled jobs', key: '{P}:<queue>:stalled-check', owner: 'none', life: ends('tenSeconds') },
  { name: 'events of queues', key: '{P}:<queue>:events', owner: 'parts', life: stays('about 10,000 per queue') },
  {
    name: 'parts of queues',
    key: '{P}:<queue>:(meta|id|wait|active|prioritized|delayed|completed|failed|paused|stalled|pc|marker|repeat)',
    owner: 'none',
    life: stays('ids of jobs'),
  },
  {
    name: 'jobs',
    key: '{P}:<queue>:<job>',
    owner: 'run',
    life: stays(
      '1,000 completed and 10,000 failed jobs per queue, for ten minutes and a week, checked when another job ends',
    ),
  },
];

export interface KnownKey {
  family: KeyFamily;
  /** Values of the named parts of `key`. */
  parts: Readonly<Record<string, string>>;
}

/** Returns a function that finds a key's family in the table. */
export function keyReader(prefix: string): (key: string) => KnownKey | null {
  const patterns = keyFamilies.map((family) => ({ family, pattern: patternOf(family.key, prefix) }));
  return (key) => {
    for (const { family, pattern } of patterns) {
      const match = pattern.exec(key);
      if (match !== null) return { family, parts: { ...match.groups } };
    }
    return null;
  };
}

function patternOf(key: string, prefix: string): RegExp {
  const parts = key.split(/(<\w+…?>|\([\w|-]+\))/).map((part) => {
    const name = /^<(\w+)(…?)>$/.exec(part);
    if (name !== null) return `(?<${name[1]}>${name[2] === '' ? '[^:{}]+' : '.+'})`;
    return part.startsWith('(')
      ? `(?:${part.slice(1, -1)})`
      : literal(part.replace(/^P:/, `${prefix}:`).replace('{P}', `{${prefix}}`));
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
