import { observable } from './api';

export type Locale = 'zh' | 'en';
export type Theme = 'system' | 'light' | 'dark';

const LOCALE = 'querent-locale';
const THEME = 'querent-theme';

/** The language of the page: as chosen before, else that of the browser. */
export const locale = observable<Locale>(readLocale());
/** The colours of the page: as chosen before, else those of the system. */
export const theme = observable<Theme>(readTheme());

locale.subscribe(() => {
  remember(LOCALE, locale.get());
  document.documentElement.lang = locale.get() === 'zh' ? 'zh-CN' : 'en';
});
theme.subscribe(() => {
  remember(THEME, theme.get());
  showTheme();
});

/** Applies the preferences to the document, before the first drawing. */
export function applyPreferences(): void {
  document.documentElement.lang = locale.get() === 'zh' ? 'zh-CN' : 'en';
  showTheme();
}

function showTheme(): void {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}

function readLocale(): Locale {
  const stored = recall(LOCALE);
  if (stored === 'zh' || stored === 'en') return stored;
  return navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) ? 'zh' : 'en';
}

function readTheme(): Theme {
  const stored = recall(THEME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Storage may be forbidden by the browser's settings: then the preferences last as long as the page. */
function recall(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

function remember(name: string, value: string): void {
  try {
    window.localStorage.setItem(name, value);
  } catch {
    // See `recall`.
  }
}
