import { readFileSync, readdirSync, statSync } from 'node:fs';
import { archiveOf } from './archive';
import { ignoredPaths } from './image-context';
import { archiveFile } from './tracked-files';

/**
 * The Helm chart as the archive that `helm install` reads: every file below `querent/`, with the files behind symbolic
 * links, without those of .helmignore. Helm is not needed.
 * @param chart the chart's folder
 * @param time Unix seconds
 */
export function chartPackage(chart: string, time: number): Promise<Buffer> {
  // Helm compares a pattern without a slash with the name of a file in any folder.
  const ignored = ignoredPaths(readFileSync(`${chart}/.helmignore`, 'utf8').replace(/^(?=[^#/\s])/gm, '**/'));
  const files = filesBelow(chart).filter((path) => !ignored(path));
  return archiveOf(
    files.map((path) => archiveFile(chart, path, `querent/${path}`)),
    time,
  );
}

/** Paths of all files below a folder. Unlike a recursive `readdirSync`, it follows links to folders. */
function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(`${folder}/${prefix}`).flatMap((name) => {
    const path = `${prefix}${name}`;
    return statSync(`${folder}/${path}`).isDirectory() ? filesBelow(folder, `${path}/`) : [path];
  });
}
