import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { renderKustomization } from '../k8s/kustomize/render';
import { ofKind } from '../k8s/checks/workloads';
import type { Manifest, Tree } from '../k8s/kustomize/manifest';
import { chartPackage } from '../../tools/release/chart-package';
import { exampleMistakes } from './checks/example-mistakes';
import { differencesFromKustomize } from './checks/kustomize-differences';
import { mergedValues } from './checks/merged-values';
import { writeSchemas } from './checks/openapi-schemas';
import { refusals } from './checks/refusals';
import { lintChart, objectsOf, renderChart } from './checks/render';

/** Paths of the programs; a member is missing if the program cannot be had. `openApi` belongs to kubeconform. */
interface Tools {
  helm?: string;
  kubeconform?: string;
  openApi?: string;
}

/** Kinds of custom resources: the schemas of their packages check them. */
const customKinds = 'ScaledObject,HTTPRoute,PodMonitor,PrometheusRule';

/**
 * Renders every example with helm and prints the mistakes.
 * @param folder infra/deploy/helm
 * @returns the exit code: 0 without mistakes, or without helm; 1 with mistakes
 */
export async function main(folder: string, { helm, kubeconform, openApi }: Tools): Promise<number> {
  if (helm === undefined) {
    print('not rendered: helm is missing, and Go to build it. The specs have checked the values and their schema.');
    return 0;
  }
  const chart = `${folder}/querent`;
  const conforms = kubeconform && openApi ? conformanceCheck(kubeconform, openApi) : undefined;
  if (conforms === undefined) print('kubeconform is missing: only the schemas of the npm packages are checked');
  const mistakes: string[] = [];
  for (const name of readdirSync(`${folder}/examples`)) {
    const file = `${folder}/examples/${name}`;
    const answer = renderChart(helm, chart, [file]);
    const manifests = objectsOf(answer);
    const lint = lintChart(helm, chart, file);
    const found = [
      ...('refusal' in lint ? [`helm lint: ${lint.refusal}`] : []),
      ...(await exampleMistakes(manifests, valuesOf(chart, file))),
      ...(conforms?.check('text' in answer ? answer.text : '') ?? []),
    ];
    print(`${name}: ${manifests.length} objects, ${found.length} mistakes`);
    mistakes.push(...found.map((mistake) => `${name}: ${mistake}`));
  }
  conforms?.close();
  mistakes.push(...compared(helm, folder), ...acceptedMistakes(helm, folder));
  mistakes.push(...backupMistakes(helm, folder), ...(await packedMistakes(helm, folder)));
  for (const mistake of mistakes) print(mistake);
  return mistakes.length === 0 ? 0 : 1;
}

function compared(helm: string, folder: string): string[] {
  const files = [`${folder}/examples/managed.yaml`, `${folder}/checks/overlay-peers.yaml`];
  const ours: Manifest[] = objectsOf(renderChart(helm, `${folder}/querent`, files));
  const found = differencesFromKustomize(ours, renderKustomization(`${folder}/../k8s/overlays/production`));
  print(`managed.yaml and the production overlay of kustomize: ${found.length} differences`);
  return found;
}

/**
 * Differences of the CronJob of backups from that of kustomize, apart from names of images and labels. What the chart
 * takes from its values is an optional key of a Secret for kustomize, so of these variables the names are compared.
 */
function backupMistakes(helm: string, folder: string): string[] {
  const values = `
backup: { enabled: true, existingClaim: querent-backups, redis: { existingSecret: querent-backup-redis } }
secrets:
  redisTls:
    existingSecret: querent-redis-tls
    keys: { REDIS_TLS_CA: ca.crt, REDIS_TLS_CERT: tls.crt, REDIS_TLS_KEY: tls.key }
settings: { QUEUE_PREFIX: querent }
image: { pullSecrets: [] }
pods: { nodeSelector: null, tolerations: [] }`;
  const ours = objectsOf(renderChart(helm, `${folder}/querent`, [`${folder}/examples/fixed-size.yaml`], values));
  const comparable = (manifests: Manifest[]): unknown =>
    JSON.parse(JSON.stringify(ofKind(manifests, 'CronJob').map(({ spec }) => spec)), (name, value: unknown) => {
      if (name === 'env')
        return (value as Tree[]).map((variable) => (isOptional(variable) ? variable['name'] : variable));
      return ['image', 'labels', 'optional'].includes(name) ? undefined : value;
    });
  const theirs = renderKustomization(`${folder}/../k8s/backup`);
  if (isDeepStrictEqual(comparable(ours), comparable(theirs))) return [];
  return ['the CronJob of backups differs from that of kustomize'];
}

/** Whether a variable of the CronJob of backups may be missing. */
const isOptional = ({ name }: Tree): boolean => name !== 'REDIS_URL';

/** Differences between the chart's folder and its package, by what helm makes of them. */
async function packedMistakes(helm: string, folder: string): Promise<string[]> {
  const target = mkdtempSync(`${tmpdir()}/querent-chart-`);
  const file = `${folder}/examples/managed.yaml`;
  try {
    const packed = `${target}/querent.tgz`;
    writeFileSync(packed, await chartPackage(`${folder}/querent`, 0));
    const lint = lintChart(helm, packed, file);
    const [ours, theirs] = [packed, `${folder}/querent`].map((chart) => renderChart(helm, chart, [file]));
    return [
      ...('refusal' in lint ? [`helm lint of the packed chart: ${lint.refusal}`] : []),
      ...(isDeepStrictEqual(ours, theirs) ? [] : ['the packed chart renders other objects than its folder']),
    ];
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

/** Values that the chart accepts although they are wrong, or refuses without the expected sentence. */
function acceptedMistakes(helm: string, folder: string): string[] {
  const found = refusals.flatMap(([values, sentence]) => {
    const answer = renderChart(helm, `${folder}/querent`, [`${folder}/examples/fixed-size.yaml`], values);
    if ('text' in answer) return [`the chart accepts ${values}`];
    return sentence.test(answer.refusal) ? [] : [`the chart refuses ${values} with: ${answer.refusal}`];
  });
  print(`${refusals.length} wrong values, ${refusals.length - found.length} refused with a clear sentence`);
  return found;
}

function conformanceCheck(kubeconform: string, openApi: string): { check(text: string): string[]; close(): void } {
  const schemas = mkdtempSync(`${tmpdir()}/querent-schemas-`);
  writeSchemas(JSON.parse(readFileSync(openApi, 'utf8')), schemas);
  const location = `${schemas}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
  return {
    check(text) {
      const args = ['-strict', '-summary', '-skip', customKinds, '-schema-location', location];
      const { status, stdout, stderr } = spawnSync(kubeconform, args, { encoding: 'utf8', input: text });
      if (status === 0) {
        print(`kubeconform: ${stdout.trim()}`);
        return [];
      }
      return `${stdout}${stderr}`
        .trim()
        .split('\n')
        .map((line) => `kubeconform: ${line}`);
    },
    close: () => rmSync(schemas, { recursive: true, force: true }),
  };
}

/** The chart's defaults with an example over them, as helm merges them. */
function valuesOf(chart: string, file: string): unknown {
  const read = (path: string): Tree => parse(readFileSync(path, 'utf8')) as Tree;
  return mergedValues(read(`${chart}/values.yaml`), read(file));
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
