import { type Pairs, pairsOf } from './likeness';
import { type Lexicon, namesOf } from './lexicon';
import type { SemanticModel } from '../../model/semantic-model';
import { unitsOf } from './units';
import type { Attribute } from './model-view';

/** A name that an unknown word may nearly be, ready to be compared. */
export interface Spelling {
  /** The part of the model, as options name it. */
  value: string;
  text: string;
  pairs: Pairs;
  /** Whether it is stored data, of which a part may be asked for. */
  stored: boolean;
}

const known = new WeakMap<Lexicon, Spelling[]>();

/** Stored values under all their names, and metrics; worked out once per model. */
export function spellingsOf(lexicon: Lexicon, model: SemanticModel): Spelling[] {
  const found = known.get(lexicon) ?? [...[...lexicon.things.values()].flatMap((thing) => thing.attributes.flatMap(valueSpellings)), ...metricSpellings(model)];
  known.set(lexicon, found);
  return found;
}

function valueSpellings(attribute: Attribute): Spelling[] {
  return [...new Set([...attribute.stored, ...Object.keys(attribute.values)])].flatMap((value) => {
    const names = attribute.values[value];
    const texts = new Set([value, names?.zh[0] ?? '', names?.en[0] ?? ''].filter((text) => text !== '').map((text) => text.toLowerCase()));
    return [...texts].map((text) => ({ value: `value:${attribute.ref.table}.${attribute.ref.column}=${value}`, text, pairs: pairsOf(text), stored: true }));
  });
}

function metricSpellings(model: SemanticModel): Spelling[] {
  return Object.values(model.metrics).flatMap((metric) => namesOf(metric).map(({ name }) => ({ value: `metric:${metric.id}`, text: name.toLowerCase(), pairs: pairsOf(name.toLowerCase()), stored: false })));
}

const cutNames = new WeakMap<Attribute, { value: string; text: string; keys: string[] }[]>();

/** The stored names of an attribute with the units that they are made of; worked out once. */
export function namesInUnits(attribute: Attribute): { value: string; text: string; keys: string[] }[] {
  const found = cutNames.get(attribute) ?? attribute.stored.map((value) => ({ value, text: value.toLowerCase(), keys: unitsOf(value.toLowerCase()).map((unit) => unit.key) }));
  cutNames.set(attribute, found);
  return found;
}
