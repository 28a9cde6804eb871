import type { Localized, LocalizedList, ReservedWords, SemanticModel } from '../../model/semantic-model';
import { CUE_TABLE } from './cues';
import { DEGREE_CUES } from './degree-words';
import { HanNames } from './han-names';
import { headNouns } from './head-nouns';
import { type Attribute, type Thing, thingsOf } from '../../model/things';
import { namesOf } from '../../model/things';
import { isQualifiable, jointsBefore, jointsBehind, keysOf, LONGEST_PHRASE, namesOfAttribute, PhraseTrie } from './phrase-trie';
import type { Sense } from './sense';
import { shortNames } from './short-names';
import { spellingSteps } from './spellings';
import { valueForms } from './value-forms';

/** One way to read a run of units; `weight` below 1 says how much surer the written label would have been. */
export interface LexiconEntry {
  sense: Sense;
  weight: number;
  /** Of a thing: the name, where it may stand before its attributes'. */
  owner?: string;
}

export interface Lexicon {
  readonly trie: PhraseTrie;
  readonly things: ReadonlyMap<string, Thing>;
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
  readonly things: ReadonlyMap<string, Thing>;
  readonly steps: Generator<void>;
  private readonly words: Words;
  private complete = false;

  constructor(model: SemanticModel) {
    this.things = thingsOf(model);
    this.words = { trie: new PhraseTrie(this.things), things: this.things, hanNames: new HanNames() };
    this.steps = this.build(model);
  }

  get trie(): PhraseTrie {
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
    for (const entry of model.reserved ?? []) addReserved(words, entry);
    yield* addHeads(words);
    this.complete = true;
    yield* words.hanNames.steps();
    yield* spellingSteps(this, model);
  }
}

interface Words {
  trie: PhraseTrie;
  things: ReadonlyMap<string, Thing>;
  hanNames: HanNames;
}

/** Last of all: a word that the model has a meaning for keeps it. */
function* addHeads(lexicon: Words): Generator<void> {
  for (const [thing, heads] of yield* headNouns(lexicon.things)) {
    yield;
    for (const head of heads) {
      const keys = keysOf(head);
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

/** A column's words also together with its table's, as the names of sound columns are. */
function addReserved(lexicon: Words, { words, table }: ReservedWords): void {
  const entry: LexiconEntry = { sense: { kind: 'reserved', table: table ?? null }, weight: 1 };
  const thing = table === undefined ? undefined : lexicon.things.get(table);
  const owners = thing ? namesOf(thing).map(({ name }) => name) : [];
  for (const name of words) {
    addPhrase(lexicon, name, entry);
    for (const owner of owners) {
      const behind = ['', ...jointsBehind(owner)].map((joint) => (HAN.test(owner + name) ? owner + joint + name : `${owner}${joint} ${name}`));
      const before = jointsBefore(owner, name).length > 0 ? [`${name} of ${owner}`, `${name} of the ${owner}`] : [];
      for (const phrase of [...behind, ...before]) addPhrase(lexicon, phrase, { ...entry, sense: { kind: 'reserved', table: null } });
    }
  }
}

function* addThing(lexicon: Words, thing: Thing): Generator<void> {
  const names = namesOf(thing);
  const sense: Sense = { kind: 'thing', thing: thing.name, entity: thing.kind === 'entity' };
  for (const { name, weight } of names) addPhrase(lexicon, name, { sense, weight, owner: name });
  addPhrase(lexicon, thing.name, { sense, weight: 0.97 });
  for (const attribute of thing.attributes) {
    yield* addAttribute(lexicon, attribute, names.map(({ name }) => name));
    for (const name of shortNames(thing, attribute)) addPhrase(lexicon, name, { sense: { kind: 'attribute', attribute, qualified: false }, weight: 0.93 });
  }
}

function* addAttribute(lexicon: Words, attribute: Attribute, owners: string[]): Generator<void> {
  const sense: Sense = { kind: 'attribute', attribute, qualified: false };
  for (const { name, weight } of namesOfAttribute(attribute)) {
    const entry = { sense, weight };
    if (attribute.role === 'time' && /^\p{Script=Han}+$/u.test(name)) addPhrase(lexicon, `新${name}`, entry);
    addPhrase(lexicon, name, entry);
    for (const owner of owners) if (isQualifiable(attribute, name, owner)) knowQualified(lexicon, name, owner);
  }
  let since = 0;
  for (const form of valueForms(attribute)) {
    addPhrase(lexicon, form.text, { sense: { kind: 'value', attribute, value: form.value, match: form.match }, weight: form.weight });
    since = (since + 1) % FORMS_A_STEP;
    if (since === 0) yield;
  }
  yield;
}

/** What misspelt words are compared with, of the names that are put together where they are looked for. */
function knowQualified({ trie, hanNames }: Words, name: string, owner: string): void {
  for (const joint of [...jointsBehind(owner), ...jointsBefore(owner, name)]) trie.know(joint, 'word');
  if (!HAN.test(owner) || !HAN.test(name)) return;
  for (const joint of ['', ...jointsBehind(owner)]) {
    const keys = keysOf(owner + joint + name);
    if (keys.length <= LONGEST_PHRASE && keys.every((key) => ONE_HAN.test(key))) hanNames.add(keys.join(''));
  }
}

const HAN = /\p{Script=Han}/u;
const ONE_HAN = /^\p{Script=Han}$/u;

function addPhrase({ trie, hanNames }: Words, phrase: string, entry: LexiconEntry): void {
  const keys = keysOf(phrase);
  if (keys.length === 0 || keys.length > LONGEST_PHRASE) return;
  const { sense } = entry;
  trie.add(keys, entry, sense.kind === 'cue' ? null : sense.kind === 'value' && sense.attribute.role === 'name' ? 'name' : 'word');
  if (sense.kind !== 'cue' && keys.every((key) => ONE_HAN.test(key))) hanNames.add(keys.join(''));
}

const FORMS_A_STEP = 200;
