import type { RuleName } from '../rules';
import type { ValueName } from '../value-names';
import { isClosedWord } from './closed-words';
import { ONLY_HAN } from './derived-form';
import { ownEntry } from '../../own-entry';

/** A short form of a stored value. */
export interface ValueVariant {
  text: string;
  rule: RuleName;
}

/** Endings of Chinese places that people omit: 浙江 for 浙江省, 西湖 for 西湖区. */
const PLACE =
  /(?:特别行政区|壮族自治区|回族自治区|维吾尔自治区|自治区|自治州|地区|新区|省|市|区|县|州|镇|乡|盟|旗|街道|村)$/;
/** Endings of organisations and sights that people omit. */
const ORGANISATION =
  /(?:风景名胜区|风景旅游区|风景区|旅游区|景区|有限责任公司|股份有限公司|有限公司|分公司|公司|集团|中心)$/;
/** Suffixes of company names. */
const COMPANY =
  /(?:,? (?:ltd|limited|inc|incorporated|llc|plc|corp|corporation|co|company|gmbh|ag|sa|bv|kg|group|holdings?)\.?)+$/;

/** English names of places that differ from the sound of the Chinese name. */
const ENGLISH_OF_PLACE: Readonly<Record<string, string>> = {
  内蒙古: 'inner mongolia',
  西藏: 'tibet',
  陕西: 'shaanxi',
  香港: 'hong kong',
  澳门: 'macau',
  西安: "xi'an",
  泰安: "tai'an",
  台北: 'taipei',
  哈尔滨: 'harbin',
  呼和浩特: 'hohhot',
  乌鲁木齐: 'urumqi',
  拉萨: 'lhasa',
};

/** Short forms of a value: without its ending, one of its two names, or its English name. */
export const shortForms = (text: string): string[] =>
  shortValues({ text }, false).flatMap((one) => (one.rule === 'ending' ? [one.text] : []));

