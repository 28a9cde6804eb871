import type { SnapshotColumn } from '@querent/contracts';
import { languageOf, noWords } from '../localized';
import { nameWords } from '../name-words';
import type { LocalizedList, ModelColumn } from '../semantic-model';

/** Codes that mean the same wherever a column is called so, with what they are called. */
const CODED: readonly { called: RegExp; codes: Readonly<Record<string, LocalizedList>> }[] = [
  {
    called: /(?:^| )(?:gender|gndr|sex)(?: (?:code|cd))?$|性别/u,
    codes: {
      m: { zh: ['男', '男性'], en: ['male', 'man', 'men'] },
      f: { zh: ['女', '女性'], en: ['female', 'woman', 'women'] },
    },
  },
];
const UNKNOWN: ReadonlySet<string> = new Set(['', 'u', 'x', 'o', 'n']);

/**
 * What the stored codes of a column are called: as its comment says, or where all of them are known, such as M and F of
 * a gender. Null: they are called nothing else.
 */
export function derivedValues(column: SnapshotColumn): ModelColumn['values'] | null {
  return explainedCodes(column) ?? knownCodes(column);
}

function knownCodes({ name, values = [], valuesComplete }: SnapshotColumn): ModelColumn['values'] | null {
  if (valuesComplete !== true || values.length === 0 || values.length > MOST_CODES) return null;
  const words = nameWords(name).join(' ');
  const codes = CODED.find(({ called }) => called.test(words))?.codes;
  if (codes === undefined) return null;
  const keys = values.map((value) => value.trim().toLowerCase());
  if (!keys.every((key) => key in codes || UNKNOWN.has(key)) || !keys.some((key) => key in codes)) return null;
  return Object.fromEntries(
    values.flatMap((value, at) => {
      const names = codes[keys[at] ?? ''];
      return names === undefined ? [] : [[value, names]];
    }),
  );
}

const MOST_CODES = 4;

/** `B = booked`, `1：启用`, `N -> no-show`, `false = manual`: a code, and what it means. */
const EXPLAINED =
  /(?<![\p{L}\p{N}_])(?<quote>['"“‘]?)(?<code>[A-Za-z\d_]{1,16})['"”’]?\s*(?:=+|:|：|→|->|=>|(?<=\d)-|表示|代表|means)\s*(?<words>[^=:：→,，;；、。.|/()（）\n]{1,40})/gu;

/**
 * The codes that a comment explains, where they are stored ones: of text two or more of them, of a yes/no column true
 * or false.
 */
function explainedCodes({ comment, category, values = [], enumValues }: SnapshotColumn): ModelColumn['values'] | null {
  const stored = category === 'boolean' ? ['true', 'false'] : (enumValues ?? values);
  const found = [...(comment ?? '').matchAll(EXPLAINED)].flatMap(({ groups = {} }): [string, string][] => {
    const { code = '', words = '' } = groups;
    const value = stored.find((one) => one === code) ?? stored.find((one) => one.toLowerCase() === code.toLowerCase());
    const called = words
      .trim()
      .replace(/^['"“‘]|['"”’]$/gu, '')
      .toLowerCase();
    return value !== undefined && isName(called) && called !== value.toLowerCase() ? [[value, called]] : [];
  });
  if (found.length < (category === 'boolean' ? 1 : 2)) return null;
  return Object.fromEntries(found.map(([value, called]) => [value, { ...noWords(), [languageOf(called)]: [called] }]));
}

/** A few words; a sentence is no name. */
const isName = (called: string): boolean =>
  languageOf(called) === 'zh' ? called.length <= 8 : /^[a-z][a-z' -]*$/u.test(called) && called.split(' ').length <= 3;
