/** Owner of a key, which decides what is erased with a tenant's data. */
export type KeyOwner =
  /** The run in the key. */
  | 'run'
  /** The tenant in the key. */
  | 'tenant'
  /** The tenant whose login the audience in the key uses. An audience that tenants share has no owner. */
  | 'audience'
  /** Several tenants: each owns parts of the value. */
  | 'parts'
  /** The owner is unknown, but the value can be rebuilt: the whole key is erased. */
  | 'unknown'
  /** Contains no data of a tenant. */
  | 'none'
  /** Kept when a tenant's data is erased. */
  | 'trail';

/** The settings that lifetimes of keys depend on, and the environment variable of each. */
export const lifetimeSettings = {
  retention: 'RUN_RETENTION_HOURS',
  runTime: 'RUN_TIMEOUT_MS',
  clarification: 'CLARIFICATION_TTL_MS',
  l1: 'L1_TTL_MS',
  l2: 'L2_TTL_MS',
  exploring: 'EXPLORE_CACHE_MS',
  audit: 'AUDIT_RETENTION_DAYS',
} as const;

/** Milliseconds, or the value of a setting. */
export type Duration = number | keyof typeof lifetimeSettings;

/** Time to live of a key. */
export type Life =
  /** At most the sum of these durations. */
  | { ends: readonly Duration[] }
  /** None while a run is active, and the sum of these once it has ended. */
  | { endsAfterRun: readonly Duration[] }
  /** None; the text names what bounds the key. */
  | { stays: string };

/**
 * A family of keys. In `key`, `P` is the prefix, `<name>` a part without colons and braces, `<name…>` any text. `{P}`
 * is the hash tag of queues: `{P:<queue>.<n>}` if each queue has a slot.
 */
