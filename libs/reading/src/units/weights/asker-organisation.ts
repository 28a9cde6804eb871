import type { Facts } from '@querent/grammar';
import type { OrganisationNoun, Unit } from '@querent/lexicon';
import { Cover } from '../cover';
import { spanOf } from '../unit-kinds';
import { type ApartWeight, DROPPED } from '../weight';

/**
 * Weighs words for the asker's organisation beside names of the model. Where the model has things of its noun, such as
 * shops, 本店 is one of them, and the question does not identify it.
 */
export const ASKER_ORGANISATION: ApartWeight = {
  name: "words for the asker's organisation",
  example: '本店的销售额',
  of: 'words',
  weigh: ({ names, words, facts }) => {
    const organisations = words.filter(isOrganisation);
    if (organisations.length === 0) return null;
    const called = new Set(names.flatMap((unit) => (isCalled(unit, facts) ? [spanOf(unit)] : [])));
    const isThing = (unit: Unit): boolean => called.has(spanOf(nounOf(unit) ?? unit));
    // 全店 means all shops, so it is the whole organisation. In 全公司, with a noun of several characters, companies may be
    // the rows of the model.
    const isMeant = (unit: Unit): boolean => {
      const { all = false, start = 0, end = 0 } = nounOf(unit) ?? {};
      return !isThing(unit) || (all && (end - start === 1 || unit.meaning.type === 'operator'));
    };
    const meant = organisations.filter(isMeant);
    const unclear = organisations.filter((unit) => !isMeant(unit) && nounOf(unit)?.all === false);
    const asTurn = new Set(meant.flatMap((unit) => (unit.meaning.type === 'operator' ? [spanOf(unit)] : [])));
    const within = new Cover(meant);
    // The 我们 of 我们店 expresses whose shop it is.
    const owners = new Cover(unclear.map((unit) => ({ start: unit.start, end: nounOf(unit)?.start ?? unit.start })));
    return (unit) => {
      const isKept = isOrganisation(unit)
        ? isMeant(unit) && !(unit.meaning.type === 'filler' && asTurn.has(spanOf(unit)))
        : !within.covers(unit) && !owners.covers(unit);
      return isKept ? 0 : DROPPED;
    };
  },
};

/** Names inside the words for the organisation are not meant: "across the bank" does not mention private banking. */
export const NAME_IN_ORGANISATION: ApartWeight = {
  name: "name within words for the asker's organisation",
  example: 'deposits across the bank',
  of: 'names',
  weigh: ({ words }) => {
    const organisations = words.filter(isOrganisation);
    if (organisations.length === 0) return null;
    const within = new Cover(organisations);
    return (unit) => (within.covers(unit) ? DROPPED : 0);
  },
};

const nounOf = ({ meaning }: Unit): OrganisationNoun | null => {
  if (meaning.type === 'filler') return meaning.organisation ?? null;
  return meaning.type === 'operator' && meaning.operator.op === 'aspect'
    ? (meaning.operator.organisation ?? null)
    : null;
};

const isOrganisation = (unit: Unit): boolean => nounOf(unit) !== null;

/**
 * Whether a unit names a thing, by its name or its last character: 店 of 门店. The last character of 支行 or 分馆 names the
 * organisation that these are branches of.
 */
function isCalled({ meaning, form, text }: Unit, facts: Facts): boolean {
  if (meaning.type !== 'thing') return false;
  if (form === 'exact' || text.length > 1) return true;
  const { label, synonyms } = facts.model.entities[meaning.thing] ?? facts.model.tables[meaning.thing] ?? {};
  const name = [label?.zh, ...(synonyms?.zh ?? [])].find((one) => one?.endsWith(text));
  // 住院 is an event in a 院, so its last character names no organisation.
  return name !== undefined && !facts.isEvent(meaning.thing) && !/[支分]$/u.test(name.slice(0, -text.length));
}
