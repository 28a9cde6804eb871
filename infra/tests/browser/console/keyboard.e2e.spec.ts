import { waitFor } from '@querent/testing';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenedBrowser } from '../open-browser';
import type { OpenedPage } from '../open-page';
import { signedInPage } from '../signed-in-page';
import { administeredWorld, leaveAdministeredWorld, type AdministeredWorld } from './administered-world';

/** Text and name of the element that has the focus. */
const focused = `(({ tagName, id, ariaLabel, textContent, labels }) =>
  tagName === 'BODY' ? '' : [id, ariaLabel ?? textContent, labels?.[0]?.textContent].join(' '))(document.activeElement)`;
const hasFocus = `document.activeElement !== null && document.activeElement !== document.body`;

/** Presses Tab until an element with this text has the focus, as a person without a mouse does. */
async function reach(page: Page, text: string): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 70; presses += 1) {
    await page.keyboard.press('Tab');
    const at = String(await page.evaluate(focused));
    if (at.includes(text)) return;
    passed.push(at.slice(0, 30));
  }
  throw new Error(`the focus does not reach ${text}, but ${passed.join(' | ')}`);
}

/** `stock` has no model file, and a new answer no rating. */
const expected = [/status of 404.*\/(model|feedback)/];

describe('the pages for administrators by the keyboard alone', () => {
  let browser: OpenedBrowser;
  let world: AdministeredWorld;
  let opened: OpenedPage;
  beforeAll(async () => {
    [browser, world] = await Promise.all([openBrowser(), administeredWorld()]);
    opened = await signedInPage(browser, world.stack, 'boss', { expected });
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await leaveAdministeredWorld();
  }, 60_000);

  it('Model: name a word for data without a model, see the impact, publish, and restore', async () => {
    const { page } = opened;
    await page.goto('/model');
    await page.getByRole('link', { name: 'Stock' }).waitFor();
    await reach(page, 'Stock');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Begin with a draft' }).waitFor();
    await reach(page, 'Begin with a draft');
    await page.keyboard.press('Enter');
    // The focus is in the file, and leaves it by Escape and Tab.
    await page.locator('.cm-editor.cm-focused').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focused)).not.toContain('drafted');
    await reach(page, 'Publish');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Impact before publishing' }).waitFor();
    await reach(page, 'Publish');
    await page.keyboard.press('Enter');
    await page.getByText(/^Published\. The new version/).waitFor();
    await waitFor(async () => String(await page.evaluate(focused)).includes('Ask a question'));
    await reach(page, 'History');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Restore the one before it' }).waitFor();
    await reach(page, 'Restore the one before it');
    await page.keyboard.press('Enter');
    // The question has the focus.
    await page.keyboard.press('Enter');
    await page.getByText('The version is in force again.').waitFor();
    await waitFor(() => page.evaluate(hasFocus));
  }, 60_000);

  it('Review: choose a filter, correct a statement, and leave it', async () => {
    const { page } = opened;
    await page.goto('/review');
    await page.locator('.review-detail').waitFor();
    await reach(page, 'Not helpful');
    await page.keyboard.press('Enter');
    await page.waitForURL(/kind=down/);
    await reach(page, 'Correct');
    await page.keyboard.press('e');
    await page.getByLabel('Statement that answers it').waitFor();
    await reach(page, 'Statement that answers it');
    await page.keyboard.insertText('x');
    await page.keyboard.press('Escape');
    await page.getByLabel('Statement that answers it').waitFor({ state: 'detached' });
  });

  it('Keys: create one for some data, and revoke it', async () => {
    const { page } = opened;
    await page.goto('/keys');
    await page.getByRole('listitem').first().waitFor();
    await reach(page, 'New key');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('by-keyboard');
    await reach(page, 'Data');
    await page.keyboard.press('ArrowDown');
    await reach(page, 'shop');
    await page.keyboard.press('Space');
    await reach(page, 'Create the key');
    await page.keyboard.press('Enter');
    await page.getByText(/^qk_/).waitFor();
    await reach(page, 'I have copied it');
    await page.keyboard.press('Enter');
    await page.getByText(/^qk_/).waitFor({ state: 'detached' });
    await waitFor(() => page.evaluate(hasFocus));
    await reach(page, 'Revoke: by-keyboard');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'by-keyboard' }).waitFor({ state: 'detached' });
    await waitFor(() => page.evaluate(hasFocus));
  });

  it('Runs, Connections and Usage: filter, open the details, read the tables again, refresh', async () => {
    const { page } = opened;
    await page.goto('/runs');
    await page.getByRole('list', { name: 'Questions, newest first' }).waitFor();
    await reach(page, 'State');
    await page.keyboard.press('f');
    await page.waitForURL(/status=failed/);
    await page.getByRole('link', { name: 'zorblax of customers' }).waitFor();
    await reach(page, 'zorblax of customers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'zorblax of customers' }).waitFor();
    await reach(page, 'Shop');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await reach(page, 'Read the tables again');
    await page.keyboard.press('Enter');
    await page.getByText('Requested. The state below follows.').waitFor();
    await page.goto('/usage');
    await page.getByRole('table').waitFor();
    await reach(page, 'Refresh');
    await page.keyboard.press('Enter');
    await reach(page, 'Usage and limits');
    await reach(page, 'Open the queues');
  });

  it('Board: pin an answer, open it, and remove it', async () => {
    const { page } = opened;
    await page.goto(`/runs/${world.answered}`);
    await page.getByRole('button', { name: 'Pinned' }).waitFor();
    await page.goto('/board');
    await page.locator('.pinned canvas').waitFor();
    await reach(page, 'More: number of customers by city');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    // It returns once the menu has disappeared.
    await waitFor(async () => String(await page.evaluate(focused)).includes('More: number of customers by city'));
    await reach(page, 'Open');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/runs\//);
    expect(await opened.findings()).toEqual([]);
  });
});
