import { isTree, type Manifest } from '../kustomize/manifest';
import { ofKind } from './workloads';

/** Members of a pod that name a ConfigMap or a Secret. */
const references: Readonly<Record<string, string>> = {
  configMapRef: 'ConfigMap',
  configMapKeyRef: 'ConfigMap',
  configMap: 'ConfigMap',
  secretRef: 'Secret',
  secretKeyRef: 'Secret',
  secret: 'Secret',
};

/** The ConfigMaps and Secrets without which pods do not start, as `Kind name`. */
export const requiredObjects = (manifests: Manifest[]): Set<string> =>
  new Set(ofKind(manifests, 'Deployment').flatMap(requiredIn));

/**
 * The Secrets and ConfigMaps that an operator creates, from the table in infra/deploy/k8s/README.md, as `Kind name` and
 * `Kind name KEY`.
 */
export function documentedObjects(page: string): Set<string> {
  const rows = [...page.matchAll(/^\| (Secret|ConfigMap) `([a-z-]+)`(?: \*)? \| ([^|]*) \|/gm)];
  return new Set(
    rows.flatMap(([, kind, name, keys]) => [
      `${kind} ${name}`,
      ...[...String(keys).matchAll(/`([A-Z_]+)`/g)].map(([, key]) => `${kind} ${name} ${key}`),
    ]),
  );
}

function requiredIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(requiredIn);
  if (!isTree(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const kind = references[member];
    if (kind === undefined || !isTree(inner)) return requiredIn(inner);
    return inner['optional'] === true ? [] : [`${kind} ${String(inner['name'] ?? inner['secretName'])}`];
  });
}
