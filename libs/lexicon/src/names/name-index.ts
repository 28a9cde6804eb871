import { normalizeText } from '@querent/language';
import type { SemanticModel } from '@querent/semantic';
import type { NameMeaning } from '../unit';
import { type IndexedForm, meaningKey } from './name-form';
import { columnMeaning, type Labelled, type NamedColumn, type NamedThing, namedThings } from './named-things';
import { MOST_PIECES, piecesOf } from './pieces';
import { PhraseTrie } from './phrase-trie';
import { costOf, RULES, type RuleName } from './rules';
import { valueNames } from './value-names';
import { writtenNames } from './written-names';

/** A form before it is indexed. */
interface GivenForm {
  /** Normalised. */
  text: string;
  meaning: NameMeaning;
  rule: RuleName;
  cost: number;
  /** The thing that has it. */
  owner?: string | null;
  /** A table that an entity is kept in: the entity is meant before it. */
  isSource?: boolean;
}

/** All forms of the names of a model, found by their pieces. */
export class NameIndex {
  readonly trie = new PhraseTrie<IndexedForm>();

  /** Adds the forms of a model in steps of some hundred. */
  *build(model: SemanticModel): Generator<void> {
    let since = 0;
    for (const form of this.forms(model)) {
      this.add(form);
      since = (since + 1) % FORMS_A_STEP;
      if (since === 0) yield;
    }
  }

  private *forms(model: SemanticModel): Generator<GivenForm> {
    for (const thing of namedThings(model)) {
      const { isSource } = thing;
      yield* written(thing, { type: 'thing', thing: thing.id }, { isSource });
      for (const column of thing.columns) yield* columnForms(thing, column);
    }
    yield* catalogueForms(model);
    for (const { words, table } of model.reserved ?? []) {
      for (const word of words) yield { text: normalizeText(word), meaning: { type: 'reserved' }, rule: 'label', cost: 0, owner: table ?? null };
    }
  }

  private add({ text, meaning, rule, cost, owner = null, isSource = false }: GivenForm): void {
    const pieces = piecesOf(text);
    if (pieces.length === 0 || pieces.length > MOST_PIECES) return;
    const keys = pieces.map(({ key }) => key);
    const spelling = pieces.map(({ surface }) => surface).join('');
    const full = cost + (isSource ? costOf('source') : 0);
    this.trie.add(keys, {
      phrase: text, spelling: spelling === text ? text : spelling, meaning, rule, form: RULES[rule].form, cost: full,
      owner, ownedCost: full, alone: true,
    });
  }
}

const FORMS_A_STEP = 500;

function* written(part: Labelled, meaning: NameMeaning, more: Partial<GivenForm> = {}): Generator<GivenForm> {
  for (const { text, rule, cost } of writtenNames(part)) yield { text, meaning, rule, cost, ...more };
}

function* columnForms({ id: owner, isSource }: NamedThing, column: NamedColumn): Generator<GivenForm> {
  yield* written(column, columnMeaning(column), { owner, isSource });
  const seen = new Set<string>();
  for (const { text, meaning, rule } of valueNames(column)) {
    const key = `${text} ${meaningKey(meaning)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield { text, meaning, rule, cost: costOf(rule), isSource };
  }
}

function* catalogueForms(model: SemanticModel): Generator<GivenForm> {
  for (const metric of Object.values(model.metrics)) yield* written({ ...metric, physical: metric.id }, { type: 'metric', id: metric.id });
  for (const filter of Object.values(model.filters)) yield* written({ ...filter, physical: filter.id }, { type: 'filter', id: filter.id });
  for (const term of Object.values(model.terms)) yield* written(termNames(term), { type: 'term', id: term.id });
}

/** A term is called by its id. */
function termNames({ id, label, synonyms }: Omit<Labelled, 'physical'> & { id: string }): Labelled {
  return { label, synonyms: { zh: [id, ...synonyms.zh], en: synonyms.en }, physical: id };
}
