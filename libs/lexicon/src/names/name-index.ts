import type { SemanticModel } from '@querent/semantic';
import type { Form } from '../unit';
import { isClosedWord } from './derive/closed-words';
import { derivedForms } from './derived-forms';
import { Dictionary } from './dictionary';
import type { GivenForm } from './given-form';
import { type IndexedForm, isLabel, partKey } from './name-form';
import { namedThings } from './named-things';
import { MOST_PIECES, type Piece, piecesOf } from './pieces';
import { PhraseTrie } from './phrase-trie';
import { REAL_WORDS } from './real-words';
import { lessSure, RULES } from './rules';
import { SoundedNames } from './sounded-names';
import { SpeltWords } from './spelt-words';
import { storedForms, translatableValues } from './stored-forms';
import { untranslatedNames } from './translated-names';
import { namedParts, writtenForms } from './written-forms';

/** All forms of the names of a model, found by their pieces. */
export class NameIndex {
  readonly trie = new PhraseTrie<IndexedForm>();
  /** Words that a misspelt one may have been. */
  readonly words = new SpeltWords();
  /** Chinese names that a mistyped one may have been. */
  readonly sounded = new SoundedNames();
  /** Roles, with the things that play them. */
  readonly roles = new Map<string, string>();
  /** Labels by their keys, with the part that is called so. */
  private readonly labels = new Map<string, string>();

  /**
   * Adds the forms of a model in steps of some hundred: written ones first, because an exact label ends derived forms.
   */
  *build(model: SemanticModel): Generator<void> {
    let since = 0;
    const dictionary = new Dictionary();
    yield* dictionary.build(untranslatedIn(model));
    const things = [...namedThings(model, dictionary)];
    for (const { id, roleOf } of things) if (roleOf !== undefined) this.roles.set(id, roleOf);
    const parts = namedParts(model, dictionary);
    const sources = [
      writtenForms(model, things, parts),
      storedForms(things, dictionary),
      derivedForms(model, things, parts),
    ];
    for (const source of sources) {
      for (const form of source) {
        this.add(form);
        since = (since + 1) % FORMS_A_STEP;
        if (since === 0) yield;
      }
    }
  }

  private add(given: GivenForm): void {
    const pieces = piecesOf(given.text);
    if (pieces.length === 0 || pieces.length > MOST_PIECES) return;
    const keys = pieces.map(({ key }) => key);
    const form = indexed(given, pieces);
    if (isDerived(given)) {
      if (
        isClosedWord(given.text, given.rule === 'dictionary' || given.rule === 'thingLetter') ||
        (given.rule.startsWith('pinyin') && REAL_WORDS.has(given.text))
      )
        return;
      form.alone = !this.isLabelOfOther(keys, form);
      if (!form.alone && !isOwnable(given)) return;
    }
    if (isLabel(form)) this.addLabel(keys, form);
    this.trie.add(keys, form);
    if (!isGuess(given)) for (const { kind, key } of pieces) if (kind === 'word') this.words.add(key);
    this.sounded.add(form);
  }

  private addLabel(keys: readonly string[], { meaning }: IndexedForm): void {
    const [phrase, part] = [keys.join(' '), partKey(meaning)];
    const known = this.labels.get(phrase);
    this.labels.set(phrase, known === undefined || known === part ? part : SEVERAL);
  }

  private isLabelOfOther(keys: readonly string[], { meaning }: IndexedForm): boolean {
    const part = this.labels.get(keys.join(' '));
    return part !== undefined && part !== partKey(meaning);
  }
}

/** Names that have no label in one language, and stored values of few characters. */
function* untranslatedIn(model: SemanticModel): Generator<string> {
  for (const thing of namedThings(model, null)) {
    yield* untranslatedNames(thing);
    for (const column of thing.columns) {
      yield* untranslatedNames(column);
      for (const { text } of translatableValues(column)) yield text;
    }
  }
  for (const part of namedParts(model, null)) yield* untranslatedNames(part);
}

const FORMS_A_STEP = 300;
/** No part's key. */
const SEVERAL = '';
/** What a column is called beside its owner, whatever else is called so. */
const isOwnable = ({ owner, meaning }: GivenForm): boolean =>
  owner != null && (meaning.type === 'attribute' || meaning.type === 'measure');
const isDerived = (given: GivenForm): boolean =>
  given.meaning.type !== 'value' && formOf(given) !== 'exact' && given.rule !== 'physical';

/** The less sure one of the form itself and of the name that it is derived from. */
const formOf = ({ rule, base }: GivenForm): Form =>
  base === 'dictionary' ? lessSure(RULES[rule].form, RULES[base].form) : RULES[rule].form;

/** Forms that nothing confirms: a word that is like one of them is no misspelling. */
const isGuess = (given: GivenForm): boolean =>
  given.rule === 'pinyin' ||
  given.rule === 'pinyinValue' ||
  given.rule === 'flagOpposite' ||
  formOf(given) === 'dictionary';

function indexed(given: GivenForm, pieces: readonly Piece[]): IndexedForm {
  const { text, meaning, rule, cost, owner = null, ownedCost = cost } = given;
  const spelling = pieces.map(({ surface }) => surface).join('');
  return {
    phrase: text,
    spelling: spelling === text ? text : spelling,
    meaning,
    rule,
    form: formOf(given),
    cost,
    owner,
    ownedCost,
    alone: true,
  };
}
