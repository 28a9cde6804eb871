import type { Page } from 'playwright-core';
import { collectFindings } from './findings';
import type { OpenedBrowser } from './open-browser';

export interface PageOptions {
  /** Address of the server, e.g. that of a stack. Relative addresses of `page.goto` refer to it. */
  url: string;
  /** Language of the browser. Default: `en` */
  locale?: 'zh' | 'en';
  /** Time zone of the system, the same on every machine. Default: `Asia/Shanghai` */
  timezone?: string;
  /** Colour scheme of the system. Default: `light` */
  theme?: 'light' | 'dark';
  /** Size of the window in CSS pixels. Default: 1280 × 800 */
  width?: number;
  height?: number;
  /** Whether the system asks for reduced motion. Default: false */
  reducedMotion?: boolean;
  /** Whether the system has a high-contrast theme. Default: false */
  forcedColors?: boolean;
  /** Whether the system asks for more contrast. Default: false */
  moreContrast?: boolean;
  /** Findings that the test causes on purpose and that are not collected, e.g. `/status of 401/`. */
  expected?: readonly RegExp[];
}

export interface OpenedPage {
  page: Page;
  /** See `collectFindings`. A test ends with `expect(await findings()).toEqual([])`. */
  findings(): Promise<string[]>;
  /** Closes the page with its cookies, its storage and the windows that it opened. */
  close(): Promise<void>;
}

const localeTags = { zh: 'zh-CN', en: 'en-US' } as const;

/** Opens an empty page with separate cookies and storage, and records what goes wrong in all its documents. */
export async function openPage({ browser }: OpenedBrowser, options: PageOptions): Promise<OpenedPage> {
  const { url, locale = 'en', theme = 'light', width = 1280, height = 800, expected = [] } = options;
  const context = await browser.newContext({
    baseURL: url,
    locale: localeTags[locale],
    timezoneId: options.timezone ?? 'Asia/Shanghai',
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors ? 'active' : 'none',
    contrast: options.moreContrast ? 'more' : 'no-preference',
  });
  const findings = await collectFindings(context, { url, expected });
  return { page: await context.newPage(), findings, close: () => context.close() };
}
