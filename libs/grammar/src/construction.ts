import type { Facts } from './facts';
import type { Category, Meaning } from './meaning';

/** A meaning that a construction builds. `cost` is added to the costs of the construction and of its parts. */
export interface Built {
  meaning: Meaning;
  cost: number;
}

/**
 * A rule that combines two neighbouring meanings, or reads one meaning as another (`right` is null). It may depend on
 * the model's types, joins and units, but not on its words. `zh` and `en` are examples; the generated page and a test
 * use them.
 */
export interface Construction {
  name: string;
  left: readonly Category[];
  right: readonly Category[] | null;
  cost: number;
  zh: string;
  en: string;
  build(left: Meaning, right: Meaning | null, facts: Facts): Built[];
}

type Of<C extends Meaning['cat']> = Extract<Meaning, { cat: C }>;
type MeaningOf<C extends Category> = C extends `op:${infer O}`
  ? Extract<Meaning, { cat: 'operator' }> & { operator: { op: O } }
  : C extends Meaning['cat']
    ? Of<C>
    : never;
type Made = Meaning | Built | null | readonly (Built | Meaning)[];

interface Examples {
  cost?: number;
  zh: string;
  en: string;
}

/** A construction of two parts in this order. */
export function pair<L extends Category, R extends Category>(
  name: string,
  left: L | readonly L[],
  right: R | readonly R[],
  examples: Examples,
  build: (left: MeaningOf<L>, right: MeaningOf<R>, facts: Facts) => Made,
): Construction {
  return {
    name,
    left: [left].flat(),
    right: [right].flat(),
    cost: examples.cost ?? 0,
    zh: examples.zh,
    en: examples.en,
    build: (l, r, facts) => builtOf(build(l as MeaningOf<L>, r as MeaningOf<R>, facts)),
  };
}

/** A construction of two parts in both orders; `reversed` is the additional cost of the second order. */
export function either<L extends Category, R extends Category>(
  name: string,
  left: L | readonly L[],
  right: R | readonly R[],
  examples: Examples & { reversed?: number },
  build: (left: MeaningOf<L>, right: MeaningOf<R>, facts: Facts) => Made,
): Construction[] {
  return [
    pair(name, left, right, examples, build),
    pair(
      `${name}, reversed`,
      right,
      left,
      { ...examples, cost: (examples.cost ?? 0) + (examples.reversed ?? 0) },
      (r, l, facts) => build(l, r, facts),
    ),
  ];
}

/** A construction that reads one meaning as another. */
export function alone<L extends Category>(
  name: string,
  left: L | readonly L[],
  examples: Examples,
  build: (left: MeaningOf<L>, facts: Facts) => Made,
): Construction {
  return {
    name,
    left: [left].flat(),
    right: null,
    cost: examples.cost ?? 0,
    zh: examples.zh,
    en: examples.en,
    build: (l, _, facts) => builtOf(build(l as MeaningOf<L>, facts)),
  };
}

function builtOf(made: Made): Built[] {
  if (made === null) return [];
  const list = Array.isArray(made) ? (made as readonly (Built | Meaning)[]) : [made as Built | Meaning];
  return list.map((one) => ('cat' in one ? { meaning: one, cost: 0 } : one));
}
