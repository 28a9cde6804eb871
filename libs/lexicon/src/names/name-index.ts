import type { SemanticModel } from '@querent/model';
import type { Form } from '../unit';
import { isClosedWord } from './derive/closed-words';
import { derivedForms } from './derived-forms';
import { Dictionary } from './dictionary';
import type { GivenForm } from './given-form';
import { type IndexedForm, isLabel, partKey } from './name-form';
import { type NamedThing, namedThings, translated, translatedThing } from './named-things';
import { NearNames } from './find/near-names';
import { MOST_PIECES, piecesOf, singularOf } from './pieces';
import { PhraseTrie } from './find/phrase-trie';
import { REAL_WORDS } from './find/real-words';
import { lessSure, RULES } from './rules';
import { SoundIndex } from './find/sound-index';
import { SpellingIndex } from './find/spelling-index';
import { storedForms, translatableValues } from './stored-forms';
import { untranslatedNames } from './translated-names';
import { type NamedPart, namedParts, writtenForms } from './written-forms';
import { writtenNames } from './written-names';

/** All forms of the names of a model, indexed by their pieces. */
export class NameIndex {
  readonly trie = new PhraseTrie<IndexedForm>();
  /** Candidates for misspelled words. */
  readonly words = new SpellingIndex();
  /** Candidates for mistyped Chinese names. */
  readonly sounded = new SoundIndex();
  /** Roles, with the things that play them. */
  readonly roles = new Map<string, string>();
  /** Labels by their keys, with the part that they name. */
  private readonly labels = new Map<string, string>();
  /** Labels of time columns with their tables: opened, 开户. */
  private readonly timeLabels = new Map<string, Set<string>>();

  /**
   * Adds the forms of a model in steps of a few hundred: written ones first, because an exact label excludes derived
   * forms.
   */
  *build(model: SemanticModel): Generator<void> {
    let since = 0;
    const named: NamedThing[] = [];
    for (const thing of namedThings(model)) if (named.push(thing) % THINGS_A_STEP === 0) yield;
    const near = new NearNames();
    if (model.derived === true) yield* near.build(named);
    const written: NamedThing[] = [];
    for (const thing of named) if (written.push(near.of(thing)) % THINGS_A_STEP === 0) yield;
    const writtenParts = namedParts(model);
    const dictionary = new Dictionary(eventNouns(written, model));
    yield* dictionary.build(untranslatedIn(written, writtenParts));
    const things: NamedThing[] = [];
    for (const thing of written) if (things.push(translatedThing(thing, dictionary)) % THINGS_A_STEP === 0) yield;
    const parts = writtenParts.map((part) => translated(part, dictionary));
    for (const { id, roleOf } of things) if (roleOf !== undefined) this.roles.set(id, roleOf);
    const cut = memoizedCut();
    for (const [at, { columns }] of things.entries()) {
      const times = columns.filter(({ role }) => role === 'time');
      for (const time of times)
        for (const { text } of writtenNames(time)) this.addTimeLabel(cut(text).phrase, time.ref.table);
      if (at % THINGS_A_STEP === 0) yield;
    }
    const sources = [
      writtenForms(model, things, parts),
      storedForms(things, dictionary),
      derivedForms(model, things, parts),
    ];
    for (const source of sources) {
      for (const form of source) {
        this.add(form, cut(form.text));
        since = (since + 1) % FORMS_A_STEP;
        if (since === 0) yield;
      }
    }
  }

  private add(given: GivenForm, name: CutName): void {
    const { keys, phrase } = name;
    if (keys.length === 0 || keys.length > MOST_PIECES) return;
    const form = indexed(given, name);
    const isTranslated = given.rule === 'dictionary';
    if (isTranslated && name.isClosedIfTranslated) return;
    if (isDerived(given)) {
      const isClosed = given.rule === 'thingLetter' ? name.isClosedIfMade : !isTranslated && name.isClosed;
      if (isClosed || (given.rule.startsWith('pinyin') && REAL_WORDS.has(given.text))) return;
      form.alone = !this.isLabelOfOther(phrase, form);
      if (!form.alone && !isOwnable(given)) return;
    }
    if (isLabel(form)) this.addLabel(phrase, form);
    this.trie.add(keys, form);
    if (!isGuess(given)) for (const word of name.words) this.words.add(word);
    this.sounded.add(form);
  }

