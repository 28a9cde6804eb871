import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1';
import { isTree, titleOf, type Manifest } from './manifest';

interface Validating {
  validate(): void;
}

/** Made from the OpenAPI documents of Kubernetes and the CRDs of KEDA; an object of another kind is a mistake. */
const models = new Map<string, new (data: never) => Validating>(
  [
    ConfigMap,
    Deployment,
    HorizontalPodAutoscaler,
    Namespace,
    NetworkPolicy,
    PodDisruptionBudget,
    ScaledObject,
    Service,
    ServiceAccount,
  ].map((model) => [`${model.apiVersion} ${model.kind}`, model as new (data: never) => Validating]),
);

/**
 * Where objects break the published schemas of their kinds: wrong types, what is missing, and members that no schema
 * has.
 */
export function schemaMistakes(manifests: Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const model = models.get(`${manifest.apiVersion} ${manifest.kind}`);
    return (
      model === undefined ? [`there is no ${manifest.apiVersion} ${manifest.kind}`] : mistakesOf(manifest, model)
    ).map((mistake) => `${titleOf(manifest)}: ${mistake}`);
  });
}

/**
 * Kubernetes' schemas let unknown members pass, so that newer ones do not fail in old clients, and a misspelt
 * `resource:` would be dropped in silence. A member that the compiled validator never looks at is one that the schema
 * does not know.
 */
function mistakesOf(manifest: Manifest, model: new (data: never) => Validating): string[] {
  const instance = new model(manifest as never);
  const seen = new Set<string>();
  const mistakes: string[] = [];
  try {
    instance.validate.call(watched(instance, '', seen));
  } catch (error) {
    mistakes.push(error instanceof Error ? error.message : String(error));
  }
  return [
    ...mistakes,
    ...pathsOf(manifest)
      .filter((path) => !seen.has(path))
      .map((path) => `${path} is unknown`),
  ];
}

/** The same value, that notes the paths of the members that are read; going through all members reads all. */
function watched<T extends object>(value: T, path: string, seen: Set<string>): T {
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof name === 'symbol' || typeof member === 'function') return member;
      seen.add(`${path}/${name}`);
      return typeof member === 'object' && member !== null ? watched(member, `${path}/${name}`, seen) : member;
    },
    ownKeys(target) {
      const names = Reflect.ownKeys(target);
      for (const name of names) seen.add(`${path}/${String(name)}`);
      return names;
    },
  });
}

function pathsOf(value: unknown, path = ''): string[] {
  if (!isTree(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${path}/${name}`, ...pathsOf(member, `${path}/${name}`)]);
}
