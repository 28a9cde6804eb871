import type { Unit } from '@querent/lexicon';
import { spansOf } from '../units/unit-kinds';
import type { InText, InTextWeight } from './in-text';

/** Cost of extending a value over a part of its column's name. */
const WITH_PART = 0.03;
/** At most this many values of a question are tried. */
const MOST_VALUES = 60;
const HAN = /^\p{Script=Han}+$/u;
/** Characters that, behind a value, name its column alone: 中国籍 of 国籍, 日本产 of 产地. */
const ALONE = new Set('籍族系制款型色性版岗产');

/** A value followed by a part of its column's name is a value of that column: 中国籍, 浙江生源. */
export const VALUE_WITH_NAME_PART: InTextWeight = {
  name: "value with a part of its column's name",
  example: '中国籍, 浙江生源',
  weigh: () => null,
  adds: valuesWithNameParts,
};

function valuesWithNameParts({ text, units, facts }: InText): Unit[] {
  const values = units
    .filter(({ meaning, text: value }) => meaning.type === 'value' && HAN.test(value))
    .slice(0, MOST_VALUES);
  // 女生 means a student; its 生 is not a part of 生源.
  const known = spansOf(units, ({ form, meaning }) => form === 'exact' && meaning.type !== 'operator');
  return values.flatMap((value): Unit[] => {
    if (value.meaning.type !== 'value' || facts.role(value.meaning.column) === 'name') return [];
    const { label, synonyms } = facts.column(value.meaning.column) ?? {};
    const names = [label?.zh ?? '', ...(synonyms?.zh ?? [])].filter((name) => HAN.test(name));
    const parts = names.flatMap((name) => partsOf(name)).filter((part) => text.startsWith(part, value.end));
    const lengths = new Set(parts.map((part) => part.length));
    return [...lengths]
      .filter((length) => !known.has(`${value.end} ${value.end + length}`))
      .map((length): Unit => {
        const end = value.end + length;
        return { ...value, end, text: text.slice(value.start, end), cost: value.cost + WITH_PART };
      });
  });
}

/**
 * The prefixes and suffixes of a name, of at least two characters; one character only where it identifies the column.
 */
function partsOf(name: string): string[] {
  const parts = [...name].flatMap((one) => (ALONE.has(one) ? [one] : []));
  for (let length = 2; length < name.length; length++) parts.push(name.slice(0, length), name.slice(-length));
  return parts;
}
