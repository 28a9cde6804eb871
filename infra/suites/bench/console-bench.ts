import { startChromium } from '@querent/testing';
import { chromium, type Page } from 'playwright-core';
import { demoQuestions } from '../../demo/judge/demo-questions';
import { fixed, median, quantile } from './statistics';

const LOADS = 7;
const TYPED = 40;
const ROUNDS = 5;

/**
 * Measures the page for questions in a headless Chromium: the time until a question can be typed, with an empty cache;
 * from the last key of a question to the frame that shows its reading; and from an interaction to its next frame
 * (Event Timing, which counts in steps of 8 ms).
 */
export async function benchConsole(gatewayUrl: string): Promise<void> {
  const server = await startChromium();
  const browser = await chromium.connect(server.url);
  try {
    await prepared(gatewayUrl);
    const loads: { ms: number; bytes: number }[] = [];
    for (let n = 0; n < LOADS; n++) loads.push(await onPage(firstLoad));
    const typed = await onPage(typedPreviews);
    const interactions = await onPage(interactionTimes);
    const times = loads.map(({ ms }) => ms);
    console.log(`\nThe page for questions in Chromium ${browser.version()}, on loopback`);
    console.log(
      `  first load with an empty cache: ${fixed(median(loads.map(({ bytes }) => bytes)) / 1_000, 0)} kB as sent; ` +
        `usable after ${fixed(median(times), 0)} ms (median of ${LOADS})`,
    );
    console.log(
      `  from the last key to the shown reading, ${typed.length} questions: p50 ${fixed(median(typed), 0)} ms   ` +
        `p95 ${fixed(quantile(typed, 0.95), 0)} ms (aim: ≤ 60)`,
    );
    console.log(
      `  from an interaction to its next frame, ${interactions.length} of them: p50 ${fixed(median(interactions), 0)} ms   ` +
        `p95 ${fixed(quantile(interactions, 0.95), 0)} ms   longest ${fixed(Math.max(...interactions), 0)} ms (aim: ≤ 100)`,
    );
  } finally {
    await browser.close();
    await server.stop();
  }

  /** Runs `measure` on a page of a new user, whose cache is empty. */
  async function onPage<T>(measure: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ baseURL: gatewayUrl, locale: 'en-US' });
    try {
      const page = await context.newPage();
      const headers = { origin: new URL(gatewayUrl).origin };
      await page.request.post('/v1/session', { data: { key: 'demo' }, headers });
      return await measure(page);
    } finally {
      await context.close();
    }
  }
}

/** Waits until the demo's connections can be asked, and their first previews are over. */
async function prepared(gatewayUrl: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${gatewayUrl}/v1/preview`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo', 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'revenue by city', connection: 'commerce' }),
      signal: AbortSignal.timeout(60_000),
    });
    if (response.status === 200) return;
    if (response.status !== 503) throw new Error(`A preview answered ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Question', exact: true });

async function firstLoad(page: Page): Promise<{ ms: number; bytes: number }> {
  const started = performance.now();
  await page.goto('/ask', { waitUntil: 'commit' });
  await field(page).waitFor();
  const ms = performance.now() - started;
  await page.waitForLoadState('load');
  const sizes = await page.evaluate(
    `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
      .filter(({ name }) => !name.includes('/v1/')).map(({ encodedBodySize }) => encodedBodySize)`,
  );
  return { ms, bytes: (sizes as number[]).reduce((sum, size) => sum + size, 0) };
}

/** Milliseconds from the last key of each question to the frame with its reading. */
async function typedPreviews(page: Page): Promise<number[]> {
  const questions = demoQuestions<{ question: string; connection: string }>('gold')
    .filter(({ connection }) => connection === 'commerce')
    .map(({ question }) => question)
    .filter((question) => /[a-z]$/.test(question))
    .slice(0, TYPED);
  await page.goto('/ask');
  await page.locator('.examples').waitFor();
  const latencies: number[] = [];
  for (const question of questions) {
    await field(page).fill(question.slice(0, -1));
    await page.waitForTimeout(400);
    await page.evaluate(AWAIT_READING);
    await page.keyboard.press(question.slice(-1));
    latencies.push(Number(await page.evaluate('window.readingShown')));
  }
  return latencies;
}

/** Sets a promise of the time from the next key to the frame in which the reading belongs to the typed text. */
const AWAIT_READING = `
  window.readingShown = new Promise((resolve) => {
    const box = document.querySelector('.question-box');
    box.addEventListener('keydown', () => {
      const pressed = performance.now();
      const observer = new MutationObserver(() => {
        if (box.dataset.read !== 'true') return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - pressed));
      });
      // The attribute is true for the text before the key, so it changes twice.
      observer.observe(box, { attributes: true, attributeFilter: ['data-read'] });
    }, { once: true });
  }); undefined`;

/** Durations of interactions with an answer: other forms, menus, lists and the language. */
async function interactionTimes(page: Page): Promise<number[]> {
  await page.addInitScript(`
    window.interactions = [];
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId > 0) window.interactions.push([interactionId, duration]);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });`);
  await page.goto('/ask');
  await field(page).fill('revenue by city this year');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.locator('.chart canvas').waitFor();
  let count = 0;
  const press = async (name: RegExp): Promise<void> => {
    count += 1;
    await page.getByRole('button', { name }).first().click();
  };
  for (let round = 0; round < ROUNDS; round++) {
    await press(/^Table$/);
    await press(/^SQL$/);
    await press(/^Chart$/);
    await press(/steps/);
    await press(/^Language and colours$/);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await press(/^Data/);
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await field(page).fill('');
    await page.keyboard.type('orders');
    count += 8;
  }
  await page.waitForTimeout(500);
  const seen = (await page.evaluate('window.interactions')) as [id: number, duration: number][];
  const longest = new Map<number, number>();
  for (const [id, duration] of seen) longest.set(id, Math.max(longest.get(id) ?? 0, duration));
  // Shorter ones than 16 ms are not reported.
  const fast = Math.max(0, count - longest.size);
  return [...longest.values(), ...Array.from({ length: fast }, () => 16)];
}
