import type { SemanticModel } from '@querent/model';
import type { Unit } from '../../unit';
import { findForms } from './find-forms';
import { frontedObjects } from './fronted-objects';
import type { NameForm } from '../name-form';
import { NameIndex } from '../name-index';
import { bareVerbs, splitObjects, withoutHalfVerbs } from './split-verbs';
import { spanOf, textPieces } from './text-pieces';

/** The names of a model in all their derived forms. */
export interface Names {
  /**
   * The units of the model's names in a text normalised by `plainText`, overlapping ones too, in reading order: at most
   * 2,000. Offsets are those of the text.
   */
  unitsIn(text: string): Unit[];
  /** Every form of every name, for review by people. Combinations with the owner's name are not listed. */
  formsOf(): Iterable<NameForm>;
}

const known = new WeakMap<SemanticModel, NamesOfModel>();

/** The names of a model, built once per resolved model: by `namesSteps`, or at the first question. */
export function openNames(model: SemanticModel): Names {
  return namesOf(model);
}

/** The index of a model's names. */
export function nameIndexOf(model: SemanticModel): NameIndex {
  return namesOf(model).built();
}

/** Builds the names in steps of a few milliseconds, so that a large model does not block other work. */
export function namesSteps(model: SemanticModel): Generator<void> {
  return namesOf(model).steps;
}

function namesOf(model: SemanticModel): NamesOfModel {
  const names = known.get(model) ?? new NamesOfModel(model);
  known.set(model, names);
  return names;
}

class NamesOfModel implements Names {
  readonly steps: Generator<void>;
  private readonly index = new NameIndex();

  constructor(model: SemanticModel) {
    this.steps = this.index.build(model);
  }

  unitsIn(text: string): Unit[] {
    const pieces = textPieces(text);
    const index = this.built();
    const units = findForms(pieces, index).map(({ from, to, of, form, cost }): Unit => {
      const { start, end } = spanOf(pieces, from, to);
      return { start, end, text: text.slice(start, end), meaning: of.meaning, form, cost };
    });
    const split = [...units, ...splitObjects(text, units, index.trie)];
    return [...withoutHalfVerbs(text, split), ...bareVerbs(text, index.trie), ...frontedObjects(text, index.trie)];
  }

  formsOf(): Iterable<NameForm> {
    return this.alone();
  }

  private *alone(): Generator<NameForm> {
    for (const form of this.built().trie.items()) if (form.alone) yield form;
  }

  built(): NameIndex {
    while (this.steps.next().done !== true);
    return this.index;
  }
}
