import { z } from 'zod';

const names = z.record(z.string(), z.string()).default({});

const packageSchema = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().default(false),
  optional: z.boolean().default(false),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});

/** The part of package-lock.json (version 3) that a bill of materials needs: packages by path; '' is the product. */
export const lockFileSchema = z.object({ packages: z.record(z.string(), packageSchema) });

export type LockedPackages = z.infer<typeof lockFileSchema>['packages'];

/** Paths of the packages that a package needs, in the order of their names. */
export function neededBy(packages: LockedPackages, path: string): string[] {
  const entry = packages[path];
  if (entry === undefined) return [];
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const wanted = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
  const found = [...wanted].flatMap((name) => resolved(packages, path, name) ?? []);
  return [...new Set(found)].sort();
}

/** Paths of all packages that the given ones need, directly or not, with themselves. */
export function closureOf(packages: LockedPackages, roots: readonly string[]): string[] {
  const found = new Set(roots);
  // A Set yields the members that are added while it is read.
  for (const path of found) for (const needed of neededBy(packages, path)) found.add(needed);
  return [...found].sort();
}

/** `node_modules/a/node_modules/@b/c` → `@b/c` */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The package that Node finds from `path` under a name: in the nearest node_modules above. */
function resolved(packages: LockedPackages, path: string, name: string): string | undefined {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (from === '') return undefined;
  }
}
