import type { ColumnRef } from '@querent/contracts';
import { isDoer, isOfMoney, isOfPlace, isSomewhere, isSumOfMoney } from '@querent/lexicon';
import { personsOf } from '../constructions/persons-of';
import type { Facts } from '../facts';
import type { Readings } from '../readings';
import { keyOf } from './parts';
import type { Wording } from './wording';

/** A word that nothing explains. */
export interface UnknownWord {
  start: number;
  end: number;
  text: string;
}

/**
 * The columns that an unknown word may ask for: those of persons where it names a doer or follows “who” (the creator of a film,
 * who created it), those of places where it asks for one (the location of a branch).
 */
export function columnsOfKind(
  { text: word, start, end }: UnknownWord,
  { facts, read: { units, text } }: Pick<Wording, 'facts'> & { read: Readings },
): string[] {
  const isAgent = isDoer(word) || isAfterWho(start, text);
  const isPlace = PLACE.test(word);
  // 销售数量 is how many, and no money.
  if (isOfMoney(word) && facts.model.derived && !/^数?量/u.test(text.slice(end, end + 2)))
    return sumsOfMoney(facts).map((ref) => `attribute:${keyOf(ref)}`);
  if (!isAgent && !isPlace) return [];
  const things = [...new Set(units.flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : [])))];
  if (isPlace) return placesOf(things, facts);
  return things.flatMap((thing) => personsOf(facts, thing)).map((ref) => `attribute:${keyOf(ref)}`);
}

/** The columns of things that say where they are; where there are none in a database without a file, the things that are places. */
function placesOf(things: readonly string[], facts: Facts): string[] {
  const isNamedSo = facts.model.derived ? isSomewhere : isOfPlace;
  const isOfPlaces = (ref: ColumnRef): boolean => {
    const { label } = facts.column(ref) ?? {};
    return facts.role(ref) !== 'measure' && !facts.isTime(ref) && isNamedSo(label?.zh, label?.en);
  };
  const columns = things.flatMap((thing) => facts.columns(thing).filter(isOfPlaces)).map((ref) => `attribute:${keyOf(ref)}`);
  if (columns.length > 0 || !facts.model.derived) return columns;
  return Object.values(facts.model.tables)
    .filter(({ label, role }) => role === undefined && isSomewhere(label.zh, label.en))
    .map(({ name }) => `thing:${name}`);
}

/** The sums of money that are kept of what happens. */
function sumsOfMoney(facts: Facts): ColumnRef[] {
  return Object.keys(facts.model.tables)
    .filter((thing) => facts.isEvent(thing))
    .flatMap((thing) => facts.columns(thing))
    .filter((ref) => {
      const { label } = facts.column(ref) ?? {};
      const isAddedUp = facts.isAmount(ref) && facts.role(ref) === 'measure' && !facts.isIntensive(ref);
      return isAddedUp && isSumOfMoney(label?.zh, label?.en, ref.column);
    });
}

/** Whether an unknown word asks for a person (it follows “who”), a place or a sum of money. */
export const asksForKind = ({ text: word, start }: UnknownWord, text: string): boolean =>
  isAfterWho(start, text) || PLACE.test(word) || isOfMoney(word);

const isAfterWho = (start: number, text: string): boolean => AFTER_WHO.test(text.slice(Math.max(0, start - LONGEST_WHO), start));
const LONGEST_WHO = 16;

/** “Who”, with the verbs that may stand between it and the unknown word; and words that ask for a place. */
const AFTER_WHO = /(?:\bwho(?: has| have| had| first| (?:is|are|was|were) the)?|谁)\s*$/u;
const PLACE = /^(?:locations?|places?|whereabouts|位置|地点|所在地|地方)$/u;
