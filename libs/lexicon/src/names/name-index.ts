import type { SemanticModel } from '@querent/semantic';
import { isClosedWord } from './derive/closed-words';
import { derivedForms } from './derived-forms';
import type { GivenForm } from './given-form';
import { type IndexedForm, isLabel, meaningKey, partKey } from './name-form';
import { MOST_PIECES, type Piece, piecesOf } from './pieces';
import { PhraseTrie } from './phrase-trie';
import { REAL_WORDS } from './real-words';
import { RULES } from './rules';
import { storedForms } from './stored-forms';
import { writtenForms } from './written-forms';

/** All forms of the names of a model, found by their pieces. */
export class NameIndex {
  readonly trie = new PhraseTrie<IndexedForm>();

  /** Adds the forms of a model in steps of some hundred: written ones first, because an exact label ends derived forms. */
  *build(model: SemanticModel): Generator<void> {
    let since = 0;
    for (const source of [writtenForms(model), storedForms(model), derivedForms(model)]) {
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
    const others = this.trie.exactly(keys);
    if (others.some((other) => isRepeated(given, other))) return;
    const form = indexed(given, pieces);
    if (isDerived(given)) {
      if (isClosedWord(given.text) || (given.rule === 'pinyin' && REAL_WORDS.has(given.text))) return;
      form.alone = !others.some((other) => isLabel(other) && partKey(other.meaning) !== partKey(given.meaning));
      if (!form.alone && !isOwnable(given)) return;
    }
    this.trie.add(keys, form);
  }
}

const FORMS_A_STEP = 300;
/** What a column is called beside its owner, whatever else is called so. */
const isOwnable = ({ owner, meaning }: GivenForm): boolean => owner != null && (meaning.type === 'attribute' || meaning.type === 'measure');
const isDerived = ({ rule, meaning }: GivenForm): boolean => meaning.type !== 'value' && RULES[rule].form !== 'exact' && rule !== 'physical';

/** Whether the part is called so already: a label is not derived from another one. */
function isRepeated(given: GivenForm, other: IndexedForm): boolean {
  return other.cost <= given.cost && other.meaning.type === given.meaning.type && other.ownedCost <= (given.ownedCost ?? given.cost) && meaningKey(other.meaning) === meaningKey(given.meaning);
}

function indexed({ text, meaning, rule, cost, owner = null, ownedCost = cost }: GivenForm, pieces: readonly Piece[]): IndexedForm {
  const spelling = pieces.map(({ surface }) => surface).join('');
  return { phrase: text, spelling: spelling === text ? text : spelling, meaning, rule, form: RULES[rule].form, cost, owner, ownedCost, alone: true };
}
