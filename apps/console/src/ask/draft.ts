import { forgetKept, keep, readKept } from '../storage';

/** What the user has typed and not sent yet. It survives a reload of the tab, and ends with it. */
const DRAFT = 'querent-draft';

const keyOf = (name: string): string => (name === '' ? DRAFT : `${DRAFT} ${name}`);

/** @param name of the draft; the question has none */
export const readDraft = (name = ''): string => readKept(keyOf(name), 'tab') ?? '';

export const keepDraft = (text: string, name = ''): void => keep(keyOf(name), text === '' ? null : text, 'tab');

/** Forgets the drafts of all pages, before another user signs in. */
export const forgetDrafts = (): void => forgetKept(DRAFT, 'tab');
