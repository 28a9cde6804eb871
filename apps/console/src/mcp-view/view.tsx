import './view.css';
import './without-compiling';
import { App, applyHostStyleVariables, type McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { Querent, type Run } from '@querent/client';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '../i18n/use-messages';
import { observable } from '../observable';
import { SharedRuns } from '../runs/shared-runs';
import { newQueryClient } from '../surface/query-client';
import type { Locale, Place, ShownTheme } from '../surface/surface';
import { SurfaceProvider } from '../surface/surface-provider';
import { hostFetch, type CallTool, type ToolResult } from './host-fetch';
import { ViewApp } from './view-app';

/** The document `ui://querent/answer`: an answer in the conversation of an MCP host. */

const app = new App({ name: 'querent-answer', version: '1.0.0' }, {});
const result = observable<ToolResult | null>(null);
const locale = observable<Locale>('en');
const shownTheme = observable<ShownTheme>('light');

const call: CallTool = (name, input) => app.callServerTool({ name, arguments: input });

const queryClient = newQueryClient();
// Each request is a call of a tool, which a host may show to the user.
queryClient.setDefaultOptions({
  queries: { ...queryClient.getDefaultOptions().queries, refetchOnWindowFocus: false, refetchOnMount: false },
});

const place: Place = {
  // The address is that of no server: `hostFetch` answers.
  connect: (language) =>
    new Querent({ url: 'https://host.invalid', key: null, locale: language, fetch: hostFetch(call), retries: 0 }),
  queryClient,
  locale,
  shownTheme,
  connection: observable<string | null>(null),
  onlyConnection: null,
  sharedRuns: new SharedRuns(),
  reachability: observable(true),
  root: document,
  overlays: null,
  startsFocused: false,
  mayFocus: () => document.hasFocus() && document.activeElement !== null,
  progress: 'polling',
};

function apply({ theme, locale: tag, styles }: McpUiHostContext): void {
  const { documentElement: root } = document;
  if (styles?.variables) applyHostStyleVariables(styles.variables);
  if (tag !== undefined) locale.set(tag.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  if (theme !== undefined) {
    root.dataset['theme'] = theme;
    shownTheme.set(theme);
  }
  root.lang = locale.get() === 'zh' ? 'zh-CN' : 'en';
}

/** Gives the model an answer that the user got here; hosts without this ability do without. */
function tellModel({ question, answer, error, status }: Run): void {
  const text = `${question}\n${answer?.text ?? error?.message ?? status}`;
  if (app.getHostCapabilities()?.updateModelContext === undefined) return;
  app.updateModelContext({ content: [{ type: 'text', text }] }).catch(() => undefined);
}

async function open(): Promise<void> {
  // Before the connection: a host sends the result once.
  app.addEventListener('toolresult', (given) => result.set(given as ToolResult));
  app.addEventListener('hostcontextchanged', apply);
  await app.connect();
  const language = navigator.languages.some((tag) => tag.toLowerCase().startsWith('zh')) ? 'zh' : 'en';
  const theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  apply({ theme, locale: language, ...app.getHostContext() });
  const messages = await loadMessages(locale.get());
  const root = document.getElementById('view');
  if (root === null) throw new Error('The document has no element for the view');
  createRoot(root).render(
    <SurfaceProvider place={place} messages={messages}>
      <ViewApp result={result} onEnd={tellModel} />
    </SurfaceProvider>,
  );
}

void open();
