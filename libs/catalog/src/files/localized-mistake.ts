import { mistakeEnds, mistakeTexts, mistakeWords } from './mistake-texts';

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (template: string): string => template.split('{}').map(literal).join('(.*?)');

const texts = mistakeTexts.map(([en, zh]) => ({ pattern: new RegExp(`^${patternOf(en)}$`, 'is'), zh }));
const ends = mistakeEnds.map(([en, zh]) => ({ pattern: new RegExp(`^(?<before>.*?)${patternOf(en)}$`, 's'), zh }));

/** The message of a mistake in a model file, in Chinese; null if it is none of the table. */
export function inChinese(message: string): string | null {
  for (const { pattern, zh } of texts) {
    const match = pattern.exec(message);
    if (match) return filled(zh, match.slice(1));
  }
  for (const { pattern, zh } of ends) {
    const match = pattern.exec(message);
    const before = match?.groups?.['before'];
    const start = before === undefined ? null : inChinese(before);
    if (match && start !== null) return start + filled(zh, match.slice(2));
  }
  return null;
}

/** A message in both languages. One that is not in the table stays in English. */
export const localizedMistake = (message: string): { zh: string; en: string } => ({
  zh: inChinese(message) ?? message,
  en: message,
});

function filled(template: string, values: readonly string[]): string {
  let next = 0;
  return template.replace(/\{(\d?)\}/g, (_, index: string) => {
    const value = values[index === '' ? next++ : Number(index) - 1] ?? '';
    return mistakeWords[value] ?? inChinese(value) ?? value;
  });
}
