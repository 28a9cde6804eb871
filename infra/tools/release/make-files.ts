import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { archiveOf } from './archive';
import { billOfMaterials } from './bill-of-materials';
import { chartPackage } from './chart-package';
import { imageContext } from './image-context';
import { lockFileSchema } from './locked-packages';
import { releaseTime, trackedFiles } from './tracked-files';

/** Names of the files of a release, without SHA256SUMS. */
export const releaseFiles = (version: string) => ({
  image: `querent-${version}-image-context.tar.gz`,
  chart: `querent-${version}.tgz`,
  client: `querent-client-${version}.tgz`,
  materials: `querent-${version}.cdx.json`,
});

/**
 * Makes the files of a release in dist/release, from the tracked files.
 * @returns the names and sizes of the files, in bytes
 */
export async function makeFiles(root: string, version: string): Promise<{ name: string; bytes: number }[]> {
  const time = releaseTime(root);
  const names = releaseFiles(version);
  const { packages } = lockFileSchema.parse(JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')));
  const contents: Record<string, Buffer> = {
    [names.image]: await archiveOf(imageContext(root, trackedFiles(root)), time),
    [names.chart]: await chartPackage(`${root}/infra/deploy/helm/querent`, time),
    [names.client]: clientPackage(root),
    [names.materials]: Buffer.from(`${JSON.stringify(billOfMaterials(packages, time), null, 2)}\n`),
  };
  const sums = Object.keys(contents)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(contents[name] ?? '')
          .digest('hex')}  ${name}\n`,
    );
  contents['SHA256SUMS'] = Buffer.from(sums.join(''));
  const folder = `${root}/dist/release`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(contents)) writeFileSync(`${folder}/${name}`, content);
  return Object.entries(contents).map(([name, { length }]) => ({ name, bytes: length }));
}

/** The package that `npm run client` makes. */
function clientPackage(root: string): Buffer {
  const { status, stdout } = spawnSync(process.execPath, [`${root}/infra/tools/client/pack-client.mjs`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('The client was not packed; see the output above.');
  return readFileSync(stdout.trim().split('\n').at(-1) ?? '');
}
