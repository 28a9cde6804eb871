import type { Localized, LocalizedList, SemanticModel } from '../../model/semantic-model';
import { CUE_TABLE } from './cues';
import { DEGREE_CUES } from './degree-words';
import { HanNames } from './han-names';
import { headNouns } from './head-nouns';
import { type Attribute, type Thing, thingsOf } from './model-view';
import { namesOf } from './names-of';
import type { Sense } from './sense';
import { shortNames } from './short-names';
import { spellingSteps } from './spellings';
import { Trie } from './trie';
import { unitsOf } from './units';
import { valueForms } from './value-forms';

/** One way to read a run of units; `weight` below 1 says how much surer the written label would have been. */
export interface LexiconEntry {
  sense: Sense;
  weight: number;
}

export interface Lexicon {
  readonly trie: Trie<LexiconEntry>;
  readonly things: Map<string, Thing>;
  /** Names in Han characters, for those that are nearly written. */
  readonly hanNames: HanNames;
}

const known = new WeakMap<SemanticModel, WordsOfModel>();

/** The words of a model, built once per resolved model where they are first looked at (a few ms for a typical one, values included). */
export function lexiconOf(model: SemanticModel): Lexicon {
  return wordsOf(model);
}

/** The same in steps, for models whose many values take longer than others may wait for. What is left of them is done at once by whoever looks. */
export function lexiconSteps(model: SemanticModel): Generator<void> {
  return wordsOf(model).steps;
}

function wordsOf(model: SemanticModel): WordsOfModel {
  const found = known.get(model) ?? new WordsOfModel(model);
  known.set(model, found);
  return found;
}

/** Things are there at once: much is asked of them alone. */
class WordsOfModel implements Lexicon {
  readonly things: Map<string, Thing>;
  readonly steps: Generator<void>;
  private readonly words: Words;
  private complete = false;

  constructor(model: SemanticModel) {
    this.things = thingsOf(model);
    this.words = { trie: new Trie<LexiconEntry>(), things: this.things, hanNames: new HanNames() };
    this.steps = this.build(model);
  }

  get trie(): Trie<LexiconEntry> {
    return this.built().trie;
  }

  get hanNames(): HanNames {
    return this.built().hanNames;
  }

  private built(): Words {
    while (!this.complete) this.steps.next();
    return this.words;
  }

  private *build(model: SemanticModel): Generator<void> {
    const { words } = this;
    addCues(words);
    addDegrees(words);
    for (const thing of words.things.values()) yield* addThing(words, thing);
    addNamed(words, Object.values(model.metrics), (id) => ({ kind: 'metric', id }));
    addNamed(words, Object.values(model.filters), (id) => ({ kind: 'filter', id }));
    addNamed(words, Object.values(model.terms), (id) => ({ kind: 'term', id }));
    for (const term of Object.values(model.terms)) addPhrase(words, term.id, { sense: { kind: 'term', id: term.id }, weight: 1 });
    addHeads(words);
    this.complete = true;
    yield* words.hanNames.steps();
    yield* spellingSteps(this, model);
  }
}

interface Words {
  trie: Trie<LexiconEntry>;
  things: Map<string, Thing>;
  hanNames: HanNames;
}

/** Last of all: a word that the model has a meaning for keeps it. */
function addHeads(lexicon: Words): void {
  for (const [thing, heads] of headNouns(lexicon.things)) {
    for (const head of heads) {
      const keys = unitsOf(head).map((unit) => unit.key);
      const known = lexicon.trie.matches(keys, 0).some(({ to, items }) => to === keys.length && items.length > 0);
      if (!known) addPhrase(lexicon, head, { sense: { kind: 'thing', thing, entity: lexicon.things.get(thing)?.kind === 'entity' }, weight: 0.9 });
    }
  }
}

function addCues(lexicon: Words): void {
  for (const row of CUE_TABLE) {
    for (const phrase of `${row.zh ?? ''}|${row.en ?? ''}`.split('|')) {
      if (phrase !== '') addPhrase(lexicon, phrase, { sense: { kind: 'cue', cue: row.cue }, weight: 1 });
    }
  }
}

