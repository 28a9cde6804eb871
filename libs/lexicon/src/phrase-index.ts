import { foldCase, standsAlone } from './text';

/** Phrases with what they mean, found at every position of a text, overlapping ones too. */
export class PhraseIndex<T> {
  private readonly byPhrase = new Map<string, T[]>();
  private longest = 0;
  private readonly firsts = new Set<string>();

  add(phrase: string, meaning: T): void {
    const key = foldCase(phrase);
    if (key === '') return;
    const known = this.byPhrase.get(key);
    if (known) known.push(meaning);
    else this.byPhrase.set(key, [meaning]);
    this.longest = Math.max(this.longest, key.length);
    this.firsts.add(key.slice(0, 2));
    if (key.length === 1) this.firsts.add(key);
  }

  /** All occurrences, by start and then by end. A phrase that begins or ends with a Latin letter or digit is a whole word. */
  find(text: string): { start: number; end: number; meaning: T }[] {
    const folded = foldCase(text);
    const found: { start: number; end: number; meaning: T }[] = [];
    for (let start = 0; start < folded.length; start++) {
      if (!this.firsts.has(folded.slice(start, start + 2)) && !this.firsts.has(folded.charAt(start))) continue;
      const last = Math.min(folded.length, start + this.longest);
      for (let end = start + 1; end <= last; end++) {
        const meanings = this.byPhrase.get(folded.slice(start, end));
        if (meanings && standsAlone(folded, start, end))
          for (const meaning of meanings) found.push({ start, end, meaning });
      }
    }
    return found;
  }
}
