import type { Form } from '../unit';

interface Rule {
  form: Form;
  /** How far the form is from a written name. Costs of rules that are applied to one another add up. */
  cost: number;
  /** What the rule makes of what, for the table that people read. */
  makes: string;
}

/**
 * Every derivation of forms from the names of a model. An answer's ceiling and margin are set against these costs: about 0.1 for what any
 * reader takes to be the same words, 0.3 for a good guess that needs confirmation by the rest of the question, from 0.5 on for guesses.
 */
export const RULES = {
  label: { form: 'exact', cost: 0, makes: 'the label' },
  synonym: { form: 'exact', cost: 0, makes: 'a synonym' },
  stored: { form: 'exact', cost: 0, makes: 'a stored value' },
  listed: { form: 'exact', cost: 0, makes: 'a listed name of a stored value' },
  storedNumber: { form: 'exact', cost: 0.6, makes: 'a stored value that is a number' },
  storedWord: { form: 'exact', cost: 0.5, makes: 'a stored value that is one letter or a word of grammar' },
  plural: { form: 'inflected', cost: 0.01, makes: 'orders → order' },
  owned: { form: 'inflected', cost: 0.01, makes: 'name → customer name, name of the customer' },
  source: { form: 'exact', cost: 0.02, makes: 'the same words of a table that an entity is kept in' },
  physical: { form: 'physical', cost: 0.05, makes: 'ship_amt → ship amt' },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** Forms from the surest to the least sure: a form that is made by two rules is of the less sure one. */
const FORMS: readonly Form[] = ['exact', 'physical', 'inflected', 'verbal', 'head', 'part', 'typo', 'dictionary', 'word'];

export function lessSure(a: Form, b: Form): Form {
  return FORMS.indexOf(a) >= FORMS.indexOf(b) ? a : b;
}

export const costOf = (...rules: readonly RuleName[]): number => rules.reduce((sum, rule) => sum + RULES[rule].cost, 0);
