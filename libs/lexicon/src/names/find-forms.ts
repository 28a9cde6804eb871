import { type FoundForm, inReadingOrder } from './found-form';
import { type IndexedForm, meaningKey } from './name-form';
import type { NameIndex } from './name-index';
import { ownedForms } from './owned-forms';
import { costOf, lessSure } from './rules';
import { isReadable, type TextPieces } from './text-pieces';

/** Forms that end at one place of a text, as the index keeps them: spelt so, or in another number. */
export interface Place {
  to: number;
  forms: readonly IndexedForm[];
}

/** A word may be called so in every table of a large model: that many meanings of one stretch are enough to ask about. */
const MOST_MEANINGS = 64;
/** Forms in one text. */
const MOST_FORMS = 2_000;

/** The forms of names in a text, overlapping ones too, in reading order; one for each meaning of a stretch. */
export function findForms(text: TextPieces, index: NameIndex): FoundForm[] {
  const places = text.keys.map((_, from) => placesFrom(text, from, index));
  const named = new Set(places.flatMap((here) => here.flatMap(({ forms }) => thingIds(forms))));
  const most = Math.max(1, Math.min(MOST_MEANINGS, Math.floor(MOST_FORMS / Math.max(1, places.reduce((sum, { length }) => sum + length, 0)))));
  const found: FoundForm[] = [];
  const chosen = new Map<readonly IndexedForm[], readonly IndexedForm[]>();
  for (const [from, here] of places.entries()) {
    for (const { to, forms } of here) {
      const sure = chosen.get(forms) ?? surest(forms, most, named);
      chosen.set(forms, sure);
      for (const of of sure) found.push(asFound(text, from, to, of));
    }
  }
  for (const form of ownedForms(text, places)) {
    if (found.length >= MOST_FORMS) break;
    if (isReadable(text, form.from, form.to)) found.push(form);
  }
  return oncePerMeaning(found.sort(inReadingOrder)).slice(0, MOST_FORMS);
}

function placesFrom(text: TextPieces, from: number, { trie }: NameIndex): Place[] {
  return trie.path(text.keys, from).flatMap(({ to, node }) => (node.items !== null && isReadable(text, from, to) ? [{ to, forms: node.items }] : []));
}

const thingIds = (forms: readonly IndexedForm[]): string[] => forms.slice(0, MOST_MEANINGS).flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : []));

/** Where there are too many, those of things that the text names. */
function surest(forms: readonly IndexedForm[], most: number, named: ReadonlySet<string>): readonly IndexedForm[] {
  const alone = forms.filter(({ alone }) => alone);
  if (alone.length <= most) return alone;
  const isNamed = ({ owner }: IndexedForm): boolean => owner !== null && named.has(owner);
  return [...alone.filter(isNamed), ...alone.filter((form) => !isNamed(form))].slice(0, most);
}

function asFound({ pieces }: TextPieces, from: number, to: number, of: IndexedForm): FoundForm {
  const isAsWritten = spelling(pieces, from, to) === of.spelling;
  return isAsWritten ? { from, to, of, form: of.form, cost: of.cost } : { from, to, of, form: lessSure('inflected', of.form), cost: of.cost + costOf('plural') };
}

function spelling(pieces: TextPieces['pieces'], from: number, to: number): string {
  let spelt = '';
  for (let at = from; at < to; at++) spelt += pieces[at]?.surface ?? '';
  return spelt;
}

/** Of several forms of one meaning over one stretch the surest, which comes first. */
function oncePerMeaning(found: readonly FoundForm[]): FoundForm[] {
  const seen = new Set<string>();
  return found.filter(({ from, to, of }) => {
    const key = `${from} ${to} ${meaningKey(of.meaning)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
