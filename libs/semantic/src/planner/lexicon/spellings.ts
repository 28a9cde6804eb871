import { bitsIn } from './letter-sets';
import { likenessTo } from './likeness';
import type { Lexicon } from './lexicon';
import { namesOf } from '../../model/things';
import type { SemanticModel } from '../../model/semantic-model';
import { unitsOf } from './units';
import type { Attribute } from '../../model/things';

/** A name that an unknown word may nearly be. */
export interface Spelling {
  /** The part of the model, as options name it. */
  value: string;
  text: string;
  /** Share of letter pairs in common with the word. */
  likeness: number;
  /** Whether it is stored data, of which a part may be asked for. */
  stored: boolean;
}

const known = new WeakMap<Lexicon, Spellings>();
const SPELLINGS_A_STEP = 2_000;

/** Those stored values, under all their names, and metrics that share so many pairs of letters with a word, or hold it. */
export function spellingsLike(lexicon: Lexicon, model: SemanticModel, word: string, share: number): Spelling[] {
  const spellings = spellingsOf(lexicon, model);
  while (!spellings.complete) spellings.steps.next();
  return spellings.like(word, share);
}

/** Prepares `spellingsLike`, which does so itself where nobody has. */
export function spellingSteps(lexicon: Lexicon, model: SemanticModel): Generator<void> {
  return spellingsOf(lexicon, model).steps;
}

function spellingsOf(lexicon: Lexicon, model: SemanticModel): Spellings {
  const found = known.get(lexicon) ?? new Spellings(lexicon, model);
  known.set(lexicon, found);
  return found;
}

/** Texts with the set of their letter pairs, as 256 bits that pairs may share: enough to tell most that are unlike. */
class Spellings {
  readonly steps: Generator<void>;
  complete = false;
  private readonly texts: string[] = [];
  /** An attribute and its stored value, or the name of a metric. */
  private readonly owners: (Attribute | null)[] = [];
  private readonly values: string[] = [];
  private pairs: Uint32Array<ArrayBuffer> = new Uint32Array(128 * WORDS);
  private last: { word: string; share: number; found: Spelling[] } | null = null;

  constructor(lexicon: Lexicon, model: SemanticModel) {
    this.steps = this.build(lexicon, model);
  }

  /** A question is planned once for each of its options: what was found last is kept. */
  like(word: string, share: number): Spelling[] {
    if (this.last?.word !== word || this.last.share !== share) this.last = { word, share, found: this.search(word, share) };
    return this.last.found;
  }

  private search(word: string, share: number): Spelling[] {
    const wanted = new Uint32Array(WORDS);
    setPairs(word, wanted, 0);
    const own = Math.max(0, word.length - 1);
    const distinct = wanted.reduce((sum, bits) => sum + bitsIn(bits), 0);
    const likeness = likenessTo(word);
    const found: Spelling[] = [];
    for (const [at, text] of this.texts.entries()) {
      let shared = 0;
      for (let part = 0; part < WORDS; part++) shared += bitsIn((wanted[part] ?? 0) & (this.pairs[WORDS * at + part] ?? 0));
      // Pairs of the word that share a bit may all be in the text.
      const most = shared + own - distinct;
      if (shared < distinct && (2 * most) / (own + text.length - 1) < share) continue;
      const spelling = this.spelling(at, text, likeness(text));
      if (spelling.likeness >= share || text.includes(word)) found.push(spelling);
    }
    return found;
  }

  private spelling(at: number, text: string, likeness: number): Spelling {
    const [owner, value = ''] = [this.owners[at] ?? null, this.values[at]];
    const part = owner === null ? `metric:${value}` : `value:${owner.ref.table}.${owner.ref.column}=${value}`;
    return { value: part, text, likeness, stored: owner !== null };
  }

  private *build(lexicon: Lexicon, model: SemanticModel): Generator<void> {
    for (const { attributes } of lexicon.things.values()) for (const attribute of attributes) yield* this.addValues(attribute);
    for (const metric of Object.values(model.metrics)) for (const { name } of namesOf(metric)) this.add(null, metric.id, name.toLowerCase());
    this.complete = true;
  }

  private *addValues(attribute: Attribute): Generator<void> {
    for (const value of new Set([...attribute.stored, ...Object.keys(attribute.values)])) {
      const names = attribute.values[value];
      for (const text of new Set([value, names?.zh[0] ?? '', names?.en[0] ?? ''].map((name) => name.toLowerCase()))) if (text !== '') this.add(attribute, value, text);
      if (this.texts.length % SPELLINGS_A_STEP === 0) yield;
    }
  }

  private add(owner: Attribute | null, value: string, text: string): void {
    const at = this.texts.push(text) - 1;
    this.owners.push(owner);
    this.values.push(value);
    if (WORDS * at >= this.pairs.length) {
      const before = this.pairs;
      this.pairs = new Uint32Array(2 * before.length);
      this.pairs.set(before);
    }
    setPairs(text, this.pairs, WORDS * at);
  }
}

/** 32 bits each. */
const WORDS = 8;

function setPairs(text: string, bits: Uint32Array, from: number): void {
  for (let at = 0; at < text.length - 1; at++) {
    const bit = Math.imul(Math.imul(text.charCodeAt(at), 0x9e3779b1) ^ text.charCodeAt(at + 1), 0x85ebca6b) >>> 24;
    bits[from + (bit >>> 5)] = (bits[from + (bit >>> 5)] ?? 0) | (1 << (bit & 31));
  }
}

const lowered = new WeakMap<Attribute, { value: string; text: string }[]>();

/** The stored names of an attribute that hold a text. */
export function namesHolding(attribute: Attribute, text: string): { value: string }[] {
  return namesOfAttribute(attribute).filter((name) => name.text.includes(text));
}

/** The stored names of an attribute that may hold these units, with their own units. */
export function namesInUnits(attribute: Attribute, wanted: readonly string[]): { value: string; keys: string[] }[] {
  const beginnings = wanted.map(beginningOf);
  return namesOfAttribute(attribute).flatMap(({ value, text }) => (beginnings.every((one) => text.includes(one)) ? [{ value, keys: unitsOf(text).map((unit) => unit.key) }] : []));
}

function namesOfAttribute(attribute: Attribute): { value: string; text: string }[] {
  const found = lowered.get(attribute) ?? attribute.stored.map((value) => ({ value, text: value.toLowerCase() }));
  lowered.set(attribute, found);
  return found;
}

/** What of a unit's key is in every text that has the unit: stems differ from words in their last letter, men and people by more, numbers by their commas. */
function beginningOf(key: string): string {
  if (!/^[a-z]+$/.test(key)) return /^\p{Script=Han}$/u.test(key) ? key : '';
  return key.slice(0, /^(?:wo)?man$|^person$/.test(key) ? 1 : key.length - 1);
}
