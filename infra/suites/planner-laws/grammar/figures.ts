import type { AggregateFunction, Measure } from '@querent/contracts';
import { type Grammar, type Phrase, plural, worded, type Wordings } from './phrase';

/** A figure's noun phrase: total amount, number of orders, revenue. */
export interface Figure extends Phrase {
  thing: string;
  what: Measure['what'];
}

const AGGREGATED: Record<Exclude<AggregateFunction, 'count' | 'count_distinct'>, Wordings> = {
  sum: { en: ['total {amount}', 'sum of {amount}'], zh: ['总{amount}', '{amount}总和', '{amount}合计'] },
  avg: { en: ['average {amount}', 'mean {amount}'], zh: ['平均{amount}', '{amount}平均值'] },
  min: { en: ['minimum {amount}', 'lowest {amount}'], zh: ['最小{amount}', '{amount}最小值', '最低{amount}'] },
  max: { en: ['maximum {amount}', 'highest {amount}'], zh: ['最大{amount}', '{amount}最大值', '最高{amount}'] },
  median: { en: ['median {amount}'], zh: ['{amount}中位数', '{amount}的中位数'] },
};

type Kind = 'count' | 'metric' | keyof typeof AGGREGATED;

/** A figure over rows of a suitable thing. */
export function figureOf(
  g: Grammar,
  kinds: readonly Kind[],
  fits: (thing: string) => boolean = () => true,
): Figure | null {
  for (const kind of g.random.some(kinds, kinds.length)) {
    const made =
      kind === 'count' ? countOf(g, fits) : kind === 'metric' ? metricOf(g, fits) : aggregateOf(g, kind, fits);
    if (made) return made;
  }
  return null;
}

function countOf(g: Grammar, fits: (thing: string) => boolean): Figure | null {
  const things = g.parts.things.filter(({ id, isEvent }) => isEvent && fits(id));
  if (things.length === 0) return null;
  const { id, name } = g.random.pick(things);
  const phrase = worded(
    g,
    { en: ['number of {things}'], zh: ['{things}数', '{things}数量'] },
    { things: plural(g, name) },
  );
  return { ...phrase, thing: id, what: { kind: 'aggregate', fn: 'count', table: id } };
}

function metricOf(g: Grammar, fits: (thing: string) => boolean): Figure | null {
  const metrics = g.parts.metrics.filter(({ thing }) => fits(thing));
  if (metrics.length === 0) return null;
  const { id, thing, name } = g.random.pick(metrics);
  return { text: name, wording: '<metric>', thing, what: { kind: 'metric', id, form: 'value' } };
}

function aggregateOf(g: Grammar, fn: keyof typeof AGGREGATED, fits: (thing: string) => boolean): Figure | null {
  const amounts = g.parts.amounts.filter(({ thing }) => fits(thing));
  if (amounts.length === 0) return null;
  const { ref, thing, name } = g.random.pick(amounts);
  return {
    ...worded(g, AGGREGATED[fn], { amount: name }),
    thing,
    what: { kind: 'aggregate', fn, table: thing, column: ref },
  };
}
