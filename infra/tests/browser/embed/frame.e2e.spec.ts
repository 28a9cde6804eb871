import { waitFor } from '@querent/testing';
import type { FrameLocator, Page } from 'playwright-core';
import { axeViolations } from '../axe-violations';
import { languages, questions, words, type Language } from '../console/words';
import { picture } from '../picture';
import { elementWords } from './element-words';
import { shownStyle, openEmbedding, type Embedding } from './embedding';

type Message = { type: string } & Record<string, unknown>;

describe('the frame for pages of others', () => {
  let embedding: Embedding;
  beforeAll(async () => {
    embedding = await openEmbedding();
  }, 120_000);
  afterAll(() => embedding?.leave());

  const seen = (page: Page): Promise<Message[]> => page.evaluate('window.seen');
  const typesOf = async (page: Page): Promise<string[]> => (await seen(page)).map(({ type }) => type);
  const field = (frame: FrameLocator, locale: Language) =>
    frame.getByRole('textbox', { name: words[locale].question, exact: true });

  it.each(languages)(
    'asks its page for a token, answers, and reports its height and the answer (%s)',
    async (locale) => {
      const { page, findings, close } = await embedding.open({ locale });
      await page.goto(`/frame?connection=commerce&locale=${locale}&theme=light`);
      const frame = page.frameLocator('iframe');
      await frame.locator('.examples').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `embed/frame-start-${locale}`);
      expect(await typesOf(page)).toContain('querent:token-needed');
      await field(frame, locale).click();
      await page.keyboard.insertText(questions[locale].planned);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await frame.locator('.chart canvas').waitFor();
      await waitFor(async () => (await typesOf(page)).includes('querent:answer'));
      const answers = (await seen(page)).filter(({ type }) => type === 'querent:answer');
      expect(answers).toEqual([
        { type: 'querent:answer', runId: expect.any(String), status: 'succeeded', question: questions[locale].planned },
      ]);
      // The page gives the frame its height, and nothing scrolls within it.
      const fits = `document.documentElement.scrollHeight <= innerHeight`;
      await waitFor(() => page.frames()[1]?.evaluate(fits));
      const heights = (await seen(page)).filter(({ type }) => type === 'querent:height').map(({ height }) => height);
      expect(Number(heights.at(-1))).toBeGreaterThan(Number(heights[0]));
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, `embed/frame-${locale}`);
      expect(await findings()).toEqual([]);
      await close();
    },
  );

  it('takes variables from its page, and ignores what it does not understand', async () => {
    const { page, findings, close } = await embedding.open();
    await page.goto('/frame?connection=commerce&locale=en&theme=dark');
    const frame = page.frameLocator('iframe');
    await frame.locator('.examples').waitFor();
    const garbage = [
      null,
      7,
      'querent:token',
      [],
      {},
      { type: 'querent:variables' },
      { type: 'querent:variables', variables: [['--querent-main', 'red']] },
      { type: 'querent:variables', variables: { '--main': 'red', display: 'none', '--querent-main': 7 } },
      { type: 'querent:token', token: { toString: 'x' } },
      { type: 'querent:token', token: 'unasked' },
      { type: 'querent:close' },
    ];
    for (const message of garbage) await page.evaluate(`window.send(${JSON.stringify(message)})`);
    const element = frame.locator('querent-ask');
    const styleOf = (): Promise<string | null> => element.getAttribute('style');
    await page.evaluate(
      `window.send({ type: 'querent:variables', variables: { '--querent-main': 'rgb(1, 200, 3)', color: 'red' } })`,
    );
    await waitFor(async () => (await styleOf()) === '--querent-main: rgb(1, 200, 3);');
    const submit = frame.locator('.field').getByRole('button');
    // After its transition.
    await waitFor(async () => (await shownStyle(submit, 'backgroundColor')) === 'rgb(1, 200, 3)');
    await field(frame, 'en').fill(questions.en.planned);
    await submit.click();
    await frame.locator('.sentence').waitFor();
    await picture(page, 'embed/frame-dark');
    expect(await findings()).toEqual([]);
    await close();
  });

  it('ignores windows other than its page, and offers another try if no token comes', async () => {
    const { page, findings, close } = await embedding.open();
    await page.addInitScript(`window.isSilent = true`);
    await page.goto('/frame?connection=commerce&locale=en');
    const frame = page.frameLocator('iframe');
    await waitFor(async () => (await typesOf(page)).includes('querent:token-needed'));
    // Its own window, and another frame of the page, send what the page would.
    await page
      .frames()[1]
      ?.evaluate(`window.postMessage({ type: 'querent:variables', variables: { '--querent-main': 'red' } }, '*')`);
    await page.frames()[1]?.evaluate(`window.postMessage({ type: 'querent:token', token: 'not the page' }, '*')`);
    await frame.getByText(elementWords.en.failed).waitFor({ timeout: 25_000 });
    expect(await page.frames()[1]?.locator('querent-ask').getAttribute('style')).toBeNull();
    expect(await typesOf(page)).toContain('querent:error');
    await page.evaluate('window.isSilent = false');
    await frame.getByRole('button', { name: words.en.tryAgain }).click();
    await frame.locator('.examples').waitFor();
    expect(await findings()).toEqual([]);
    await close();
  }, 60_000);

  it('is shown in pages of the listed origins alone', async () => {
    const { page, close } = await embedding.open({ expected: [/./] });
    const other = embedding.host.url.replace('localhost', '127.0.0.1');
    await page.goto(`${other}/frame?connection=commerce`);
    await waitFor(() => page.frames()[1]?.url().startsWith('chrome-error:'));
    await close();
  });
});
