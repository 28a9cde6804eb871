import type { Ambiguity, Choice } from '@querent/contracts';
import type { Candidate } from './candidate';

type Option = Ambiguity['options'][number];

/** A way to decide what is open, and the candidates that it leaves. */
export interface Way extends Omit<Option, 'id'> {
  leads: readonly Candidate[];
}

/** Something that the asker has to decide, the likeliest way first. */
export interface Decision extends Pick<Ambiguity, 'trigger' | 'key' | 'question' | 'span'> {
  ways: readonly Way[];
  /** The candidates that several ways together leave; absent: one way only. */
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

/** What is left after the asker's choice; null where nothing was chosen of what is on offer. */
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
