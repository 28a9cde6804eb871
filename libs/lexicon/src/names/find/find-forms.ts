import { isClosedWord } from '../derive/closed-words';
import { isParticiple } from '../derive/verbs-of-noun';
import { type FoundForm, inReadingOrder } from './found-form';
import { type IndexedForm, isWritten, meaningKey } from '../name-form';
import type { NameIndex } from '../name-index';
import { ownedForms } from './owned-forms';
import { type NameSpan, nameSpansIn } from './name-spans';
import { costOf, lessSure, type RuleName } from '../rules';
import { isReadable, type TextPieces } from './text-pieces';

/**
 * A word may be a name in every table of a large model. This number of meanings of one span is enough for a
 * clarification.
 */
const MOST_MEANINGS = 64;
/** Maximum number of forms in one text. */
const MOST_FORMS = 2_000;

/** The forms of names in a text, overlapping ones too, in reading order; one for each meaning of a span. */
export function findForms(text: TextPieces, index: NameIndex): FoundForm[] {
  const nameSpans = nameSpansIn(text, index);
  const found = withAuxiliaries(text, foundAt(text, nameSpans));
  for (const form of ownedForms(text, nameSpans, index.roles)) {
    if (found.length >= MOST_FORMS) break;
    if (isReadable(text, form.from, form.to)) found.push(form);
  }
  return surestOfEach(wholeVerbs(text, found).sort(inReadingOrder)).slice(0, MOST_FORMS);
}

/** Verbs of one character before 的 or 了: 出的 and 收了, but not in 卖出的 and 采收了. */
const SHORT_VERBS: ReadonlySet<RuleName> = new Set<RuleName>(['eventRelative', 'eventMoney']);

/** Removes short verbs that begin inside another word. */
function wholeVerbs({ pieces, text }: TextPieces, found: readonly FoundForm[]): FoundForm[] {
  if (!found.some(({ of }) => SHORT_VERBS.has(of.rule))) return [...found];
  const isWithin = pieces.map(() => false);
  for (const { from, to } of found) isWithin.fill(true, from + 1, to);
  const endsWord = (at: number): boolean => {
    const [before, first] = [pieces[at - 1], pieces[at]];
    return before?.kind === 'han' && first !== undefined && isClosedWord(text.slice(before.start, first.end));
  };
  return found.filter(({ of, from }) => !SHORT_VERBS.has(of.rule) || !(isWithin[from] || endsWord(from)));
}

function foundAt(text: TextPieces, nameSpans: readonly (readonly NameSpan[])[]): FoundForm[] {
  const named = new Set(nameSpans.flatMap((here) => here.flatMap(({ forms }) => thingIds(forms))));
  const count = nameSpans.reduce((sum, { length }) => sum + length, 0);
  const most = Math.max(1, Math.min(MOST_MEANINGS, Math.floor(MOST_FORMS / Math.max(1, count))));
  const chosen = new Map<readonly IndexedForm[], readonly IndexedForm[]>();
  const found: FoundForm[] = [];
  for (const [from, here] of nameSpans.entries()) {
    for (const nameSpan of here) {
      const sure = chosen.get(nameSpan.forms) ?? surest(nameSpan.forms, most, named);
      chosen.set(nameSpan.forms, sure);
      for (const of of sure) found.push(asFound(text, from, nameSpan, of));
    }
    if (found.length >= MOST_FORMS) break;
  }
  return found;
}

const thingIds = (forms: readonly IndexedForm[]): string[] =>
  forms.slice(0, MOST_MEANINGS).flatMap(({ meaning }) => (meaning.type === 'thing' ? [meaning.thing] : []));

/** The surest forms; if there are too many, those of things that the text names. */
function surest(forms: readonly IndexedForm[], most: number, named: ReadonlySet<string>): readonly IndexedForm[] {
  const isNamed = ({ owner }: IndexedForm): boolean => owner !== null && named.has(owner);
  // "Name" labels other columns, and beside a concert also the concert's name.
  const alone = forms.filter((form) => form.alone || (isNamed(form) && OF_OWNER.has(form.rule)));
  if (alone.length <= most) return alone;
  return [...alone.filter(isNamed), ...alone.filter((form) => !isNamed(form))].slice(0, most);
}

/** Rules for a column's name beside its thing. */
const OF_OWNER: ReadonlySet<RuleName> = new Set<RuleName>(['ownerRest', 'nameOfThing']);

function asFound({ pieces }: TextPieces, from: number, { to, by, cost }: NameSpan, of: IndexedForm): FoundForm {
  const isValue = of.meaning.type === 'value';
  if (by === 'part')
    return { from, to, of, form: 'part', cost: isWritten(of) ? of.cost + cost : Math.max(of.cost, cost) };
  if (by === 'typo')
    return { from, to, of, form: 'typo', cost: of.cost + cost + (isValue ? costOf('misspeltValue') : 0) };
  if (spelling(pieces, from, to) === of.spelling) return { from, to, of, form: of.form, cost: of.cost };
  return {
    from,
    to,
    of,
    form: lessSure('inflected', of.form),
    cost: of.cost + costOf(isValue ? 'storedPlural' : 'plural'),
  };
}

function spelling(pieces: TextPieces['pieces'], from: number, to: number): string {
  let spelt = '';
  for (let at = from; at < to; at++) spelt += pieces[at]?.surface ?? '';
  return spelt;
}

const BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 'been', 'being', 'be', 'get', 'got']);
const HAVE: ReadonlySet<string> = new Set(['has', 'have', 'had', 'having', 'will', 'to']);

/** Adds auxiliaries to participles: was admitted, have been admitted. */
function withAuxiliaries({ pieces }: TextPieces, found: readonly FoundForm[]): FoundForm[] {
  return found.flatMap((form) => {
    const { of, from } = form;
    const isPassive = of.meaning.type === 'event' && BE.has(pieces[from - 1]?.surface ?? '') && isParticiple(of.phrase);
    if (!isPassive) return [form];
    const first = HAVE.has(pieces[from - 2]?.surface ?? '') ? from - 2 : from - 1;
    return [form, { ...form, from: first }];
  });
}

/**
 * The surest form of each meaning over each span. A written name removes guesses over the same words, and an exactly
 * spelled stored value removes plurals and singulars of others.
 */
function surestOfEach(found: readonly FoundForm[]): FoundForm[] {
  const seen = new Set<string>();
  const written = new Set(
    found.flatMap(({ from, to, form, of }) =>
      (form === 'exact' || form === 'inflected') && isWritten(of) ? [`${from} ${to}`] : [],
    ),
  );
  const exactValues = new Set(
    found.flatMap(({ from, to, form, of }) =>
      form === 'exact' && of.meaning.type === 'value' && of.rule !== 'source' ? [`${from} ${to}`] : [],
    ),
  );
  return found.filter(({ from, to, form, of }) => {
    const span = `${from} ${to}`;
    if ((form === 'part' || form === 'typo') && written.has(span)) return false;
    if (form !== 'exact' && of.meaning.type === 'value' && exactValues.has(span)) return false;
    const key = `${span} ${meaningKey(of.meaning)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
