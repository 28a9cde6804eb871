/** What the user has typed and not asked yet. It survives a reload of the tab, and ends with it. */
const DRAFT = 'querent-draft';

export function readDraft(): string {
  try {
    return window.sessionStorage.getItem(DRAFT) ?? '';
  } catch {
    return '';
  }
}

/** Storage may be forbidden by the browser's settings: then the draft lasts as long as the page. */
export function keepDraft(text: string): void {
  try {
    if (text === '') window.sessionStorage.removeItem(DRAFT);
    else window.sessionStorage.setItem(DRAFT, text);
  } catch {
    // See above.
  }
}

export const forgetDrafts = (): void => keepDraft('');
