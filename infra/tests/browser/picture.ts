import { join } from 'node:path';
import { repositoryRoot } from '@querent/testing';
import type { Page } from 'playwright-core';

/**
 * With `PICTURES=1`, writes the whole page to `.querent/pictures/<name>.png`; without, does nothing.
 * @param name may contain folders, e.g. `ask/zh-dark-360`
 */
export async function picture(page: Page, name: string, wanted = process.env['PICTURES'] === '1'): Promise<void> {
  if (!wanted) return;
  const path = join(repositoryRoot(), '.querent/pictures', `${name}.png`);
  // Playwright creates the folder.
  await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'hide' });
}
