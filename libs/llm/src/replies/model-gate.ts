import type { SemanticModel } from '@querent/model';
import { leakGate, type LeakGate } from '@querent/sql';
import { namesOfModel } from './names-of-model';

const gates = new WeakMap<SemanticModel, LeakGate>();

/** The gate for texts about a connection, made once a model. */
export function modelGate(model: SemanticModel): LeakGate {
  const gate = gates.get(model) ?? leakGate(namesOfModel(model));
  gates.set(model, gate);
  return gate;
}

/**
 * Whether a text names a part of the database that the business does not name so, or speaks SQL. `known`: what the
 * asker typed.
 */
export const namesDatabase = (text: string, model: SemanticModel, known: readonly string[]): boolean =>
  modelGate(model).text(text, 'text', { locale: 'en', known: () => known }) !== text;
