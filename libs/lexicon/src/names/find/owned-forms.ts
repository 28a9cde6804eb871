import { isParticiple } from '../derive/verbs-of-noun';
import type { FoundForm } from './found-form';
import type { IndexedForm } from '../name-form';
import type { NameSpan } from './name-spans';
import { costOf, lessSure } from '../rules';
import type { TextPieces } from './text-pieces';

/** Words between an owner and its attribute: 客户的名称, "customer's name". */
const JOINTS: ReadonlySet<string> = new Set(['的', "'s"]);
/** Words between "of" and an owner. "Each" and "all" carry meaning in the question. */
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'our']);

type NameSpans = readonly (readonly NameSpan[])[];

/**
 * Names of attributes with their owners' names: "customer name", "name of the customer", 客户的名称. They are combined when
 * found: stored combinations would be several per column and take most of a large model's memory.
 */
export function* ownedForms({ keys }: TextPieces, nameSpans: NameSpans, roles: Roles): Generator<FoundForm> {
  for (const [from, here] of nameSpans.entries()) {
    for (const nameSpan of here) {
      const behind = JOINTS.has(keys[nameSpan.to] ?? '') ? [nameSpan.to, nameSpan.to + 1] : [nameSpan.to];
      for (const start of behind)
        for (const name of nameSpans[start] ?? []) yield* owned(name, nameSpan, roles, [from, name.to]);
      if (keys[nameSpan.to] !== 'of') continue;
      const start = ARTICLES.has(keys[nameSpan.to + 1] ?? '') ? nameSpan.to + 2 : nameSpan.to + 1;
      for (const owner of nameSpans[start] ?? []) yield* owned(nameSpan, owner, roles, [from, owner.to]);
    }
  }
}

/** The names over one span whose owners are named over the other. A role has the names of the thing that plays it. */
function* owned(names: NameSpan, owners: NameSpan, roles: Roles, [from, to]: [number, number]): Generator<FoundForm> {
  if (names.by === 'part' || owners.by === 'part') return;
  for (const [thing, owner] of thingsIn(owners.forms)) {
    const played = roles.get(thing);
    for (const form of ownedBy(names.forms, played ?? thing)) {
      const of = played === undefined ? form : inRole(form, thing);
      const named = of.ownedCost < of.cost ? 'inflected' : of.form;
      const sure = [named, owner.form, names.by ?? named, owners.by ?? named].reduce(lessSure, 'inflected');
      yield { from, to, of, form: sure, cost: of.ownedCost + owner.cost + names.cost + owners.cost + costOf('owned') };
    }
  }
}

/** Roles, with the things that play them. */
type Roles = ReadonlyMap<string, string>;

/** A column's name as a name of the role. */
function inRole(form: IndexedForm, role: string): IndexedForm {
  const { meaning } = form;
  if (meaning.type !== 'attribute' && meaning.type !== 'measure') return form;
  return { ...form, owner: role, meaning: { ...meaning, column: { table: role, column: meaning.column.column } } };
}

/** Maximum number of things with one name. */
const MOST_OWNERS = 64;

/** "Patients born" is a clause, not a compound like "patient name". */
const isNamed = ({ meaning, phrase }: IndexedForm): boolean =>
  meaning.type !== 'event' && meaning.type !== 'flag' && meaning.type !== 'value' && !isParticiple(phrase);

/** Caches by the lists of the index: names that all tables have recur often. */
const thingsOfLists = new WeakMap<readonly IndexedForm[], ReadonlyMap<string, IndexedForm>>();
const ownersOfLists = new WeakMap<readonly IndexedForm[], ReadonlyMap<string, IndexedForm[]>>();

/** The first, surest form of each thing. */
function thingsIn(forms: readonly IndexedForm[]): ReadonlyMap<string, IndexedForm> {
  const known = thingsOfLists.get(forms);
  if (known !== undefined) return known;
  const things = new Map<string, IndexedForm>();
  for (const form of forms) {
    if (things.size >= MOST_OWNERS) break;
    // A single character of a name forms no compound.
    if (form.meaning.type === 'thing' && form.rule !== 'thingLetter' && !things.has(form.meaning.thing))
      things.set(form.meaning.thing, form);
  }
  thingsOfLists.set(forms, things);
  return things;
}

function ownedBy(forms: readonly IndexedForm[], thing: string): readonly IndexedForm[] {
  const known = ownersOfLists.get(forms) ?? byOwner(forms);
  ownersOfLists.set(forms, known);
  return known.get(thing) ?? [];
}

function byOwner(forms: readonly IndexedForm[]): ReadonlyMap<string, IndexedForm[]> {
  const owners = new Map<string, IndexedForm[]>();
  for (const form of forms) {
    if (form.owner === null || !isNamed(form)) continue;
    const own = owners.get(form.owner);
    if (own === undefined) owners.set(form.owner, [form]);
    else own.push(form);
  }
  return owners;
}
