import type { TurnWord } from '@querent/lexicon';
import type { ConstructionTable } from '@querent/reading';
import { type Category, categoryOf, type Facts, type Meaning } from '@querent/grammar';
import type { Topic } from './lift-query';

/** The topic after an edit, and the cost of this reading. */
export interface Edited {
  topic: Topic;
  cost: number;
}

/** The inputs of an edit: the model, the constructions, and the turn words of its clause. */
export interface Editing {
  facts: Facts;
  table: ConstructionTable;
  words: ReadonlySet<TurnWord>;
  /** The current day for the user, such as 2026-01-31. */
  today: string;
}

/**
 * How a part of a turn changes the topic. Where the topic and the part combine, the constructions for questions combine
 * them, after the edit has removed the parts to be replaced. `zh` and `en` are examples.
 */
export interface Edit {
  name: string;
  of: readonly Category[];
  changes: 'rows' | 'period' | 'conditions' | 'keys' | 'measure' | 'order' | 'columns' | 'comparison';
  cost: number;
  zh: string;
  en: string;
  apply(topic: Topic, part: Meaning, editing: Editing): Edited[];
}

type OfCategory<C extends Category> = C extends `op:${infer O}`
  ? Extract<Meaning, { cat: 'operator' }> & { operator: { op: O } }
  : Extract<Meaning, { cat: C }>;

export function edit<C extends Category>(
  name: string,
  of: C | readonly C[],
  { changes, cost = 0, zh, en }: Pick<Edit, 'changes' | 'zh' | 'en'> & { cost?: number },
  apply: (topic: Topic, part: OfCategory<C>, editing: Editing) => Edited | Topic | null | readonly Edited[],
): Edit {
  return {
    name,
    of: [of].flat(),
    changes,
    cost,
    zh,
    en,
    apply: (topic, part, editing) => {
      const made = apply(topic, part as OfCategory<C>, editing);
      if (made === null) return [];
      if (Array.isArray(made)) return [...(made as readonly Edited[])];
      const one = made as Edited | Topic;
      return ['cat' in one ? { topic: one, cost: 0 } : one];
    },
  };
}

/** The topic and a part, combined by the constructions for questions in either order. */
export function combined(topic: Topic, part: Meaning, { facts, table }: Editing): Edited[] {
  const [of, category] = [categoryOf(topic), categoryOf(part)];
  const found = new Map<string, Edited>();
  const built = [
    ...table
      .pairs(of, category)
      .flatMap((one) => one.build(topic, part, facts).map((made) => ({ ...made, cost: made.cost + one.cost }))),
    ...table
      .pairs(category, of)
      .flatMap((one) => one.build(part, topic, facts).map((made) => ({ ...made, cost: made.cost + one.cost }))),
  ];
  for (const { meaning, cost } of built) {
    if (meaning.cat !== 'set' && meaning.cat !== 'figure') continue;
    const key = JSON.stringify(meaning);
    const known = found.get(key);
    if (!known || cost < known.cost) found.set(key, { topic: meaning, cost });
  }
  return [...found.values()];
}

/** Whether the turn removes a part of the question, or excludes rows. */
export const removesParts = ({ words }: Pick<Editing, 'words'>): boolean => words.has('remove') || words.has('exclude');

/** The rows that a figure aggregates; null for a comparison or a share. */
export function rowsOf(topic: Topic): Extract<Topic, { cat: 'set' }> | null {
  if (topic.cat === 'set') return topic;
  if (topic.compare !== null || topic.share !== null) return null;
  const { thing, filters, periods, clock } = topic;
  return {
    cat: 'set',
    thing,
    filters,
    periods,
    clock,
    near: topic.near,
    select: [],
    distinct: false,
    having: [],
    order: [],
    limit: null,
    rank: null,
    asked: true,
    named: true,
  };
}