/** Questions use either name of "杭州西湖 west lake". */
const TWO_NAMES = /^(\p{Script=Han}[^a-z]*?)\s+([a-z][a-z .'-]*)$/u;

function otherNames(text: string, short: string): ValueVariant[] {
  const english = ownEntry(ENGLISH_OF_PLACE, short) ?? ownEntry(ENGLISH_OF_PLACE, short.replace(PLACE, ''));
  const names = (TWO_NAMES.exec(text)?.slice(1) ?? []).filter((name) => name.length > 2);
  return [...names, ...(english === undefined ? [] : [english])].map((name) => ({ text: name, rule: 'ending' }));
}

/** A value without the omitted ending, and with a class word: 上海市 → 上海, Acme Ltd → Acme, 图书 → 图书类. */
export function shortValues({ text }: Pick<ValueName, 'text'>, isClass: boolean): ValueVariant[] {
  if (!/\p{Script=Han}/u.test(text)) {
    const short = text.replace(COMPANY, '');
    return short !== text && /[a-z]{3}/.test(short)
      ? [{ text: short, rule: 'ending' }, ...lastWords(short)]
      : lastWords(text);
  }
  const [, han = '', words = ''] = TWO_SCRIPTS.exec(text) ?? [];
  if (words !== '')
    return [
      { text: han, rule: 'otherScript' },
      { text: words, rule: 'otherScript' },
      ...shortValues({ text: han }, isClass).filter(({ rule }) => rule === 'ending'),
      ...lastWords(words),
    ];
  const name = text.replace(ORGANISATION, '');
  const short = name === text ? text.replace(PLACE, '') : name;
  const place = /^.{2,}?(?:省|自治区|市|州)(.{2,})$/u.exec(text)?.[1];
  // 杭州西湖风景名胜区 is called 西湖 locally.
  const sight = name === text ? undefined : /^.{1,3}?州(.{2,})$/u.exec(name)?.[1];
  const inner = [
    ...(place === undefined ? [] : [place, place.replace(PLACE, '')]),
    ...(sight === undefined ? [] : [sight]),
  ]
    .filter((one) => one.length >= 2)
    .map((one): ValueVariant => ({ text: one, rule: 'lastWords' }));
  const ended: ValueVariant[] = short !== text && short.length >= 2 ? [{ text: short, rule: 'ending' }] : [];
  const shorter = [...ended, ...new Map(inner.map((one) => [one.text, one])).values(), ...otherNames(text, short)];
  return isClass && ONLY_HAN.test(text) && short === text && text.length <= LONGEST_CLASS
    ? [...shorter, { text: `${text}类`, rule: 'classWord' }, { text: `${text}类型`, rule: 'classWord' }]
    : shorter;
}

/** A place without its ending, 杭州 for 杭州市; null if it is not a place. */
export function shortPlace(text: string): string | null {
  const short = /^\p{Script=Han}{3,}$/u.test(text) ? text.replace(PLACE, '') : text;
  return short !== text && short.length >= 2 ? short : null;
}

/** A name without its place, 西湖 for 杭州西湖风景名胜区; null if it contains no known place. */
export function withoutPlace(text: string, places: ReadonlySet<string>): string | null {
  const name = text.replace(ORGANISATION, '');
  const length = [4, 3, 2].find((most) => places.has(name.slice(0, most)));
  const rest = length === undefined ? '' : name.slice(length);
  return /^\p{Script=Han}{2,}$/u.test(rest) ? rest : null;
}

/** A name in Chinese, repeated in another script. */
const TWO_SCRIPTS = /^(\p{Script=Han}[\p{Script=Han}（）()·]*) ([a-z][a-z' -]{2,})$/u;

/** Longer names take no class word. */
const LONGEST_CLASS = 4;

/** Longer texts are sentences, whose words are not names. */
const MOST_WORDS = 5;

/** The last words of a name: Hale for Ben Hale. Searches find its first words. */
function lastWords(text: string): ValueVariant[] {
  const words = text.split(/[ ,]+/);
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  return words
    .slice(1)
    .flatMap((word, at): ValueVariant[] =>
      /^[\p{L}'-]{3,}$/u.test(word) && !isClosedWord(word)
        ? [{ text: words.slice(at + 1).join(' '), rule: 'lastWords' }]
        : [],
    );
}

/** English demonyms by country. */
const DEMONYMS = `
  argentina:argentinian,argentine|australia:australian|austria:austrian|bangladesh:bangladeshi|belgium:belgian|
  bolivia:bolivian|brazil:brazilian|bulgaria:bulgarian|cambodia:cambodian|canada:canadian|chile:chilean|china:chinese|
  colombia:colombian|costa rica:costa rican|croatia:croatian|cuba:cuban|cyprus:cypriot|czechia:czech|
  czech republic:czech|denmark:danish|ecuador:ecuadorian|egypt:egyptian|estonia:estonian|ethiopia:ethiopian|
  finland:finnish|france:french|germany:german|ghana:ghanaian|greece:greek|hungary:hungarian|iceland:icelandic|
  india:indian|indonesia:indonesian|iran:iranian|iraq:iraqi|ireland:irish|israel:israeli|italy:italian|
  jamaica:jamaican|japan:japanese|jordan:jordanian|kenya:kenyan|kuwait:kuwaiti|latvia:latvian|lebanon:lebanese|
  lithuania:lithuanian|luxembourg:luxembourgish|malaysia:malaysian|malta:maltese|mexico:mexican|mongolia:mongolian|
  morocco:moroccan|nepal:nepalese|netherlands:dutch|the netherlands:dutch|new zealand:new zealand|nigeria:nigerian|
  norway:norwegian|pakistan:pakistani|peru:peruvian|philippines:filipino,philippine|poland:polish|
  portugal:portuguese|romania:romanian|russia:russian|saudi arabia:saudi|scotland:scottish|serbia:serbian|
  singapore:singaporean|slovakia:slovak|slovenia:slovenian|south africa:south african|south korea:south korean,korean|
  spain:spanish|sri lanka:sri lankan|sweden:swedish|switzerland:swiss|taiwan:taiwanese|thailand:thai|tunisia:tunisian|
  turkey:turkish|ukraine:ukrainian|united kingdom:british|uk:british|great britain:british|england:english|
  united states:american|united states of america:american|usa:american|us:american|uruguay:uruguayan|
  venezuela:venezuelan|vietnam:vietnamese|wales:welsh`;

const BY_COUNTRY: ReadonlyMap<string, readonly string[]> = new Map(
  DEMONYMS.split('|').map((entry) => {
    const [country = '', words = ''] = entry.trim().split(':');
    return [country, words.split(',')];
  }),
);

/** Adjectives of a stored country: Germany → German. */
export const demonymsOf = (text: string): readonly string[] => BY_COUNTRY.get(text) ?? [];
