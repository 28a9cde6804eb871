import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './k8s/kustomize/manifest';
import { renderKustomization } from './k8s/kustomize/render';
import { schemaMistakes } from './k8s/kustomize/schema-mistakes';

const overlays = ['dev', 'production'];
const folderOf = (overlay: string): string => resolve(__dirname, 'k8s/overlays', overlay);

describe.each(overlays)('the objects of the overlay “%s”', (overlay) => {
  const manifests = renderKustomization(folderOf(overlay));

  it('fit the published schemas of Kubernetes and KEDA', () => {
    expect(schemaMistakes(manifests)).toEqual([]);
  });

  (hasKubectl() ? it : it.skip)('are those that kustomize renders', () => {
    const rendered = execFileSync('kubectl', ['kustomize', folderOf(overlay)], { encoding: 'utf8' }).replaceAll(/\b(querent-[a-z-]+)-[a-z0-9]{10}$/gm, '$1');
    const expected = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);
    expect(inOrder(manifests)).toEqual(inOrder(expected));
  });
});

function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** kustomize puts what a patch adds to a list before what is there; the order of lists with names means nothing. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a.localeCompare(b)).map(([name, member]) => [name, inOrder(member)]));
}
