import type { Ambiguity, Choice } from '@querent/contracts';
import type { Candidate } from './candidate';

type Option = Ambiguity['options'][number];

/** One way to make a decision, and the candidates that remain then. */
export interface Way extends Omit<Option, 'id'> {
  leads: readonly Candidate[];
}

/** A decision for the asker, the likeliest way first. */
export interface Decision extends Pick<Ambiguity, 'trigger' | 'key' | 'question' | 'span'> {
  ways: readonly Way[];
  /** The candidates that remain if several ways are chosen together; absent if only one may be chosen. */
  together?: (values: readonly string[]) => readonly Candidate[];
}

export const MOST_OPTIONS = 4;

/** The decision as a question to the asker. */
export function asAmbiguity({ trigger, key, question, ways, together, span }: Decision): Ambiguity {
  const options = ways.slice(0, MOST_OPTIONS).map(({ label, description, value, aliases }, at): Option => ({
    id: String(at + 1),
    label,
    ...(description === undefined ? {} : { description }),
    value,
    aliases: [...new Set(aliases)].filter((alias) => alias !== label),
  }));
  return {
    trigger,
    key,
    question,
    options,
    allowText: true,
    ...(together === undefined ? {} : { combinable: true }),
    ...(span === undefined ? {} : { span }),
  };
}

/** The candidates that remain after the asker's choice; null if no offered way was chosen. */
export function afterChoice(decision: Decision, choices: readonly Choice[]): readonly Candidate[] | null {
  const choice = choices.findLast(({ key }) => key === decision.key);
  if (choice === undefined) return null;
  const values = [choice.value, ...(choice.also ?? [])];
  if (values.length > 1 && decision.together) {
    const left = decision.together(values);
    if (left.length > 0) return left;
  }
  return decision.ways.find(({ value }) => value === choice.value)?.leads ?? null;
}
