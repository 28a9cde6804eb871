import { isParticiple } from '../derive/verbs-of-noun';
import type { FoundForm } from './found-form';
import type { IndexedForm } from '../name-form';
import type { Stretch } from './stretches';
import { costOf, lessSure } from '../rules';
import type { TextPieces } from './text-pieces';

/** What may be between an owner and what it has: 客户的名称, "customer's name". */
const JOINTS: ReadonlySet<string> = new Set(['的', "'s"]);
/** What may be between "of" and an owner. "Each" and "all" have a meaning in the question. */
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'our']);

type Stretches = readonly (readonly Stretch[])[];

/**
 * Names of attributes together with their owners' names: "customer name", "name of the customer", 客户的名称. They are put
 * together where they are found: written out they would be several for each column, most of the memory of a large
 * model.
 */
export function* ownedForms({ keys }: TextPieces, stretches: Stretches, roles: Roles): Generator<FoundForm> {
  for (const [from, here] of stretches.entries()) {
    for (const stretch of here) {
      const behind = JOINTS.has(keys[stretch.to] ?? '') ? [stretch.to, stretch.to + 1] : [stretch.to];
      for (const start of behind)
        for (const name of stretches[start] ?? []) yield* owned(name, stretch, roles, [from, name.to]);
      if (keys[stretch.to] !== 'of') continue;
      const start = ARTICLES.has(keys[stretch.to + 1] ?? '') ? stretch.to + 2 : stretch.to + 1;
      for (const owner of stretches[start] ?? []) yield* owned(stretch, owner, roles, [from, owner.to]);
    }
  }
}

/** The names over one stretch that things over the other have; a role has those of the thing that plays it. */
function* owned(names: Stretch, owners: Stretch, roles: Roles, [from, to]: [number, number]): Generator<FoundForm> {
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

/** A column's name as one of the role's. */
function inRole(form: IndexedForm, role: string): IndexedForm {
  const { meaning } = form;
  if (meaning.type !== 'attribute' && meaning.type !== 'measure') return form;
  return { ...form, owner: role, meaning: { ...meaning, column: { table: role, column: meaning.column.column } } };
}

/** Things of one name. */
const MOST_OWNERS = 64;

/** "Patients born" is a clause, no compound like "patient name". */
const isNamed = ({ meaning, phrase }: IndexedForm): boolean =>
  meaning.type !== 'event' && meaning.type !== 'flag' && meaning.type !== 'value' && !isParticiple(phrase);

/** By the lists of the index: what all tables have is met again and again. */
const thingsOfLists = new WeakMap<readonly IndexedForm[], ReadonlyMap<string, IndexedForm>>();
const ownersOfLists = new WeakMap<readonly IndexedForm[], ReadonlyMap<string, IndexedForm[]>>();

/** The first form of each thing: the surest. */
function thingsIn(forms: readonly IndexedForm[]): ReadonlyMap<string, IndexedForm> {
  const known = thingsOfLists.get(forms);
  if (known !== undefined) return known;
  const things = new Map<string, IndexedForm>();
  for (const form of forms) {
    if (things.size >= MOST_OWNERS) break;
    // One character of a name makes no compound.
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
