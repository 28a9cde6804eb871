import { createHash } from 'node:crypto';
import { scopes, type Scope } from '@querent/catalog';

export const walkedTenants = ['alpha', 'beta'] as const;
export type WalkedTenant = (typeof walkedTenants)[number];

/** An API key of the configuration. Its bearer token is its name followed by `-secret`. */
export interface RingKey {
  name: string;
  tenant: WalkedTenant;
  held: readonly Scope[];
}

const everySet: readonly (readonly Scope[])[] = Array.from({ length: 2 ** scopes.length - 1 }, (_, n) =>
  scopes.filter((__, bit) => ((n + 1) >> bit) & 1),
);

/** One key for each combination of tenant and set of scopes. */
export const keyRing: readonly RingKey[] = walkedTenants.flatMap((tenant) =>
  everySet.map((held) => ({ name: `${tenant}-${held.join('-').replace(':', '')}`, tenant, held })),
);

export const bearerOf = ({ name }: Pick<RingKey, 'name'>): { authorization: string } => ({
  authorization: `Bearer ${name}-secret`,
});

export const keyOf = (tenant: WalkedTenant, ...held: Scope[]): RingKey => {
  const key = keyRing.find((one) => one.tenant === tenant && one.held.join() === held.join());
  if (key === undefined) throw new Error(`no key of ${tenant} with ${held.join()}`);
  return key;
};

/** Content of `keys.yaml`. @param further additional entries; an entry with a known name replaces that key */
export const keysFile = (further: readonly ({ name: string } & Record<string, unknown>)[] = []): string => {
  const entries = new Map<string, object>();
  for (const { name, tenant, held } of keyRing) entries.set(name, entryOf({ name, tenant, scopes: held }));
  for (const entry of further) entries.set(entry.name, entryOf(entry));
  return JSON.stringify([...entries.values()]);
};

const entryOf = <T extends { name: string }>(entry: T): T & { sha256: string } => ({
  ...entry,
  sha256: createHash('sha256').update(`${entry.name}-secret`).digest('hex'),
});
