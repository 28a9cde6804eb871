import { isTree, type Manifest, type Tree } from '../kustomize/manifest';

type Step = string | number;

/** A copy of the objects in which one member of one object is something else; undefined takes it away. */
export function broken(manifests: Manifest[], title: string, path: Step[], value: unknown): Manifest[] {
  const copy = structuredClone(manifests);
  const object = copy.find(({ kind, metadata: { name } }) => `${kind} ${name}` === title);
  const parent = path.slice(0, -1).reduce<unknown>((at, step) => (Array.isArray(at) ? at[Number(step)] : isTree(at) ? at[step] : undefined), object) as Tree | undefined;
  const last = path.at(-1);
  if (parent === undefined || last === undefined) throw new Error(`${title} has no ${path.join('/')}`);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}
