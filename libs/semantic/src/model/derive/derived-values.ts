import type { SnapshotColumn } from '@querent/contracts';
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

/** What the stored codes of a column are called, where all of them are known: M and F of a gender. Null: they are not. */
export function derivedValues({ name, values = [], valuesComplete }: SnapshotColumn): ModelColumn['values'] | null {
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
