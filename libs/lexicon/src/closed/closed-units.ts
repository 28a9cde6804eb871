import {
  findAggregates, findComparators, findComparisons, findDistances, findGrains, findNumbers, findQuoted, findSuperlatives, findTimeExpressions, type Span,
} from '@querent/language';
import { PhraseIndex } from '../phrase-index';
import type { Operator, Unit, UnitMeaning } from '../unit';
import { fillerPhrases } from './filler';
import { plainPhrases } from './plain-words';

/** Numbers, periods, quotes, operator words and filler of a normalised question. `today` is the asker's day. */
export function closedUnits(text: string, today: string): Unit[] {
  return [...periods(text, today), ...numbers(text), ...operators(text), ...plain(text)];
}

/** A word of the closed classes costs nothing; filler a little, so that a reading which explains more of the words wins. */
const FILLER_COST = 0.02;

const index = new PhraseIndex<UnitMeaning>();
for (const [phrase, operator] of plainPhrases()) index.add(phrase, { type: 'operator', operator });
for (const phrase of fillerPhrases()) index.add(phrase, { type: 'filler' });

function plain(text: string): Unit[] {
  return index.find(text).map(({ start, end, meaning }) => unit(text, { start, end }, meaning, meaning.type === 'filler' ? FILLER_COST : 0));
}

function periods(text: string, today: string): Unit[] {
  const times = findTimeExpressions(text, { today }).map((time): Unit =>
    unit(text, time, time.kind === 'recurring'
      ? { type: 'recurring' }
      : { type: 'period', range: time.range, label: time.label, grain: time.grain ?? null, relative: time.kind === 'relative', key: time.key }),
  );
  const grains = findGrains(text).map((found) => unit(text, found, { type: 'grain', grain: found.grain, asks: false }));
  return [...times, ...grains];
}

function numbers(text: string): Unit[] {
  return [
    ...findNumbers(text).map((found) => unit(text, found, { type: 'number', value: found.value, unit: found.unit ?? null, ordinal: found.ordinal ?? false })),
    ...findDistances(text).map((found) => unit(text, found, { type: 'distance', meters: found.meters })),
    ...findQuoted(text).map((found) => unit(text, found, { type: 'quoted', value: found.value })),
  ];
}

function operators(text: string): Unit[] {
  const aggregates = findAggregates(text).map((found) => operator(text, found, aggregateOf(found.kind)));
  const bounds = findComparators(text).map((found) =>
    operator(text, found, found.operator === 'between'
      ? { op: 'between', numbers: [found.numbers[0].value, found.numbers[1].value], unit: found.numbers[1].unit ?? found.numbers[0].unit ?? null }
      : { op: 'compare', compare: found.operator, after: found.position === 'after' }),
  );
  const extremes = findSuperlatives(text).map(({ form, direction, limit, rank, scale, ...span }) =>
    operator(text, span, form === 'order' ? { op: 'order', direction } : { op: 'extreme', direction, scale: scale ?? null, limit: limit ?? null, rank: rank ?? null, top: form === 'top' }),
  );
  const compared = findComparisons(text).map(({ kind, grain, ...span }) => operator(text, span, { op: 'compare_periods', kind, grain: grain ?? null }));
  return [...aggregates, ...bounds, ...extremes, ...compared];
}

function aggregateOf(kind: ReturnType<typeof findAggregates>[number]['kind']): Operator {
  if (kind === 'count') return { op: 'count' };
  if (kind === 'distinct') return { op: 'distinct' };
  if (kind === 'share' || kind === 'ratio') return { op: 'share' };
  return { op: 'aggregate', fn: kind };
}

const operator = (text: string, span: Pick<Span, 'start' | 'end'>, meaning: Operator): Unit => unit(text, span, { type: 'operator', operator: meaning }, 0);

function unit(text: string, { start, end }: Pick<Span, 'start' | 'end'>, meaning: UnitMeaning, cost = 0): Unit {
  return { start, end, text: text.slice(start, end), meaning, form: 'word', cost };
}
