import type { SemanticModel } from '../../model/semantic-model';
import { lexiconOf } from './lexicon';
import type { Attribute } from './model-view';
import { isAskedByName } from './value-forms';

/** A text that a stored value may be called by: itself, or a name that the model gives it. */
export interface ValueText {
  table: string;
  column: string;
  value: string;
  text: string;
}

/** The values of one column that words may name, most frequent first. Columns without any are left out; nothing hidden is in a model. */
export function valueTextsOf(model: SemanticModel): ValueText[][] {
  const attributes = [...lexiconOf(model).things.values()].flatMap((thing) => (thing.kind === 'table' ? thing.attributes : []));
  return attributes.map(textsOf).filter((texts) => texts.length > 0);
}

function textsOf(attribute: Attribute): ValueText[] {
  const { table, column } = attribute.ref;
  const named = Object.entries(attribute.values).flatMap(([value, { zh, en }]) => [...zh, ...en].map((text) => ({ table, column, value, text })));
  const stored = [...new Set([...attribute.stored, ...Object.keys(attribute.values)])].filter((value) => isAskedByName(attribute, value));
  return [...named, ...stored.map((value) => ({ table, column, value, text: value }))];
}
