import { keptObservable, observable } from './observable';
import type { Locale, ShownTheme } from './surface/surface';

export type Theme = 'system' | 'light' | 'dark';

/** The language of the page: as chosen before, else that of the browser. */
export const locale = keptObservable<Locale>('querent-locale', (kept) => {
  if (kept === 'zh' || kept === 'en') return kept;
  return navigator.languages.some((language) => language.toLowerCase().startsWith('zh')) ? 'zh' : 'en';
});

/** The colours that the user has chosen. */
export const theme = keptObservable<Theme>('querent-theme', (kept) =>
  kept === 'light' || kept === 'dark' ? kept : 'system',
);

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The colours of the page: those that were chosen, else those of the system. */
export const shownTheme = observable<ShownTheme>('light');

/** Applies the preferences to the document, now and after each change. */
export function applyPreferences(): void {
  const { documentElement: root } = document;
  const speak = (): void => {
    root.lang = locale.get() === 'zh' ? 'zh-CN' : 'en';
  };
  const paint = (): void => {
    const chosen = theme.get();
    const shown = chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
    // The style sheet first, then the charts, which read its colours.
    root.dataset['theme'] = shown;
    shownTheme.set(shown);
  };
  locale.subscribe(speak);
  theme.subscribe(paint);
  dark.addEventListener('change', paint);
  speak();
  paint();
}
