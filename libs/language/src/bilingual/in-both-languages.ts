import { configurationTexts } from './configuration-texts';
import { findingTexts, leftOutTexts, privilegeTexts, ruleSentences } from './finding-texts';
import { modelEnds, modelTexts, valueWords } from './model-texts';
import { valueParts } from './value-parts';
import { yamlTexts } from './yaml-texts';

/** A template of the tables, ready to be compared with texts. */
interface Template {
  /** Has a group for each hole. */
  pattern: RegExp;
  /** Names of the holes; empty for `{}`. */
  holes: string[];
  zh: string;
}

/** `{}`, `{1}` or `{name}`. Adjacent holes are one, because nothing in a text shows where the first ends. */
const HOLES = /(?:\{[a-z\d]*\})+/g;
const nameOf = (hole: string): string => hole.slice(1, hole.indexOf('}'));
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const templatesOf = (texts: Readonly<Record<string, string>>, patternOf: (source: string) => RegExp): Template[] =>
  Object.entries(texts).map(([en, zh]) => ({
    pattern: patternOf(en.split(HOLES).map(literal).join('(.*?)')),
    holes: (en.match(HOLES) ?? []).map(nameOf),
    zh,
  }));

const whole = [
  ruleSentences,
  findingTexts,
  leftOutTexts,
  privilegeTexts,
  yamlTexts,
  configurationTexts,
  modelTexts,
].flatMap((texts) => templatesOf(texts, (source) => new RegExp(`^${source}$`, 'is')));
const ends = templatesOf(modelEnds, (source) => new RegExp(`^(?<before>.*?)${source}$`, 's'));
const inValues = templatesOf(valueParts, (source) => new RegExp(`${source}(?=, |（|$)`, 'gs'));

/** A text for administrators in both languages. One that is not in the tables, or very long, stays in English. */
export const inBothLanguages = (text: string): { zh: string; en: string } => ({
  zh: inChinese(text) ?? text,
  en: text,
});

/** A longer text is not compared with the templates, because that takes time by the square of its length. */
const LONGEST_TEXT = 20_000;

/** A text for administrators in Chinese; null if it is none of the tables. */
export function inChinese(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
  for (const template of whole) {
    const match = template.pattern.exec(text);
    if (match) return filled(template, match.slice(1));
  }
  for (const template of ends) {
    const match = template.pattern.exec(text);
    const before = match?.groups?.['before'];
    const start = before === undefined ? null : inChinese(before);
    if (match && start !== null) return start + filled(template, match.slice(2));
  }
  return null;
}

function filled({ zh, holes }: Template, values: readonly string[]): string {
  let next = 0;
  const text = zh.replace(HOLES, (hole) => {
    const name = nameOf(hole);
    const index = name === '' ? next++ : /^\d/.test(name) ? Number(name) - 1 : holes.indexOf(name);
    return valueInChinese(values[index] ?? '');
  });
  // Spaces divide Chinese from Latin letters; a value may end in Chinese.
  return text.replaceAll('） ', '）');
}

const valueInChinese = (value: string): string =>
  valueWords[value] ??
  inChinese(value) ??
  inValues.reduce(
    (text, end) =>
      text.replace(end.pattern, (...found) => filled(end, found.slice(1, 1 + end.holes.length).map(String))),
    value,
  );
