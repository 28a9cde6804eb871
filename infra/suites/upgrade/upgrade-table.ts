import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of the table “Versions” in upgrade.md. */
interface UpgradeRow {
  version: string;
  /** Versions that may be upgraded to this one while both run. */
  from: string[];
}

/**
 * The versions that infra/docs/operate/upgrade.md lists.
 * @throws if the page has no such table, or a cell that is not read
 */
export function upgradeTable(root = join(__dirname, '../../..')): UpgradeRow[] {
  const page = readFileSync(join(root, 'infra/docs/operate/upgrade.md'), 'utf8');
  const [, table = ''] =
    /^## Versions\n(?:(?!#|\|).*\n)*\| version \| upgrade from \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = table.split('\n').filter(Boolean);
  if (rows.length === 0) throw new Error('infra/docs/operate/upgrade.md has no table of versions.');
  return rows.map((row) => {
    const [, version = '', from = ''] = row.split('|').map((cell) => cell.trim());
    const versions = from === '–' ? [] : from.split(', ');
    const wrong = [version, ...versions].filter((one) => !/^\d+\.\d+\.\d+$/.test(one));
    if (wrong.length > 0) throw new Error(`infra/docs/operate/upgrade.md names no version in: ${row}`);
    return { version, from: versions };
  });
}