  private addLabel(phrase: string, { meaning }: IndexedForm): void {
    const part = partKey(meaning);
    const known = this.labels.get(phrase);
    this.labels.set(phrase, known === undefined || known === part ? part : SEVERAL);
  }

  private addTimeLabel(phrase: string, table: string): void {
    this.timeLabels.set(phrase, (this.timeLabels.get(phrase) ?? new Set()).add(table));
  }

  /**
   * The opened thing decides which opening is meant: the label of one time does not exclude the same event of other
   * things.
   */
  private isLabelOfOther(phrase: string, { meaning }: IndexedForm): boolean {
    const part = this.labels.get(phrase);
    const timed = meaning.type === 'event' ? this.timeLabels.get(phrase) : undefined;
    if (meaning.type === 'event' && timed && !timed.has(meaning.column.table)) return false;
    return part !== undefined && part !== partKey(meaning);
  }
}

/** The last words of the names of events: adoption, stay. */
const eventNouns = (things: readonly NamedThing[], { tables }: SemanticModel): ReadonlySet<string> =>
  new Set(
    things
      .filter(({ id }) => tables[id]?.kind === 'event')
      .flatMap((thing) => writtenNames(thing).map(({ text }) => singularOf(text.split(' ').at(-1) ?? ''))),
  );

/** Names without a label in one language, and short stored values. */
function* untranslatedIn(things: readonly NamedThing[], parts: readonly NamedPart[]): Generator<string> {
  for (const thing of things) {
    yield* untranslatedNames(thing);
    for (const column of thing.columns) {
      yield* untranslatedNames(column);
      for (const { text } of translatableValues(column)) yield text;
    }
  }
  for (const part of parts) yield* untranslatedNames(part);
}

const FORMS_A_STEP = 300;
const THINGS_A_STEP = 10;
/** A key that no part has. */
const SEVERAL = '';
/** Whether a form names a column beside its owner, even if other parts have the same name. */
const isOwnable = ({ owner, meaning }: GivenForm): boolean =>
  owner != null && (meaning.type === 'attribute' || meaning.type === 'measure');
const isDerived = (given: GivenForm): boolean =>
  given.meaning.type !== 'value' && formOf(given) !== 'exact' && given.rule !== 'physical';

/** The less sure one of the form and of the name that it is derived from. */
const formOf = ({ rule, base }: GivenForm): Form =>
  base === 'dictionary' ? lessSure(RULES[rule].form, RULES[base].form) : RULES[rule].form;

/** Forms without confirmation: a similar word is not a misspelling of them. */
const isGuess = (given: GivenForm): boolean =>
  given.rule === 'pinyin' ||
  given.rule === 'pinyinValue' ||
  given.rule === 'flagOpposite' ||
  formOf(given) === 'dictionary';

/** A name's text, cut for the index. */
interface CutName {
  /** Keys of its pieces, and the keys as one text. */
  keys: readonly string[];
  phrase: string;
  /** The keys that are words. */
  words: readonly string[];
  spelling: string;
  isClosed: boolean;
  isClosedIfMade: boolean;
  isClosedIfTranslated: boolean;
}

function cutName(text: string): CutName {
  const pieces = piecesOf(text);
  const keys = pieces.map(({ key }) => key);
  const spelling = pieces.map(({ surface }) => surface).join('');
  return {
    keys,
    phrase: keys.join(' '),
    words: pieces.flatMap(({ kind, key }) => (kind === 'word' ? [key] : [])),
    spelling: spelling === text ? text : spelling,
    isClosed: isClosedWord(text),
    isClosedIfMade: isClosedWord(text, true),
    // 普通 is not an average, and 高 is not "above".
    isClosedIfTranslated:
      isClosedWord(text, true) || pieces.every(({ kind, key }) => kind === 'word' && isClosedWord(key)),
  };
}

/** Cuts each name once: in a large schema most names recur in table after table. */
function memoizedCut(): (text: string) => CutName {
  const known = new Map<string, CutName>();
  return (text) => {
    const name = known.get(text) ?? cutName(text);
    known.set(text, name);
    return name;
  };
}

function indexed(given: GivenForm, { spelling }: CutName): IndexedForm {
  const { text, meaning, rule, cost, owner = null, ownedCost = cost } = given;
  return { phrase: text, spelling, meaning, rule, form: formOf(given), cost, owner, ownedCost, alone: true };
}