function addDegrees(lexicon: Words): void {
  for (const { word, degree } of DEGREE_CUES) addPhrase(lexicon, word, { sense: { kind: 'cue', cue: { kind: 'degree', degree } }, weight: 1 });
}

function addNamed(
  lexicon: Words,
  parts: { id: string; label: Localized; synonyms: LocalizedList }[],
  senseOf: (id: string) => Sense,
): void {
  for (const part of parts) {
    for (const { name, weight } of namesOf(part)) addPhrase(lexicon, name, { sense: senseOf(part.id), weight });
  }
}

function* addThing(lexicon: Words, thing: Thing): Generator<void> {
  const names = namesOf(thing);
  const sense: Sense = { kind: 'thing', thing: thing.name, entity: thing.kind === 'entity' };
  for (const { name, weight } of names) addPhrase(lexicon, name, { sense, weight });
  addPhrase(lexicon, thing.name, { sense, weight: 0.97 });
  for (const attribute of thing.attributes) {
    yield* addAttribute(lexicon, attribute, names.map(({ name }) => name));
    for (const name of shortNames(thing, attribute)) addPhrase(lexicon, name, { sense: { kind: 'attribute', attribute, qualified: false }, weight: 0.93 });
  }
}

function* addAttribute(lexicon: Words, attribute: Attribute, owners: string[]): Generator<void> {
  const physical = { name: attribute.ref.column, weight: 0.97 };
  for (const { name, weight } of [...namesOf(attribute), physical]) {
    if (attribute.role === 'time' && /^\p{Script=Han}+$/u.test(name)) addPhrase(lexicon, `新${name}`, { sense: { kind: 'attribute', attribute, qualified: false }, weight });
    addPhrase(lexicon, name, { sense: { kind: 'attribute', attribute, qualified: false }, weight });
    const qualified: LexiconEntry = { sense: { kind: 'attribute', attribute, qualified: true }, weight };
    for (const owner of owners) {
      if (name.startsWith(owner) || isVerb(attribute, name)) continue;
      const joint = /\p{Script=Han}$/u.test(owner) ? ['', '的'] : [' ', "'s "];
      for (const joiner of joint) addPhrase(lexicon, owner + joiner + name, qualified);
      if (/^[\x20-\x7e]+$/.test(owner + name)) for (const preposition of ['of', 'of the']) addPhrase(lexicon, `${name} ${preposition} ${owner}`, qualified);
    }
  }
  let since = 0;
  for (const form of valueForms(attribute)) {
    addPhrase(lexicon, form.text, { sense: { kind: 'value', attribute, value: form.value, match: form.match }, weight: form.weight });
    since = (since + 1) % FORMS_A_STEP;
    if (since === 0) yield;
  }
  yield;
}

/** "customers registered" is a clause, not a compound like "customer name". */
function isVerb(attribute: Attribute, name: string): boolean {
  return attribute.role === 'time' && !/(?:时间|日期|日|date|time|at|day)$/i.test(name);
}

function addPhrase({ trie, hanNames }: Words, phrase: string, entry: LexiconEntry): void {
  const han = ONLY_HAN.test(phrase);
  const keys = han ? Array.from(phrase) : unitsOf(phrase.normalize('NFKC').toLowerCase()).map((unit) => unit.key);
  if (keys.length === 0 || keys.length > LONGEST_PHRASE) return;
  const { sense } = entry;
  trie.add(keys, entry, sense.kind === 'cue' ? null : sense.kind === 'value' && sense.attribute.role === 'name' ? 'name' : 'word');
  if (sense.kind !== 'cue' && (han || keys.every((key) => /^\p{Script=Han}$/u.test(key)))) hanNames.add(keys.join(''));
}

/** Unified ideographs: each is a unit, and no normal form of another. */
const ONLY_HAN = /^[\u4e00-\u9fff]+$/;
const FORMS_A_STEP = 200;

/** Longer stored texts are descriptions, which nobody types in full. */
const LONGEST_PHRASE = 24;
