import type { SnapshotColumn } from '@querent/contracts';
import { languageOf, noWords } from '../localized';
import { nameWords } from '../name-words';
import type { LocalizedList, ModelColumn } from '../semantic-model';

/** Codes with a common meaning in columns of a name, with their names. */
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
 * Names of the stored codes of a column: from its comment, or from common codes such as M and F of a gender. Null
 * without names.
 */
export function derivedValues(column: SnapshotColumn): ModelColumn['values'] | null {
  return explainedCodes(column) ?? knownCodes(column);
}

function knownCodes({ name, values = [], valuesComplete }: SnapshotColumn): ModelColumn['values'] | null {
  if (valuesComplete !== true || values.length === 0 || values.length > MAX_CODES) return null;
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

const MAX_CODES = 4;

/** A code and its meaning in a comment: `B = booked`, `1：启用`, `N -> no-show`, `false = manual`. */
const EXPLAINED =
  /(?<![\p{L}\p{N}_])(?<quote>['"“‘]?)(?<code>[A-Za-z\d_]{1,16})['"”’]?\s*(?:=+|:|：|→|->|=>|(?<=\d)-|表示|代表|means)\s*(?<words>[^=:：→,，;；、。.|/()（）\n]{1,40})/gu;

/** Stored codes that a comment explains: at least two of a text column, or true or false of a boolean column. */
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

/** Whether a text is short enough for a name, and not a sentence. */
const isName = (called: string): boolean =>
  languageOf(called) === 'zh' ? called.length <= 8 : /^[a-z][a-z' -]*$/u.test(called) && called.split(' ').length <= 3;
