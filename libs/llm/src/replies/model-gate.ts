import type { SemanticModel } from '@querent/model';
import { leakGate, type LeakGate } from '@querent/sql';
import { namesOfModel } from './names-of-model';

const gates = new WeakMap<SemanticModel, LeakGate>();

/** The leak gate of a connection's texts, built once per model. */
export function modelGate(model: SemanticModel): LeakGate {
  const gate = gates.get(model) ?? leakGate(namesOfModel(model));
  gates.set(model, gate);
  return gate;
}

/** Whether a text contains a database name that is not a business word, or SQL. `known`: texts that the user typed. */
export const namesDatabase = (text: string, model: SemanticModel, known: readonly string[]): boolean =>
  modelGate(model).text(text, 'text', { locale: 'en', known: () => known }) !== text;
