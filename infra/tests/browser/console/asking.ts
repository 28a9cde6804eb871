import type { Page } from 'playwright-core';
import { words, type Language } from './words';

/** The field for questions. */
export const field = (page: Page, language: Language) =>
  page.getByRole('textbox', { name: words[language].question, exact: true });

/** Opens the page for questions, when it can be asked. */
export async function openAsk(page: Page, language: Language): Promise<void> {
  await page.goto('/ask');
  await field(page, language).waitFor();
  await page.locator('.examples').waitFor();
}

/** Asks with the keyboard alone; the focus is in the field. Resolves on the page of the run. */
export async function askByKeyboard(page: Page, question: string): Promise<void> {
  const before = page.url();
  await page.keyboard.insertText(question);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.startsWith('/runs/') && url.href !== before);
}

/** The sentence of the answer, once there is one. */
export async function answerOf(page: Page): Promise<string> {
  const sentence = page.locator('.answer .sentence');
  await sentence.waitFor();
  return sentence.innerText();
}
