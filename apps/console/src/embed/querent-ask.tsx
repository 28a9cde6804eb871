import { Querent, type Run } from '@querent/client';
import { createRoot, type Root } from 'react-dom/client';
import { enableShadowDOM } from 'react-stately/private/flags/flags';
import { loadMessages } from '../i18n/use-messages';
import { observable } from '../observable';
import { SharedRuns } from '../runs/shared-runs';
import { newQueryClient } from '../surface/query-client';
import type { Locale, Place, ShownTheme } from '../surface/surface';
import { SurfaceProvider } from '../surface/surface-provider';
import { watchedFetch } from '../surface/watched-fetch';
import { ElementApp } from './element-app';
import styleText from './element.css' with { type: 'text' };
import { FocusWatch } from './focus-watch';
import { keptRun } from './kept-run';
import { Tokens, type TokenFunction } from './tokens';

enableShadowDOM();

/** The server that this script comes from, also if it is published below a path. */
const server = new URL('..', import.meta.url).href;

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/**
 * `<querent-ask connection="shop" locale="zh|en" theme="system|light|dark">`: questions in a page of another company.
 * The page sets the property `token`. See infra/docs/embed.md.
 */
export class QuerentAsk extends HTMLElement {
  static readonly observedAttributes = ['connection', 'locale', 'theme'];
  private readonly tokens = new Tokens();
  private readonly language = observable<Locale>('en');
  private readonly shownTheme = observable<ShownTheme>('light');
  private readonly shadow = this.attachShadow({ mode: 'open' });
  private readonly surface = document.createElement('div');
  private readonly overlays = document.createElement('div');
  private readonly focusWatch = new FocusWatch(this.shadow);
  private mounted: { root: Root; stop: () => void } | null = null;
  private provide: TokenFunction | null = null;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styleText);
    this.shadow.adoptedStyleSheets = [sheet];
    this.surface.className = 'querent';
    this.overlays.className = 'overlays';
    this.tokens.state.subscribe(() => {
      const state = this.tokens.state.get();
      if (state === 'failed' || state === 'refused') this.announce('querent-error', { code: `token_${state}` });
    });
    // A page may set the property before this script has come.
    if (Object.hasOwn(this, 'token')) {
      const { token } = this;
      Reflect.deleteProperty(this, 'token');
      this.token = token;
    }
  }

  /** Called when a token is needed, and again when the last one is refused. */
  get token(): TokenFunction | null {
    return this.provide;
  }

  set token(provide: TokenFunction | null) {
    this.provide = typeof provide === 'function' ? provide : null;
    this.tokens.use(this.provide);
  }

  connectedCallback(): void {
    dark.addEventListener('change', this.paint);
    this.paint();
    this.speak();
    this.mount();
  }

  disconnectedCallback(): void {
    dark.removeEventListener('change', this.paint);
    // An element that is moved is connected again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.unmount();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return;
    if (name === 'theme') this.paint();
    else if (name === 'locale') this.speak();
    else {
      this.unmount();
      this.mount();
    }
  }

  private readonly paint = (): void => {
    const wanted = this.getAttribute('theme');
    const shown = wanted === 'light' || wanted === 'dark' ? wanted : dark.matches ? 'dark' : 'light';
    // The style sheet first, then the charts, which read its colours.
    this.surface.dataset['theme'] = shown;
    this.shownTheme.set(shown);
  };

  private speak(): void {
    this.language.set(localeOf(this.getAttribute('locale'), document.documentElement.lang, ...navigator.languages));
    this.surface.lang = this.language.get() === 'zh' ? 'zh-CN' : 'en';
  }

  private mount(): void {
    if (this.mounted !== null) return;
    const connection = this.getAttribute('connection') || null;
    const content = document.createElement('div');
    content.className = 'content';
    this.surface.replaceChildren(content, this.overlays);
    this.shadow.replaceChildren(this.surface);
    const root = createRoot(content);
    this.mounted = { root, stop: this.focusWatch.start() };
    const place = this.placeFor(connection);
    const kept = keptRun(connection);
    void loadMessages(this.language.get()).then((messages) => {
      if (this.mounted?.root !== root) return;
      root.render(
        <SurfaceProvider place={place} messages={messages}>
          <ElementApp tokens={this.tokens} kept={kept} onEnd={this.onEnd} />
        </SurfaceProvider>,
      );
    });
  }

  private unmount(): void {
    this.mounted?.stop();
    this.mounted?.root.unmount();
    this.mounted = null;
  }

  private placeFor(connection: string | null): Place {
    const reachability = observable(true);
    const fetch = this.tokens.fetchWith(watchedFetch(reachability));
    const key = (): Promise<string> => this.tokens.get();
    return {
      connect: (locale) => new Querent({ url: server, key, locale, fetch, retries: 2 }),
      queryClient: newQueryClient(),
      locale: this.language,
      shownTheme: this.shownTheme,
      connection: observable<string | null>(connection),
      onlyConnection: connection,
      sharedRuns: new SharedRuns(),
      reachability,
      root: this.shadow,
      overlays: this.overlays,
      startsFocused: false,
      mayFocus: () => this.focusWatch.isHere(),
      progress: 'events',
    };
  }

  private readonly onEnd = ({ id, status, question }: Run): void =>
    this.announce('querent-answer', { runId: id, status, question });

  private announce(name: string, detail: Record<string, string>): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** The first of the given languages that the texts have. */
function localeOf(...tags: (string | null)[]): Locale {
  for (const tag of tags) {
    const language = tag?.toLowerCase().split('-')[0];
    if (language === 'zh' || language === 'en') return language;
  }
  return 'en';
}

if (!customElements.get('querent-ask')) customElements.define('querent-ask', QuerentAsk);
