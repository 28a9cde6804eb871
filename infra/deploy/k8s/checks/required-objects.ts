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

function requiredIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(requiredIn);
  if (!isTree(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => {
    const kind = references[member];
    if (kind === undefined || !isTree(inner)) return requiredIn(inner);
    return inner['optional'] === true ? [] : [`${kind} ${String(inner['name'] ?? inner['secretName'])}`];
  });
}
