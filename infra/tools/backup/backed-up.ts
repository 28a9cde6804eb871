/** How a backup treats a family of keys: */
export type Treatment =
  /** copied before all others: it refers to keys that are copied later; all its keys at one moment */
  | 'first'
  /** copied if its run ended before the backup began; such a run no longer changes */
  | 'ended run'
  /** copied key by key, or with its siblings at one moment (`siblingsOf`) */
  | 'copied'
  /** copied after all others: it counts them */
  | 'last'
  /** not copied; the text is the reason */
  | { left: string };

const ofActive = { left: 'it belongs to active runs, which are not copied' };
const cache = { left: 'it is computed again' };
const brief = { left: 'it is valid for minutes' };

/** The treatment of each family of libs/platform/src/redis/key-families.ts; a spec compares the names. */
export const treatments: Readonly<Record<string, Treatment>> = {
  runs: 'ended run',
  'events of runs': 'ended run',
  'events of runs, before 0.2.0': 'ended run',
  'results and large parts of runs': 'ended run',
  deadlines: ofActive,
  'lists of runs': 'copied',
  'runs for the history': 'copied',
  'history in use': { left: 'gateways write it again' },
  census: ofActive,
  'webhooks due': 'copied',
  'tries at webhooks': 'copied',
  'durability barriers': ofActive,
  turns: ofActive,
  'idempotency keys': { left: 'it would name runs that are not copied: a repeated request asks again' },
  quotas: brief,
  'quotas of feedback': brief,
  'quotas of previews': brief,
  'sign-ins that have begun': { left: 'they end after ten minutes: users begin another one' },
  sessions: { left: 'a session that was ended since would be valid again: users sign in again' },
  'rights of token callers': { left: 'rights that were withdrawn since would apply again' },
  'streams left by MCP clients': brief,
  'key of MCP states': { left: 'it is a secret; pauses that it signs are not copied' },
  'tokens of a day': { left: 'it is a quota of a day' },
  'dead letters': 'copied',
  feedback: 'copied',
  'lists of feedback': 'copied',
  'sizes of runs': 'copied',
  conversations: 'copied',
  'lists of conversations': 'copied',
  habits: 'copied',
  pins: 'copied',
  dismissals: 'copied',
  'votes on samples': 'copied',
  'counts of votes': 'copied',
  'revisions of samples': 'copied',
  'numbers of sample revisions': 'last',
  samples: 'copied',
  'retired samples of files': 'copied',
  configuration: 'first',
  'revisions of the configuration': 'copied',
  'measured drafts of models': cache,
  'version of the exact cache': cache,
  'single flights': brief,
  'exact cache': cache,
  'use of the exact cache': cache,
  'semantic cache': cache,
  'explored values': cache,
  'audiences of a connection': cache,
  'schema snapshots': { left: 'executors read the schemas when they start' },
  'vectors of cached questions, removed': cache,
  'vectors of cached questions': cache,
  'vectors removed': cache,
  vectors: cache,
  'leases of vectors': brief,
  'audit trails': 'copied',
  'tenants moved here': { left: 'a restored installation holds what its backup has of the tenant' },
  erasures: 'copied',
  'lease of erasing': brief,
  'locks of jobs': ofActive,
  'checks for stalled jobs': ofActive,
  'events of queues': ofActive,
  'parts of queues': ofActive,
  jobs: ofActive,
};

/** How the move of one tenant to another installation treats a family of keys: */
export type TenantTreatment =
  /** with each run of the tenant: run-transfer.ts reads and writes these together */
  | 'with its run'
  /** keys that belong to the tenant are copied, whole */
  | 'whole keys'
  /** the tenant's members are copied */
  | 'members'
  /** not moved; the text is the reason */
  | { left: string };

const ofCell = { left: 'it belongs to the installation' };

/** What a backup leaves, a move leaves as well, for the same reason. */
const leftByBackups: Record<string, TenantTreatment> = Object.fromEntries(
  Object.entries(treatments).flatMap(([name, treatment]) => (typeof treatment === 'string' ? [] : [[name, treatment]])),
);

/** The treatment of each family; a spec compares the names. */
export const tenantTreatments: Readonly<Record<string, TenantTreatment>> = {
  ...leftByBackups,
  runs: 'with its run',
  'events of runs': 'with its run',
  'events of runs, before 0.2.0': 'with its run',
  'results and large parts of runs': 'with its run',
  deadlines: 'with its run',
  'lists of runs': 'with its run',
  'runs for the history': 'with its run',
  census: 'with its run',
  'webhooks due': 'with its run',
  'tries at webhooks': 'with its run',
  'idempotency keys': 'whole keys',
  'key of MCP states': ofCell,
  'tokens of a day': 'whole keys',
  'dead letters': 'members',
  feedback: 'whole keys',
  'lists of feedback': 'whole keys',
  'sizes of runs': 'whole keys',
  conversations: 'whole keys',
  'lists of conversations': 'whole keys',
  habits: 'whole keys',
  pins: 'whole keys',
  dismissals: 'whole keys',
  'votes on samples': 'whole keys',
  'counts of votes': 'whole keys',
  'revisions of samples': 'whole keys',
  'numbers of sample revisions': 'whole keys',
  samples: 'whole keys',
  'retired samples of files': 'whole keys',
  configuration: ofCell,
  'revisions of the configuration': ofCell,
  'audit trails': 'whole keys',
  'tenants moved here': ofCell,
  erasures: ofCell,
};

/** Keys of one slot that scripts change together: base, and the last parts. */
const together: readonly [pattern: RegExp, parts: readonly string[]][] = [
  [/^(.*:\{samples:[^}]*\}:)(?:entries|revision|counts|log)()$/, ['entries', 'revision', 'counts', 'log']],
  [/^(.*:\{file-samples:[^}]*\}:)(?:retired|revision)()$/, ['retired', 'revision']],
  [/^(.*:dismissals\{dismissals:[^}]*\}:)(?:entries|ends)()$/, ['entries', 'ends']],
  [/^(.*:\{kept:[^}]*\}:)(?:ends|bytes)()$/, ['ends', 'bytes']],
  [/^(.*:\{audit\}:)(?:trail|head)(.*)$/s, ['trail', 'head']],
];

/** The keys that must be copied at the moment of this one, with it, in a fixed order. */
export function siblingsOf(key: string): string[] {
  for (const [pattern, parts] of together) {
    const [, base, rest] = pattern.exec(key) ?? [];
    if (base !== undefined) return parts.map((part) => `${base}${part}${rest}`);
  }
  return [key];
}