export interface KeyFamily {
  name: string;
  key: string;
  owner: KeyOwner;
  life: Life;
  /** `cache`: stored in the caches' Redis, if there is one. */
  on?: 'cache';
  /** True if only gateways use the keys: workers have no right to them. */
  gatewaysOnly?: true;
  /** True if workers may read the keys but not write them. */
  workersRead?: true;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The time for which a result is kept longer than its run, for a cached answer that refers to it. */
const LENDING = 10 * MINUTE;

const stays = (why: string): Life => ({ stays: why });
const ends = (...durations: Duration[]): Life => ({ ends: durations });
const afterRun: Life = { endsAfterRun: ['retention', LENDING] };

/**
 * All keys that the product writes into Redis. Other keys must not be written: a spec scans Redis after questions of
 * all kinds. infra/docs/operate/data.md shows the table to operators.
 */
const families = [
  { name: 'runs', key: 'P:{r<n>}:run:<run>', owner: 'run', life: afterRun },
  { name: 'events of runs', key: 'P:{r<n>}:run:<run>:steps', owner: 'run', life: afterRun },
  { name: 'events of runs, before 0.2.0', key: 'P:{r<n>}:run:<run>:events', owner: 'run', life: afterRun },
  {
    name: 'results and large parts of runs',
    key: 'P:{r<n>}:run:<run>:blob:<name…>',
    owner: 'run',
    life: ends('retention', 'clarification', LENDING),
  },
  {
    name: 'deadlines',
    key: 'P:{r<n>}:due',
    owner: 'none',
    life: stays('ids of active runs; a run is removed when it ends'),
  },
  { name: 'lists of runs', key: 'P:{r<n>}:runs:<owner…>', owner: 'parts', life: ends('retention', 'clarification') },
  {
    name: 'runs for the history',
    key: 'P:{r<n>}:for-history',
    owner: 'none',
    life: ends('retention', 'clarification'),
  },
  { name: 'history in use', key: 'P:{r<n>}:history', owner: 'none', life: ends(DAY) },
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
  { name: 'tries at webhooks', key: 'P:{r<n>}:callback-tries', owner: 'none', life: ends(7 * DAY) },
  { name: 'durability barriers', key: 'P:{r<n>}:barrier', owner: 'none', life: stays('one character') },
  { name: 'turns', key: 'P:turns', owner: 'parts', life: stays('one number per tenant; restarts when no run waits') },
  { name: 'idempotency keys', key: 'P:idempotency:<owner…>', owner: 'parts', life: ends(DAY), gatewaysOnly: true },
  { name: 'quotas', key: 'P:quota:<who…>:<minute>', owner: 'parts', life: ends(2 * MINUTE), gatewaysOnly: true },
  {
    name: 'quotas of feedback',
    key: 'P:feedback-quota:<who…>:<minute>',
    owner: 'parts',
    life: ends(2 * MINUTE),
    gatewaysOnly: true,
  },
  {
    name: 'quotas of previews',
    key: 'P:preview-quota:<who…>:<minute>',
    owner: 'parts',
    life: ends(2 * MINUTE),
    gatewaysOnly: true,
  },
  { name: 'sessions', key: 'P:session:<tenant>:<digest>', owner: 'tenant', life: ends(12 * HOUR), gatewaysOnly: true },
  {
    name: 'sign-ins that have begun',
    key: 'P:sign-in:<digest>',
    owner: 'none',
    life: ends(10 * MINUTE),
    gatewaysOnly: true,
  },
  {
    name: 'rights of token callers',
    key: 'P:token-grant:<tenant>:<caller>',
    owner: 'tenant',
    life: ends(DAY),
    gatewaysOnly: true,
  },
  {
    name: 'streams left by MCP clients',
    key: 'P:mcp-left:<run>',
    owner: 'none',
    life: ends(2 * MINUTE),
    gatewaysOnly: true,
  },
  {
    name: 'key of MCP states',
    key: 'P:mcp-state-key',
    owner: 'none',
    life: stays('one random key, only without QUERENT_SECRET_KEY'),
    gatewaysOnly: true,
  },
  { name: 'tokens of a day', key: 'P:{tokens:<tenant>}:<day>', owner: 'tenant', life: ends(2 * DAY) },
  { name: 'dead letters', key: 'P:dead-letters', owner: 'parts', life: ends(90 * DAY) },
  { name: 'feedback', key: 'P:{feedback:<run>}', owner: 'run', life: ends(90 * DAY) },
  {
    name: 'lists of feedback',
    key: 'P:feedback-list:<tenant>',
    owner: 'tenant',
    life: ends(90 * DAY),
    gatewaysOnly: true,
  },
  {
    name: 'sizes of runs',
    key: 'P:{kept:<tenant>}:<part>',
    owner: 'tenant',
    life: ends('retention', 'clarification', LENDING),
  },
  { name: 'conversations', key: 'P:conversation:<tenant>:<rest…>', owner: 'tenant', life: ends('retention') },
  {
    name: 'lists of conversations',
    key: 'P:conversation-list{conversation-list:<tenant>}:<rest…>',
    owner: 'tenant',
    life: ends('retention'),
    gatewaysOnly: true,
  },
  { name: 'habits', key: 'P:{habits:<tenant>}:<rest…>', owner: 'tenant', life: ends(365 * DAY) },
  { name: 'pins', key: 'P:pins:<tenant>:<caller>', owner: 'tenant', life: ends(365 * DAY), gatewaysOnly: true },
  {
    name: 'dismissals',
    key: 'P:dismissals{dismissals:<tenant>}:<part>',
    owner: 'tenant',
    life: ends(365 * DAY),
    gatewaysOnly: true,
  },
  {
    name: 'votes on samples',
    key: 'P:{samples:<tenant>:<connection>}:votes:<run>',
    owner: 'tenant',
    life: ends(90 * DAY),
  },
  { name: 'counts of votes', key: 'P:{samples:<tenant>:<connection>}:counts', owner: 'tenant', life: ends(180 * DAY) },
  {
    name: 'revisions of samples',
    key: 'P:{samples:<tenant>:<connection>}:log',
    owner: 'tenant',
    // An entry is removed with the first change after 90 days, and at the latest 90 days after the last change.
    life: ends(180 * DAY),
  },
  {
    name: 'numbers of sample revisions',
    key: 'P:sample-revisions:<tenant>',
    owner: 'tenant',
    life: stays('one number per tenant'),
    gatewaysOnly: true,
  },
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
    life: ends(365 * DAY),
  },
  {
    name: 'configuration',
    key: 'P:config{config}:<part>',
    // Like the configuration files, it is not part of a tenant's data.
    owner: 'trail',
    life: stays('what is in force over the files, and a list of the last 5,000 changes'),
    workersRead: true,
  },
  {
    name: 'revisions of the configuration',
    key: 'P:config{config}:revision:<id>',
    owner: 'trail',
    life: stays('those in force, and the last 5,000'),
    workersRead: true,
  },
  {
    name: 'measured drafts of models',
    key: 'P:{impact:<tenant>}:<part>',
    owner: 'tenant',
    life: ends(DAY),
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
  { name: 'semantic cache', key: 'P:{l2:<tenant>:<audience>}:<part>', owner: 'tenant', life: ends('l2'), on: 'cache' },
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
    life: ends(HOUR),
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
    life: ends(HOUR),
  },
  {
    name: 'vectors',
    key: 'P:{vectors:<purpose>:<scope>}:<part…>',
    owner: 'parts',
    life: stays('like their sources: samples, tables, names'),
  },
  { name: 'leases of vectors', key: 'P:vectors-lease:<digest>', owner: 'none', life: ends(10 * SECOND) },
  { name: 'audit trails', key: 'P:{audit}:<part…>', owner: 'trail', life: ends('audit') },
  {
    name: 'tenants moved here',
    key: 'P:moved-here:<tenant>',
    owner: 'tenant',
    life: ends(7 * DAY),
    gatewaysOnly: true,
  },
  { name: 'erasures', key: 'P:erasures', owner: 'none', life: stays('one per incomplete erasure') },
  { name: 'lease of erasing', key: 'P:erasing', owner: 'none', life: ends(2 * MINUTE) },
  { name: 'locks of jobs', key: '{P}:<queue>:<job>:lock', owner: 'none', life: ends(10 * SECOND) },
  { name: 'checks for stalled jobs', key: '{P}:<queue>:stalled-check', owner: 'none', life: ends(10 * SECOND) },
  { name: 'events of queues', key: '{P}:<queue>:events', owner: 'parts', life: stays('about 100 per queue') },
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
      'waiting and active jobs, and at most 10,000 failed ones per queue, for a week; removed when another job fails',
    ),
  },
] as const satisfies readonly KeyFamily[];

