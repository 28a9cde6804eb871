import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../../k8s/kustomize/manifest';

/** The release of all checks. Its namespace is that of the production overlay, which the chart is compared with. */
const release = ['querent', '--namespace', 'querent', '--kube-version', '1.33.0'];

/** Either the text that helm printed, or the message with which it refused. */
export type Answer = { text: string } | { refusal: string };

/** @param files values files; the later ones win */
export function renderChart(helm: string, chart: string, files: string[], values = ''): Answer {
  return call(helm, ['template', ...release, chart, ...files.flatMap((file) => ['-f', file]), '-f', '-'], values);
}

export function lintChart(helm: string, chart: string, file: string): Answer {
  return call(helm, ['lint', '--strict', '--quiet', ...release.slice(1), chart, '-f', file], '');
}

/** @throws if helm refuses the values */
export function objectsOf(answer: Answer): Manifest[] {
  if ('refusal' in answer) throw new Error(answer.refusal);
  return parseAllDocuments(answer.text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

function call(helm: string, args: string[], input: string): Answer {
  const { status, stdout, stderr, error } = spawnSync(helm, args, { encoding: 'utf8', input });
  if (error) throw error;
  // helm prints a line for each symbolic link that it follows.
  const message = `${stderr}${stdout}`.replace(/^walk\.go:.*\n/gm, '').trim();
  return status === 0 ? { text: stdout } : { refusal: message };
}
