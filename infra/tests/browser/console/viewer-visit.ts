import type { Page } from 'playwright-core';
import { addressOf } from '../../../../apps/console/src/pages';
import { keptByBrowser, type KeptByBrowser } from '../kept-by-browser';
import { words, type Language } from './words';

/** What a visit has left to be searched, by the part of the browser that it comes from. */
export interface Visited {
  documents: string[];
  titles: string[];
  saved: string[];
  kept: KeptByBrowser;
}

export interface Visit {
  locale: Language;
  /** Texts to type one after the other, for previews and completions. */
  typed: readonly string[];
  /** Runs that are opened by their addresses. */
  runs: readonly string[];
  /** A run that waits for a reply; null: none. */
  waiting: string | null;
  /** A run of the user that has rows and a chart. */
  charted: string;
  /** Every other address, opened at the end. */
  further: readonly string[];
  /** Resolves when the page awaits no response. */
  settled: () => Promise<void>;
}

/** Does in a browser what a user can do, and returns everything that can be read there. */
export async function visit(page: Page, plan: Visit): Promise<Visited> {
  const name = words[plan.locale];
  const found: Omit<Visited, 'kept'> = { documents: [], titles: [], saved: [] };
  const field = page.getByRole('textbox', { name: name.question, exact: true });
  const button = (label: string | RegExp) => page.getByRole('button', { name: label, exact: true }).first();
  /** Goes to an address as a link of the page does. */
  const open = async (address: string): Promise<void> => {
    const drawn = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)}); ${drawn}`);
  };
  const read = async (): Promise<void> => {
    await page.locator('h1, .question-box, .notice').first().waitFor();
    await plan.settled();
    found.documents.push(await page.content(), await page.locator('body').innerText());
    found.titles.push(await page.title());
  };
  const save = async (label: RegExp): Promise<void> => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(label).click()]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    found.saved.push(download.suggestedFilename(), bytes.toString('latin1'), bytes.toString('utf8'));
  };

  await page.goto(addressOf('ask', {}));
  await page.locator('.welcome').waitFor();
  for (const text of plan.typed) {
    await field.fill('');
    await field.pressSequentially(text);
    await plan.settled();
    await field.press('ArrowDown');
    await read();
    await field.press('Escape');
  }
  for (const id of plan.runs) {
    await open(addressOf('run', { id }));
    await read();
  }
  if (plan.waiting !== null) {
    await page.goto(addressOf('run', { id: plan.waiting }));
    await page.locator('.clarification').getByRole('button').first().click();
    await page.locator('.clarification').waitFor({ state: 'detached' });
    await read();
  }
  await page.goto(addressOf('run', { id: plan.charted }));
  await page.locator('.chart canvas').waitFor();
  await page.locator('.chart').hover();
  await save(/CSV/);
  await save(/PNG/);
  for (const form of [name.table, 'SQL']) {
    if ((await button(form).count()) === 0) continue;
    await button(form).click();
    await read();
  }
  await button(name.pin).click();
  await button(name.pinned).waitFor();
  await button(name.share).click();
  await page.locator('.shared').waitFor();
  await button(name.no).click();
  await page.getByRole('textbox', { name: name.why }).fill('wrong');
  await button(name.send).click();
  await page.getByText(name.thanks).waitFor();
  await read();
  await page.goto(addressOf('board', {}));
  await page.locator('.pinned .chart canvas').first().waitFor();
  await read();
  for (const address of plan.further) {
    await open(address);
    await read();
  }
  return { ...found, kept: await keptByBrowser(page) };
}
