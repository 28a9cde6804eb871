import type { LexiconEntry } from './lexicon';
import type { Attribute, Thing } from '../../model/things';
import { namesOf } from '../../model/things';
import { Trie } from './trie';
import { unitsOf } from './units';

/** Longer stored texts are descriptions, which nobody types in full. */
export const LONGEST_PHRASE = 24;

/** What a phrase is looked up by. */
export function keysOf(phrase: string): string[] {
  return ONLY_HAN.test(phrase) ? Array.from(phrase) : unitsOf(phrase.normalize('NFKC').toLowerCase()).map((unit) => unit.key);
}

/** Unified ideographs: each is a unit, and no normal form of another. */
const ONLY_HAN = /^[\u4e00-\u9fff]+$/;

/** Every name of an attribute, that in the database too. */
export function namesOfAttribute(attribute: Attribute): { name: string; weight: number }[] {
  return [...namesOf(attribute), { name: attribute.ref.column, weight: 0.97 }];
}

/** What may stand between the owner and the name of what it has: 客户的名称, "customer's name". */
export const jointsBehind = (owner: string): readonly string[] => (/\p{Script=Han}$/u.test(owner) ? ['的'] : ["'s"]);
/** Between the name and its owner, where both are plain letters: "name of the customer". */
export const jointsBefore = (owner: string, name: string): readonly string[] => (/^[\x20-\x7e]+$/.test(owner + name) ? ['of', 'the'] : []);

/** Whether an owner's name may stand before its attribute's: that does not hold it already, and "customers registered" is a clause, no compound like "customer name". */
export function isQualifiable(attribute: Attribute, name: string, owner: string): boolean {
  const isVerb = attribute.role === 'time' && !/(?:时间|日期|日|date|time|at|day)$/i.test(name);
  return !name.startsWith(owner) && !isVerb;
}

/** A name of a thing's attribute, and what it stands for together with its owner's. */
interface OwnName {
  name: string;
  attribute: Attribute;
  entry: LexiconEntry;
}

interface Match {
  to: number;
  items: LexiconEntry[];
}

/**
 * A trie of phrases that also finds the names of attributes with their owners' ("customer name", "name of the customer", 客户的名称), which
 * are put together where they are looked for: written out they would be four for each column, most of the memory of a large model.
 */
export class PhraseTrie extends Trie<LexiconEntry> {
  /** Of the things that were spoken of. */
  private readonly ownNames = new Map<string, Trie<OwnName>>();

  constructor(private readonly things: ReadonlyMap<string, Thing>) {
    super();
  }

  override matches(keys: readonly string[], from: number): Match[] {
    const found = super.matches(keys, from);
    const qualified = [...this.behindOwner(keys, from, found), ...this.beforeOwner(keys, from, found)];
    return qualified.length === 0 ? found : merged(found, qualified);
  }

  private behindOwner(keys: readonly string[], from: number, owners: readonly Match[]): Match[] {
    return owners.flatMap(({ to, items }) => {
      const held = [to, to + 1].map((at) => super.matches(keys, at).map(holdersOf).filter(({ size }) => size > 0));
      if (held.every(({ length }) => length === 0)) return [];
      return items.flatMap(({ sense, owner }) => {
        if (sense.kind !== 'thing' || owner === undefined) return [];
        const starts = [to, ...jointsBehind(owner).flatMap((joint) => (keys[to] === joint ? [to + 1] : []))].filter((at) => held[at - to]?.some((things) => things.has(sense.thing)));
        return starts.flatMap((at) => this.ownNamesOf(sense.thing).matches(keys, at)).flatMap((match) => qualifiedBy(owner, match, from, match.to, () => true));
      });
    });
  }

  private beforeOwner(keys: readonly string[], from: number, names: readonly Match[]): Match[] {
    const [of, the] = ['of', 'the'];
    const found: Match[] = [];
    for (const name of names) {
      const at = name.to;
      if (keys[at] !== of || at - from >= LONGEST_PHRASE) continue;
      const held = holdersOf(name);
      if (held.size === 0) continue;
      const starts = keys[at + 1] === the ? [at + 1, at + 2] : [at + 1];
      for (const { to, items } of starts.flatMap((start) => super.matches(keys, start))) {
        for (const { sense, owner } of items) {
          if (sense.kind !== 'thing' || owner === undefined || !held.has(sense.thing)) continue;
          const named = this.ownNamesOf(sense.thing).matches(keys, from).filter((match) => match.to === at);
          found.push(...named.flatMap((match) => qualifiedBy(owner, match, from, to, (name) => jointsBefore(owner, name).length > 0)));
        }
      }
    }
    return found;
  }

  private ownNamesOf(thing: string): Trie<OwnName> {
    const known = this.ownNames.get(thing);
    if (known !== undefined) return known;
    const names = new Trie<OwnName>();
    for (const attribute of this.things.get(thing)?.attributes ?? []) {
      for (const { name, weight } of namesOfAttribute(attribute)) names.add(keysOf(name), { name, attribute, entry: { sense: { kind: 'attribute', attribute, qualified: true }, weight } });
    }
    this.ownNames.set(thing, names);
    return names;
  }
}

/** By the lists of the trie: a name that all tables have is met again and again. */
const holders = new WeakMap<readonly LexiconEntry[], ReadonlySet<string>>();

/** The things that have an attribute of a name. Every such name is also written in the trie alone, so no other thing need be asked for its names. */
function holdersOf({ items }: Match): ReadonlySet<string> {
  const known = holders.get(items) ?? new Set(items.flatMap(({ sense }) => (sense.kind === 'attribute' ? [sense.attribute.ref.table] : [])));
  holders.set(items, known);
  return known;
}

function qualifiedBy(owner: string, { items }: { items: OwnName[] }, from: number, to: number, holds: (name: string) => boolean): Match[] {
  if (to - from > LONGEST_PHRASE) return [];
  const entries = items.filter(({ attribute, name }) => isQualifiable(attribute, name, owner) && holds(name)).map(({ entry }) => entry);
  return entries.length === 0 ? [] : [{ to, items: entries }];
}

/** Shortest first, what is written in the trie before what was put together. */
function merged(found: readonly Match[], more: readonly Match[]): Match[] {
  const ends = new Map<number, LexiconEntry[]>();
  for (const { to, items } of [...found, ...more]) ends.set(to, [...(ends.get(to) ?? []), ...items]);
  return [...ends].map(([to, items]) => ({ to, items })).sort((a, b) => a.to - b.to);
}
