import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { PodMonitor, PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service, ServiceAccount } from 'kubernetes-models/v1';
import { isTree, titleOf, type Manifest } from './manifest';

interface Validating {
  validate(): void;
}

/**
 * Classes generated from the OpenAPI documents of Kubernetes and the CRDs of KEDA, the Gateway API and the Prometheus
 * operator. An object of another kind is a mistake.
 */
const models = new Map<string, new (data: never) => Validating>(
  [
    ConfigMap,
    CronJob,
    Deployment,
    HTTPRoute,
    HorizontalPodAutoscaler,
    Ingress,
    Namespace,
    NetworkPolicy,
    PodDisruptionBudget,
    PodMonitor,
    PrometheusRule,
    ScaledObject,
    Service,
    ServiceAccount,
  ].map((model) => [`${model.apiVersion} ${model.kind}`, model as new (data: never) => Validating]),
);

/**
 * Violations of the published schemas: wrong types, missing members, and members that the schema does not define.
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
 * Kubernetes' schemas accept unknown members, so that old clients accept newer objects. A misspelt `resource:` would be
 * dropped silently. We therefore report each member that the compiled validator never reads: the schema does not define
 * it.
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

/** A proxy that records the paths of the members that are read. Listing the members counts as reading all of them. */
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
