import { isTree, type Tree } from './manifest';

/**
 * The member that identifies an entry of a list (patchMergeKey in Kubernetes' API). Other lists are replaced as a
 * whole.
 */
const mergeKeys: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  volumes: 'name',
  env: 'name',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  topologySpreadConstraints: 'topologyKey',
};

/**
 * Applies a strategic merge patch of Kubernetes, as far as our patches use it: null removes a member, and lists with a
 * key merge entry by entry.
 */
export function strategicMerge(target: Tree, patch: Tree): Tree {
  const merged = { ...target };
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete merged[name];
    else merged[name] = mergedMember(name, merged[name], change);
  }
  return merged;
}

function mergedMember(name: string, present: unknown, change: unknown): unknown {
  if (isTree(change)) return strategicMerge(isTree(present) ? present : {}, change);
  const key = mergeKeys[name];
  if (key === undefined || !Array.isArray(present) || !Array.isArray(change)) return change;
  const changes = new Map(change.filter(isTree).map((entry) => [entry[key], entry]));
  const kept = present.filter(isTree).map((entry) => strategicMerge(entry, changes.get(entry[key]) ?? {}));
  const known = new Set(kept.map((entry) => entry[key]));
  return [
    ...kept,
    ...[...changes].filter(([value]) => !known.has(value)).map(([, entry]) => strategicMerge({}, entry)),
  ];
}
