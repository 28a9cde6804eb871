import type { Locale } from '@querent/contracts';
import { note, noteLine, noteTexts, type Note } from '../drawing/chart-note';
import { phrases, phrase, type PhraseId } from './phrases';

/** Placeholders of numbers. */
const NUMBERS = new Set(['count', 'groups', 'periods', 'up', 'down', 'shown', 'baseDays', 'currentDays']);
/** Words that cannot follow `1`, but can follow other numbers. */
const OF_SEVERAL = /\b1 (?:groups|periods|rows|values|lines|days|are|were|have)\b/;
/** Words that cannot follow other numbers than 1. */
const OF_ONE = /\b[02] (?:group|period|row|value|line|day|is|was|has)\b/;

const blanksOf = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name);
const valuesOf = (text: string, number: number): Record<string, string | number> =>
  Object.fromEntries(blanksOf(text).map((name) => [name, NUMBERS.has(name) ? number : 'Oslo']));

const locales: Locale[] = ['zh', 'en'];
const spoken = [
  ...(Object.keys(phrases) as PhraseId[]).map((id) => ({
    id,
    text: phrases[id],
    phrase: (locale: Locale, number: number) => phrase(id, locale, valuesOf(phrases[id][locale], number)),
  })),
  ...(Object.keys(noteTexts) as Note['id'][]).map((id) => ({
    id,
    text: noteTexts[id],
    phrase: (locale: Locale, number: number) => noteLine([note(id, valuesOf(noteTexts[id][locale], number))], locale),
  })),
];

describe.each(spoken)('the sentence $id', (sentence) => {
  it.each([0, 1, 2])('reads well with %d', (number) => {
    for (const locale of locales) {
      const text = sentence.phrase(locale, number);
      expect(text).not.toMatch(/[{}|]|undefined| {2}|\s$|^\s| [,.;:]|\b(?:a|an) [02]\b/);
      expect(text).not.toMatch(OF_SEVERAL);
      expect(text).not.toMatch(OF_ONE);
    }
  });

  it('has a full stop in both languages or in none, and no spaces around Chinese punctuation', () => {
    expect(sentence.text.en.endsWith('.')).toBe(sentence.text.zh.endsWith('。'));
    expect(sentence.text.zh).not.toMatch(/\s[，。；、：（）]|[，。；、：（]\s/);
  });

  it('uses the same placeholders in both languages', () => {
    const [zh, en] = locales.map((locale) => [...new Set(blanksOf(sentence.text[locale]))].sort());
    expect(zh).toEqual(en);
  });
});
