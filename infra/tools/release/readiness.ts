import { existsSync, readFileSync } from 'node:fs';
import { upgradeTable } from '../../suites/upgrade/upgrade-table';
import { git } from './tracked-files';

/** The section of a version in CHANGELOG.md, without its heading; undefined without a heading that has a date. */
export function changelogSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find(
    (section) => /^\[([^\]]+)\] - \d{4}-\d{2}-\d{2}$/m.exec(section.split('\n')[0] ?? '')?.[1] === version,
  );
  return found
    ?.slice(found.indexOf('\n') + 1)
    .replace(/^\[[^\]]+\]: .*$/gm, '')
    .trim();
}

/** The reasons against a release of this checkout, each a sentence with the remedy. */
export function missingForRelease(root: string, version: string): string[] {
  const changes = git(root, 'status', '--porcelain').split('\n').filter(Boolean);
  const row = upgradeTable(root).find((one) => one.version === version);
  const record = `libs/contracts/src/fixtures/${version}.json`;
  const section = changelogSection(readFileSync(`${root}/CHANGELOG.md`, 'utf8'), version);
  return [
    ...(changes.length > 0 ? [`The checkout has ${changes.length} uncommitted files; commit or remove them.`] : []),
    ...(section ? [] : [`CHANGELOG.md has no section “## [${version}] - <date>”, or it is empty.`]),
    ...(row ? [] : [`infra/docs/operate/upgrade.md has no row for ${version}.`]),
    ...(existsSync(`${root}/${record}`) ? [] : [`${record} does not exist; run npm run contracts and commit it.`]),
    ...(git(root, 'tag', '--list', `v${version}`) ? [`The tag v${version} exists; raise the version.`] : []),
  ];
}