export const keyFamilies: readonly KeyFamily[] = families;

type PartNames<Pattern extends string> = Pattern extends `${string}<${infer Name}>${infer Rest}`
  ? (Name extends `${infer Long}…` ? Long : Name) | PartNames<Rest>
  : never;

/** The families whose keys this product builds; BullMQ builds those of queues. */
export type OwnFamily = Extract<(typeof families)[number], { key: `P:${string}` }>;

/** Names of the parts of a family's keys. */
export type KeyParts<Name extends OwnFamily['name']> = Readonly<
  Record<PartNames<Extract<OwnFamily, { name: Name }>['key']>, string | number>
>;

/** Builds a key of a family from its pattern. The parts must be escaped, and must not contain a colon unless the
 *  pattern permits any text. */
export type BuildKey = <Name extends OwnFamily['name']>(family: Name, parts: KeyParts<Name>) => string;

/** Each pattern after its prefix: texts, and the names of parts in between. */
const pieces = new Map<string, string[]>(
  keyFamilies.map(({ name, key }) => [name, key.replace(/^P:/, ':').split(/<(\w+)…?>/)]),
);

/** @param prefix of the installation, without braces */
export function keyBuilder(prefix: string): BuildKey {
  return (family, parts) => {
    const values = parts as Readonly<Record<string, string | number>>;
    return (pieces.get(family) ?? []).reduce((key, text, at) => key + (at % 2 === 0 ? text : values[text]), prefix);
  };
}

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
    if (part.startsWith('(')) return `(?:${part.slice(1, -1)})`;
    return part.startsWith('{P}')
      ? `\\{${literal(prefix)}(?::[^:{}]+)?\\}${literal(part.slice('{P}'.length))}`
      : literal(part.replace(/^P:/, `${prefix}:`));
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
