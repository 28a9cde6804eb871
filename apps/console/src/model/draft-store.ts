import { readDraft, keepDraft } from '../ask/draft';

/** A model that is being changed. */
export interface Draft {
  text: string;
  /** Tag of the version that it began with; null: there was no file. */
  base: string | null;
}

const nameOf = (owner: string, connection: string): string => `model ${owner} ${connection}`;

/** @param owner tenant and name of the user, so that another user of the tab never gets the text */
export function readModelDraft(owner: string, connection: string): Draft | null {
  try {
    const { text, base } = Object(JSON.parse(readDraft(nameOf(owner, connection)) || 'null')) as Record<
      string,
      unknown
    >;
    return typeof text === 'string' ? { text, base: typeof base === 'string' ? base : null } : null;
  } catch {
    return null;
  }
}

export function keepModelDraft(owner: string, connection: string, draft: Draft | null): void {
  keepDraft(draft === null ? '' : JSON.stringify(draft), nameOf(owner, connection));
}
