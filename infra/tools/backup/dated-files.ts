import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const MARK = '{time}';

/** The path of a new file: `{time}` becomes the time in UTC, `20261129T154500Z`. */
export function datedFile(template: string, now = new Date()): string {
  return template.replace(MARK, now.toISOString().replace(/[-:]|\.\d+/g, ''));
}

/**
 * Removes all but the newest files of a template. Other files of the folder are not touched.
 * @returns the removed paths
 * @throws if the name has no `{time}`
 */
export function removeOld(template: string, keep: number): string[] {
  const [before, after] = basename(template).split(MARK);
  if (before === undefined || after === undefined) throw new Error(`--keep needs ${MARK} in the name of the file.`);
  const folder = dirname(template);
  const dated = readdirSync(folder).filter(
    (name) =>
      name.startsWith(before) &&
      name.endsWith(after) &&
      /^\d{8}T\d{6}Z$/.test(name.slice(before.length, name.length - after.length)),
  );
  const old = dated
    .sort()
    .slice(0, -keep)
    .map((name) => join(folder, name));
  for (const path of old) rmSync(path);
  return old;
}
