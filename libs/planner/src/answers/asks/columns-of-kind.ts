import type { ColumnRef } from '@querent/contracts';
import {
  type ColumnKind,
  columnKindAsked,
  isOrganisation,
  isDoer,
  isOfKind,
  isOfMoney,
  isOfPlace,
  isLocation,
  isSumOfMoney,
  type Unit,
} from '@querent/lexicon';
import { type Facts } from '@querent/grammar';
import type { Readings } from '@querent/reading';
import { keyOf } from '../condition-id';
import type { Wording } from '../wording';

/** A word that no unit explains. */
export interface UnknownWord {
  start: number;
  end: number;
  text: string;
}

/**
 * The columns that an unknown word may ask for: columns of persons if it names a person by an activity or follows “who”
 * (the creator of a film, who created it), and columns of places if it asks for a place (the location of a branch).
 */
export function columnsOfKind(
  { text: word, start, end }: UnknownWord,
  { facts, read: { units, text } }: Pick<Wording, 'facts'> & { read: Readings },
): string[] {
  const isAgent = isDoer(word) || isAfterWho(start, text);
  const isPlace = PLACE.test(word);
  // 销售数量 is a number of things, and no amount of money.
  if (isOfMoney(word) && facts.model.derived && !/^数?量/u.test(text.slice(end, end + 2)))
    return sumsOfMoney(facts).map((ref) => `attribute:${keyOf(ref)}`);
  const kind = facts.model.derived ? columnKindAsked(word) : null;
  if (!isAgent && !isPlace && kind === null) return [];
  const things = [...new Set(units.flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : [])))];
  if (isPlace) return placesOf(things, facts);
  const ofThing = (thing: string): ColumnRef[] =>
    kind === null ? creatorColumns(thing, facts) : ofKind(kind, thing, facts);
  return columnsOfNearest(nearestFirst(units, start), ofThing, facts).map((ref) => partFor(ref, facts));
}

/** A key is offered as the thing that it refers to, as users know the thing's name. */
function partFor(ref: ColumnRef, facts: Facts): string {
  const other = facts.model.derived ? facts.refersTo(ref) : null;
  const isAlone = facts.columns(ref.table).filter((one) => facts.refersTo(one) === other).length === 1;
  return other !== null && isAlone && facts.role(ref) === 'key' ? `thing:${other}` : `attribute:${keyOf(ref)}`;
}

/** The things that a question names, those nearest to a word first. */
function nearestFirst(units: readonly Unit[], start: number): string[] {
  const distance = (unit: Unit): number => (unit.end <= start ? start - unit.end : unit.start - start);
  const named = units.flatMap((unit) =>
    unit.meaning.type === 'thing' ? [{ thing: unit.meaning.thing, far: distance(unit) }] : [],
  );
  return [...new Set(named.sort((a, b) => a.far - b.far).map(({ thing }) => thing))];
}

/**
 * The columns of the nearest thing that has several of them. In a database without a model file this includes rows that
 * refer to the thing: the reviews of a hotel. If no thing has several, the columns of all things.
 */
function columnsOfNearest(
  things: readonly string[],
  ofThing: (thing: string) => ColumnRef[],
  facts: Facts,
): ColumnRef[] {
  if (!facts.model.derived) return things.flatMap(ofThing);
  const rows = (thing: string): string[] =>
    facts.model.joins.flatMap(({ from, to }) => (to.table === thing && from.table !== thing ? [from.table] : []));
  const own = things.map(ofThing);
  const several = own.find(({ length }) => length > 1);
  if (several || own.some(({ length }) => length > 0)) return several ?? own.flat();
  const [nearest] = things;
  return nearest === undefined ? [] : ([...new Set(rows(nearest))].map(ofThing).find(({ length }) => length > 1) ?? []);
}

/** The columns of persons. In a database without a model file this includes companies, since they make things too. */
function creatorColumns(thing: string, facts: Facts): ColumnRef[] {
  const persons = facts.personColumns(thing);
  if (!facts.model.derived) return persons;
  const bodies = facts.columns(thing).filter((ref) => {
    const other = facts.refersTo(ref);
    const { label } = (other === null ? facts.column(ref) : facts.model.tables[other]) ?? {};
    const isText = facts.role(ref) !== 'measure' && !facts.isTime(ref) && (other !== null || facts.role(ref) !== 'key');
    return isText && isOrganisation(label?.zh, label?.en);
  });
  return [...new Map([...persons, ...bodies].map((ref) => [keyOf(ref), ref])).values()];
}

/** The columns of a thing that are of a kind; a size or an amount of money is a number. */
const ofKind = (kind: ColumnKind, thing: string, facts: Facts): ColumnRef[] =>
  facts.columns(thing).filter((ref) => {
    if (kind === 'time') return facts.isTime(ref) && !facts.isYear(ref);
    const { label } = facts.column(ref) ?? {};
    const isNumber = facts.role(ref) === 'measure' || kind === 'contact' || kind === 'rating';
    return isNumber && facts.role(ref) !== 'key' && isOfKind(kind, label?.zh, label?.en);
  });

/** The columns that locate things. If there are none in a database without a model file, the things that are places. */
function placesOf(things: readonly string[], facts: Facts): string[] {
  const isNamedSo = facts.model.derived ? isLocation : isOfPlace;
  const isOfPlaces = (ref: ColumnRef): boolean => {
    const { label } = facts.column(ref) ?? {};
    return facts.role(ref) !== 'measure' && !facts.isTime(ref) && isNamedSo(label?.zh, label?.en);
  };
  const columns = things
    .flatMap((thing) => facts.columns(thing).filter(isOfPlaces))
    .map((ref) => `attribute:${keyOf(ref)}`);
  if (columns.length > 0 || !facts.model.derived) return columns;
  return Object.values(facts.model.tables)
    .filter(({ label, role }) => role === undefined && isLocation(label.zh, label.en))
    .map(({ name }) => `thing:${name}`);
}

/** The amounts of money of events. */
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

/**
 * Whether an unknown word asks for a person (it follows “who”, or names a person by an activity), a place, an amount of
 * money or another kind of column.
 */
export const asksForKind = ({ text: word, start }: UnknownWord, text: string): boolean =>
  isAfterWho(start, text) || PLACE.test(word) || isOfMoney(word) || isDoer(word) || columnKindAsked(word) !== null;

const isAfterWho = (start: number, text: string): boolean =>
  AFTER_WHO.test(text.slice(Math.max(0, start - LONGEST_WHO), start));
const LONGEST_WHO = 16;

/** “Who”, with the verbs that may be between it and the unknown word; and words that ask for a place. */
const AFTER_WHO = /(?:\bwho(?: has| have| had| first| (?:is|are|was|were) the)?|谁)\s*$/u;
const PLACE = /^(?:locations?|places?|whereabouts|位置|地点|所在地|地方)$/u;
