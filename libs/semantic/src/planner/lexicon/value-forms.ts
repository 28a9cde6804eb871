import { pinyinForms } from './pinyin-forms';
import { ENGLISH_OF_PLACE } from './place-names';
import type { Attribute } from '../../model/things';
import type { ValueMatch } from './sense';

/** One spelling under which a stored value may be asked for. */
export interface ValueForm {
  text: string;
  value: string;
  match: ValueMatch;
  weight: number;
}

/** How sure a name written by its sound is. */
export const SPELT_WEIGHT = 0.85;

/** Endings of Chinese place names that askers leave out: 浙江 for 浙江省, 西湖 for 西湖区. */
const PLACE_ENDING = /(?:特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|自治州|地区|省|市|区|县|州|镇|乡|盟|旗)$/;
/** Endings of names of places and organisations that askers leave out, but only where three characters stay. */
const NAME_ENDING = /(?:风景名胜区|风景旅游区|风景区|旅游区|景区|有限责任公司|股份有限公司|有限公司|公司|集团)$/;

/**
 * The spellings of an attribute's stored values: as stored, as named in the model, and without the
 * endings that people drop. Roles that nobody filters by words (keys, measures, long text) have none.
 */
export function* valueForms(attribute: Attribute): Generator<ValueForm> {
  const named = namedForms(attribute);
  if (!namesValues(attribute)) return void (yield* named);
  if (isFigure(attribute)) return;
  yield* named;
  const classed = attribute.role === 'dimension' ? withClassWord(named) : [];
  const latin = attribute.stored.length <= MOST_SPELT;
  for (const value of new Set([...attribute.stored, ...Object.keys(attribute.values)])) {
    if (isBareNumber(value)) continue;
    const forms: ValueForm[] = [{ text: value, value, match: 'exact', weight: 0.96 }];
    for (const text of shortForms(value)) forms.push({ text, value, match: 'suffix', weight: 0.92 });
    for (const text of latin ? spelt(value) : []) forms.push({ text, value, match: 'suffix', weight: SPELT_WEIGHT });
    yield* forms;
    if (attribute.role === 'dimension') classed.push(...withClassWord(forms));
  }
  yield* classed;
}

const namesValues = ({ role, category }: Attribute): boolean => role !== 'key' && role !== 'geo' && category !== 'boolean';
const isFigure = ({ role, category }: Attribute): boolean => role === 'measure' || category === 'date' || category === 'timestamp';

function namedForms(attribute: Attribute): ValueForm[] {
  return Object.entries(attribute.values).flatMap(([value, names]) =>
    [...names.zh, ...names.en].map((text) => ({ text, value, match: 'named' as const, weight: 0.97 })),
  );
}

/** Numbers are read as numbers; they become values where the question names their column. */
function isBareNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value.trim());
}

/** 图书类, VIP类型: the class word belongs to the value. */
function withClassWord(forms: ValueForm[]): ValueForm[] {
  return forms.filter(({ text }) => /\p{Script=Han}$/u.test(text)).map((form) => ({ ...form, text: `${form.text}类` }));
}

/** A Chinese name without the endings that askers leave out, its halves and its usual English name. */
export function shortForms(value: string): string[] {
  if (!/\p{Script=Han}/u.test(value)) return [];
  const name = value.replace(NAME_ENDING, '');
  const short = name === value ? value.replace(PLACE_ENDING, '') : name;
  const english = (ENGLISH_OF_PLACE[short] ?? ENGLISH_OF_PLACE[short.replace(PLACE_ENDING, '')]);
  return [...(short !== value && short.length >= 2 ? [short] : []), ...halves(value), ...(english ? [english] : [])];
}

/** Columns with more values are not spelt out: it takes some 15 µs a value, and names of people share their sounds. */
const MOST_SPELT = 1_000;

/** A Chinese name in Latin letters, whole and without its ending: Xihu, Xihu Qu. */
function spelt(value: string): string[] {
  const short = value.replace(NAME_ENDING, '').replace(PLACE_ENDING, '');
  return [...new Set([short, value].flatMap(pinyinForms))];
}

/** "杭州西湖 West Lake" is asked for by either of its names. */
function halves(value: string): string[] {
  const halves = /^(\p{Script=Han}[^a-z]*?)\s+([a-z][a-z .'-]*)$/iu.exec(value);
  return halves ? [halves[1] ?? '', halves[2] ?? ''].filter((half) => half.length > 2) : [];
}
