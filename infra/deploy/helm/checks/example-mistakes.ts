import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openCatalog } from '@querent/catalog';
import { z } from 'zod';
import { autoscalingMistakes } from '../../k8s/checks/autoscaling-mistakes';
import { hardeningMistakes } from '../../k8s/checks/hardening-mistakes';
import { referenceMistakes, type Externals } from '../../k8s/checks/reference-mistakes';
import { refusedValues, serviceEnvironments } from '../../k8s/checks/service-environments';
import { stoppingMistakes } from '../../k8s/checks/stopping-mistakes';
import { ofKind, variablesOf, workloadsOf } from '../../k8s/checks/workloads';
import type { Manifest } from '../../k8s/kustomize/manifest';
import { schemaMistakes } from '../../k8s/kustomize/schema-mistakes';

const folders = ['connections', 'models', 'samples', 'agents'];
const objectSchema = z.object({ configMap: z.string().default(''), secret: z.string().default('') });
/** The objects that a values file names and that exist before the release. */
const externalsSchema = z.object({
  secrets: z.record(
    z.string(),
    z.object({ existingSecret: z.string().default(''), keys: z.record(z.string(), z.string()).default({}) }),
  ),
  config: z.object({ existing: z.record(z.string(), objectSchema).default({}) }).default({ existing: {} }),
});

/**
 * Mistakes in the objects of an example: the same checks as those of the overlays of kustomize.
 * @param values the values of the example, with the chart's defaults
 */
export async function exampleMistakes(manifests: Manifest[], values: unknown): Promise<string[]> {
  const invalid = schemaMistakes(manifests);
  if (invalid.length > 0) return invalid;
  return [
    ...referenceMistakes(manifests, externalsOf(values)),
    ...hardeningMistakes(manifests),
    ...stoppingMistakes(manifests),
    ...autoscalingMistakes(manifests),
    ...workloadsOf(manifests).flatMap((workload) => {
      const variables = variablesOf(workload, manifests);
      return [
        ...[...variables.keys()]
          .filter((name) => !serviceEnvironments[workload.name]?.includes(name))
          .map((name) => `${workload.name} does not read the variable ${name}`),
        ...refusedValues(workload.name, variables),
      ];
    }),
    ...(await configurationMistakes(manifests)),
  ];
}

/** `Kind name`, and `Secret name KEY`, as `referenceMistakes` expects them. */
function externalsOf(values: unknown): Externals {
  const { secrets, config } = externalsSchema.parse(values);
  return new Set([
    ...Object.values(secrets).flatMap(({ existingSecret, keys }) => [
      `Secret ${existingSecret}`,
      ...Object.values(keys).map((key) => `Secret ${existingSecret} ${key}`),
    ]),
    ...Object.values(config.existing).flatMap(({ configMap, secret }) => [
      `ConfigMap ${configMap}`,
      `Secret ${secret}`,
    ]),
  ]);
}

/** Mistakes in the configuration folder that the pods see, as far as the chart creates its files. */
async function configurationMistakes(manifests: Manifest[]): Promise<string[]> {
  const root = mkdtempSync(`${tmpdir()}/querent-chart-`);
  try {
    for (const folder of ['config', ...folders]) {
      const path = folder === 'config' ? root : `${root}/${folder}`;
      mkdirSync(path, { recursive: true });
      const [object] = ofKind(manifests, 'ConfigMap').filter(({ metadata }) => metadata.name === `querent-${folder}`);
      for (const [name, text] of Object.entries((object?.['data'] ?? {}) as Record<string, string>))
        writeFileSync(`${path}/${name}`, text);
    }
    const catalog = await openCatalog(root, {
      watch: false,
      credentials: { SHOP_DATABASE_URL: 'postgres://reader@database.example/shop' },
    });
    return catalog.problems().map((problem) => `configuration: ${JSON.stringify(problem)}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
