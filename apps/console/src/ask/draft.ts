/** What the user has typed and not sent yet. It survives a reload of the tab, and ends with it. */
const DRAFT = 'querent-draft';

const keyOf = (name: string): string => (name === '' ? DRAFT : `${DRAFT} ${name}`);

/** @param name of the draft; the question has none */
export function readDraft(name = ''): string {
  try {
    return window.sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Storage may be forbidden by the browser's settings: then the draft lasts as long as the page. */
export function keepDraft(text: string, name = ''): void {
  try {
    if (text === '') window.sessionStorage.removeItem(keyOf(name));
    else window.sessionStorage.setItem(keyOf(name), text);
  } catch {
    // See above.
  }
}

/** Forgets the drafts of all pages, before another user signs in. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(DRAFT)) window.sessionStorage.removeItem(key);
  } catch {
    // See above.
  }
}
