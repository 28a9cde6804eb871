import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { titleOf, type Manifest } from './kustomize/manifest';
import { renderKustomization } from './kustomize/render';

/**
 * Compares every overlay and prints the differences.
 * @param folder the folder of the overlays
 * @returns the exit code: 0 equal, 1 different, 2 without kubectl
 */
export function main(folder: string): number {
  const differences = readdirSync(folder).map((overlay) => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', `${folder}/${overlay}`], {
      encoding: 'utf8',
    });
    if (status !== 0) return null;
    const theirs = byTitle(
      parseAllDocuments(stdout.replaceAll(/\b(querent-[a-z-]+)-[a-z0-9]{10}$/gm, '$1')).map(
        (document) => document.toJS() as Manifest,
      ),
    );
    const ours = byTitle(renderKustomization(`${folder}/${overlay}`));
    const different = [...new Set([...theirs.keys(), ...ours.keys()])].filter(
      (title) => !isDeepStrictEqual(theirs.get(title), ours.get(title)),
    );
    process.stdout.write(
      `${overlay}: ${ours.size} objects, ${different.length === 0 ? 'all equal' : `different: ${different.join(', ')}`}${stderr === '' ? '' : `\n${stderr.trim()}`}\n`,
    );
    return different.length;
  });
  if (!differences.includes(null)) return differences.every((count) => count === 0) ? 0 : 1;
  process.stderr.write(
    'kubectl is missing, or this command fails: kubectl kustomize infra/deploy/k8s/overlays/production\n',
  );
  return 2;
}

const byTitle = (manifests: Manifest[]): Map<string, unknown> =>
  new Map(manifests.map((manifest) => [titleOf(manifest), inOrder(manifest)]));

/** Sorted lists and members: kustomize inserts the entries of a patch before the existing ones, we append them. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(inOrder).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, member]) => [name, inOrder(member)]),
  );
}
