import type { FoundForm } from './found-form';
import type { IndexedForm } from './name-form';
import { costOf, lessSure } from './rules';
import type { Place } from './find-forms';
import type { TextPieces } from './text-pieces';

/** What may be between an owner and what it has: 客户的名称, "customer's name". */
const JOINTS: ReadonlySet<string> = new Set(['的', "'s"]);
/** What may be between a name and its owner: "name of the customer". */
const OF: ReadonlySet<string> = new Set(['of', 'for']);
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an', 'each', 'every', 'all', 'our', 'their']);

/**
 * Names of attributes together with their owners' names: "customer name", "name of the customer", 客户的名称. They are put together
 * where they are found: written out they would be several for each column, most of the memory of a large model.
 */
export function* ownedForms({ keys }: TextPieces, places: readonly (readonly Place[])[]): Generator<FoundForm> {
  for (const [from, here] of places.entries()) {
    for (const { to, forms } of here) {
      yield* behindOwner(forms, from, ownersEnds(keys, to), places);
      yield* beforeOwner(forms, from, to, keys, places);
    }
  }
}

const ownersEnds = (keys: readonly string[], to: number): number[] => (JOINTS.has(keys[to] ?? '') ? [to, to + 1] : [to]);

function* behindOwner(owners: readonly IndexedForm[], from: number, starts: readonly number[], places: readonly (readonly Place[])[]): Generator<FoundForm> {
  const things = thingsIn(owners);
  if (things.size === 0) return;
  for (const start of starts) {
    for (const { to, forms } of places[start] ?? []) {
      for (const [thing, owner] of things) for (const of of ownedBy(forms, thing)) yield owned(of, owner, from, to);
    }
  }
}

function* beforeOwner(
  names: readonly IndexedForm[], from: number, at: number, keys: readonly string[], places: readonly (readonly Place[])[],
): Generator<FoundForm> {
  if (!OF.has(keys[at] ?? '')) return;
  const start = ARTICLES.has(keys[at + 1] ?? '') ? at + 2 : at + 1;
  for (const { to, forms } of places[start] ?? []) {
    for (const [thing, owner] of thingsIn(forms)) for (const of of ownedBy(names, thing)) yield owned(of, owner, from, to);
  }
}

function owned(of: IndexedForm, owner: IndexedForm, from: number, to: number): FoundForm {
  const form = lessSure('inflected', lessSure(of.ownedCost < of.cost ? 'inflected' : of.form, owner.form));
  return { from, to, of, form, cost: of.ownedCost + owner.cost + costOf('owned') };
}

/** By the lists of the index: what all tables have is met again and again. */
const thingsOfLists = new WeakMap<readonly IndexedForm[], ReadonlyMap<string, IndexedForm>>();
const ownersOfLists = new WeakMap<readonly IndexedForm[], ReadonlyMap<string, IndexedForm[]>>();

/** Things of one name. */
const MOST_OWNERS = 64;

/** The first form of each thing: the surest. */
function thingsIn(forms: readonly IndexedForm[]): ReadonlyMap<string, IndexedForm> {
  const known = thingsOfLists.get(forms);
  if (known !== undefined) return known;
  const things = new Map<string, IndexedForm>();
  for (const form of forms) {
    if (things.size >= MOST_OWNERS) break;
    if (form.meaning.type === 'thing' && !things.has(form.meaning.thing)) things.set(form.meaning.thing, form);
  }
  thingsOfLists.set(forms, things);
  return things;
}

function ownedBy(forms: readonly IndexedForm[], thing: string): readonly IndexedForm[] {
  let known = ownersOfLists.get(forms);
  if (known === undefined) {
    const owners = new Map<string, IndexedForm[]>();
    for (const form of forms) if (form.owner !== null) append(owners, form.owner, form);
    ownersOfLists.set(forms, (known = owners));
  }
  return known.get(thing) ?? [];
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
