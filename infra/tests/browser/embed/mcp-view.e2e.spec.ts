import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { repositoryRoot, waitFor } from '@querent/testing';
import { build } from 'esbuild';
import { axeViolations } from '../axe-violations';
import { languages, questions, words } from '../console/words';
import { picture } from '../picture';
import { shownStyle, openEmbedding, type Embedding } from './embedding';

/** Of a host for views that declare no addresses (SEP-1865): all that a document needs is in it. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";
const pagePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; frame-src 'self'";
const pageHtml =
  `<!doctype html><html lang="en"><head><title>A host</title><link rel="stylesheet" href="/style.css">` +
  `<script type="module" src="/mcp-host.js"></script></head><body><main><h1>A host</h1>` +
  `<iframe title="Answer" sandbox="allow-scripts"></iframe></main></body></html>`;
const variables = {
  '--color-background-primary': '#fffaf0',
  '--color-text-primary': '#2b1d0e',
  '--color-text-secondary': '#5e4a33',
  '--font-sans': 'Georgia, serif',
};

/** The tools that the view has called. On a slow machine a run is also read again before it ends. */
const CALLED = "window.called.filter((name) => name !== 'get_run')";

describe('the view of an answer in an MCP host', () => {
  let embedding: Embedding;
  let client: Client;
  beforeAll(async () => {
    embedding = await openEmbedding();
    const { host, stack } = embedding;
    client = new Client(
      { name: 'host', version: '1' },
      { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } } },
    );
    const headers = { authorization: 'Bearer viewer' };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', stack.url), { requestInit: { headers } }));
    const { contents } = await client.readResource({ uri: 'ui://querent/answer' });
    const { outputFiles } = await build({
      absWorkingDir: repositoryRoot(),
      entryPoints: ['infra/tests/browser/embed/mcp-host.ts'],
      // The policy of the page forbids what it prevents.
      inject: ['apps/console/src/mcp-view/without-compiling.ts'],
      bundle: true,
      write: false,
      format: 'esm',
      logLevel: 'error',
    });
    const view = contents[0] as unknown as { text: string };
    host.files.set('/view.html', { type: 'text/html', text: view.text, policy });
    host.files.set('/mcp', { type: 'text/html', text: pageHtml, policy: pagePolicy });
    host.files.set('/mcp-host.js', { type: 'text/javascript', text: outputFiles[0]?.text ?? '' });
    host.callTool = (call) => client.callTool(call);
  }, 120_000);
  afterAll(async () => {
    await client?.close();
    await embedding?.leave();
  });

  const opened = async (input: object, context: object, tool = 'ask') => {
    const page = await embedding.open();
    await page.page.goto('/mcp');
    await page.page.evaluate(
      `window.open(${JSON.stringify(tool)}, ${JSON.stringify(input)}, ${JSON.stringify(context)})`,
    );
    return { ...page, view: page.page.frameLocator('iframe') };
  };

  it.each(languages)('shows the answer, and asks a follow-up through the host (%s)', async (locale) => {
    const tag = locale === 'zh' ? 'zh-CN' : 'en-GB';
    const { page, view, findings, close } = await opened(
      { question: questions[locale].planned, connection: 'commerce', conversation_id: 'c1' },
      { theme: 'light', locale: tag, styles: { variables } },
    );
    await view.locator('.chart canvas').waitFor();
    expect(await view.locator('.sentence').innerText()).toMatch(/2025/);
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, `embed/view-${locale}`);
    expect(await shownStyle(view.locator('body'), 'color')).toBe('rgb(43, 29, 14)');
    // The host has the conversation, and the files are not the view's to give.
    expect(await view.getByRole('textbox').count()).toBe(0);
    expect(await view.getByRole('button', { name: 'CSV' }).count()).toBe(0);
    await view.getByRole('button', { name: words[locale].table }).click();
    await view.getByRole('table').waitFor();
    const followUp = view.locator('.follow-ups').getByRole('button').first();
    const question = await followUp.innerText();
    await followUp.click();
    await view.getByRole('heading', { name: question }).waitFor();
    await view.locator('.sentence').waitFor();
    await waitFor(() => page.evaluate('window.contexts.length === 1'));
    expect(JSON.stringify(await page.evaluate('window.contexts'))).toContain(question);
    expect(await page.evaluate(CALLED)).toEqual(['ask', 'ask']);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('replies to a clarification, rates, and follows the theme of the host', async () => {
    const { page, view, findings, close } = await opened(
      { question: questions.en.unclear, connection: 'commerce' },
      { theme: 'dark', locale: 'en' },
    );
    await view.locator('.clarification').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await picture(page, 'embed/view-pause-dark');
    await view
      .locator('.clarification')
      .getByRole('button', { name: /leave out/i })
      .click();
    await view.locator('.sentence').waitFor();
    await page.evaluate(`window.change({ theme: 'light', locale: 'zh' })`);
    await view.getByRole('button', { name: words.zh.table }).waitFor();
    expect(await view.locator('html').getAttribute('data-theme')).toBe('light');
    expect(await axeViolations(page)).toEqual([]);
    await view.getByRole('button', { name: words.zh.no }).click();
    await view.getByRole('textbox', { name: words.zh.why }).fill('why');
    await view.getByRole('button', { name: words.zh.send }).click();
    await view.getByText(words.zh.thanks).waitFor();
    // The reason follows the opinion. The frame permits no forms.
    await waitFor(() => page.evaluate(`${CALLED}.length === 4`));
    expect(await page.evaluate(CALLED)).toEqual(['ask', 'reply', 'rate_answer', 'rate_answer']);
    expect(await findings()).toEqual([]);
    await close();
  });

  it('shows why there is no answer, and the text of a result without a run', async () => {
    const failed = await opened({ question: 'colour of the sky by mood', connection: 'commerce' }, { theme: 'light' });
    await failed.view.locator('.notice, .clarification').first().waitFor();
    expect(await axeViolations(failed.page)).toEqual([]);
    await picture(failed.page, 'embed/view-unanswered');
    expect(await failed.findings()).toEqual([]);
    await failed.close();
    const text = await opened({ run_id: 'nothing' }, { theme: 'light' }, 'get_run');
    await text.view.locator('.text').waitFor();
    expect(await text.view.locator('.text').innerText()).not.toMatch(/[{}]/);
    expect(await text.findings()).toEqual([]);
    await text.close();
  });
});
