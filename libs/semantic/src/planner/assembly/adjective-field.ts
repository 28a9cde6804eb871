import type { AdjectiveField } from '../lexicon/cues';
import { namesOf } from '../../model/things';
import type { Attribute, Thing } from '../../model/things';
import type { Reading } from '../reading/reading';
import { isCurrency } from './bound';

/** The words of a model that an adjective may speak of: "cheapest" of a price, "oldest" of an age or a date of birth. */
const FIELD_WORDS: Record<AdjectiveField, { words: RegExp; flip?: RegExp }> = {
  price: { words: /\b(?:price|cost|fee|fare|ticket|rent|tuition|charge)\b|(?<!评)价|票(?!数)|费/ },
  age: { words: /\bage\b|年龄/, flip: /\b(?:birth|born|birthday|birthdate|founded|founding|dob|opened)\b|出生|生日|建校|成立/ },
  size: { words: /\b(?:area|size|capacity|population|floor area|surface)\b|面积|规模|容量|人口/ },
  length: { words: /\b(?:length|duration|distance|runtime|running time|pages)\b|长度|时长|距离|页数/ },
  weight: { words: /\bweight\b|重量|体重/ },
  height: { words: /\b(?:height|elevation|altitude)\b|高度|身高|海拔/ },
  speed: { words: /\b(?:speed|velocity)\b|速度/ },
  time: { words: /^$/ },
  rating: { words: /\b(?:rating|score|stars)\b|评分|得分|分数/ },
  money: { words: /\b(?:amount|revenue|sales|spend|spending|total|payment|paid)\b|金额|销售额|消费/ },
  quantity: { words: /\b(?:quantity|units)\b|数量|销量/ },
};

/** The figures of the subject (or of `of`) that the adjective may mean; a `flip` one counts the other way round. */
export function adjectiveAttributes(reading: Reading, field: AdjectiveField, of?: Thing): Attribute[] {
  const thing = of ?? reading.draft.subject?.thing;
  if (!thing) return [];
  if (field === 'time') return defaultTime(reading, thing);
  const named = (words: RegExp) => thing.attributes.filter((one) => figureOrDate(one) && namesOf(one).some(({ name }) => words.test(name.toLowerCase())));
  const direct = named(FIELD_WORDS[field].words).filter((one) => one.numeric && one.role !== 'key');
  const flipped = FIELD_WORDS[field].flip;
  if (direct.length > 0) return direct;
  return field === 'size' ? onlyMoney(thing) : flipped ? named(flipped) : [];
}

/** The biggest order is the one of the greatest amount, where that is the one sum of money that it has. */
function onlyMoney(thing: Thing): Attribute[] {
  const money = thing.attributes.filter((one) => one.numeric && one.role === 'measure' && isCurrency(one));
  return money.length === 1 ? money : [];
}

/** Whether the greatest value of the column is the least of the adjective: born latest means youngest. */
export function isFlipped(field: AdjectiveField, attribute: Attribute): boolean {
  return field === 'age' && !attribute.numeric && (FIELD_WORDS.age.flip !== undefined);
}

function figureOrDate(attribute: Attribute): boolean {
  return attribute.numeric || attribute.role === 'time';
}

function defaultTime(reading: Reading, thing: Thing): Attribute[] {
  const times = thing.attributes.filter((one) => one.role === 'time');
  const preferred = times.filter((one) => thing.defaultTime === one.ref.column || thing.defaultTime === `${thing.name}.${one.ref.column}`);
  return preferred.length > 0 ? preferred : times;
}
