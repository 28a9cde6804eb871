import { isOfPieces } from '@querent/lexicon';
import {
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  type Meaning,
  pair,
  type SetMeaning,
} from '@querent/grammar';
import { ranked } from './ranked';

/**
 * The things that were done or used most, if the verb names no event: ranked by the number of rows that refer to them,
 * or by the pieces in those rows. Each is a reading; if they lead to different answers, the asker is asked. A verb of
 * amounts, such as "earned", is not counted.
 */
export const MOST_USED: readonly Construction[] = [
  pair(
    'most or least done',
    'w:used',
    'op:extreme',
    { cost: 0.05, zh: '做得最少', en: 'done the least' },
    (_, { operator: { direction, limit, rank, scale, top, graded, common } }) =>
      scale === 'amount' && !top && !graded && !common
        ? { cat: 'done_most', direction, limit, rank, periods: [] }
        : null,
  ),
  ...either(
    'most or least done in a period',
    'done_most',
    'period',
    { zh: '今年做得最少', en: 'done the least this year' },
    (done, { use }) => (done.periods.length > 0 ? null : { ...done, periods: [use] }),
  ),
  pair(
    'marker after what was done most',
    'done_most',
    'w:de',
    { cost: 0.01, zh: '做得最少的', en: '' },
    (done) => done,
  ),
  ...either(
    'things with which most was done',
    'set',
    'done_most',
    { cost: 0.1, zh: '哪个项目做得最少', en: 'which service was done the least' },
    (set, done, facts) => mostDone(facts, set, done),
  ),
];

type Done = Extract<Meaning, { cat: 'done_most' }>;

/**
 * Things ranked by the rows of the only table that refers to them. If there are several such tables, each is a separate
 * reading.
 */
function mostDone(
  facts: Facts,
  set: SetMeaning,
  { direction, limit, rank, periods }: Done,
): { meaning: FigureMeaning | SetMeaning; cost: number }[] {
  const only = facts.onlyReferringTable(set.thing);
  const tables = (only === null ? facts.eventsOf(set.thing) : [only])
    .filter((table) => !facts.isJunction(table))
    .slice(0, MOST_TABLES);
  // A few order lines may be of many pieces.
  const pieces = tables.flatMap((table) => piecesOf(facts, table));
  const rows = tables.map((table) => figureOf(table, { kind: 'aggregate', fn: 'count', table }));
  return [...rows, ...pieces].flatMap((figure) => {
    const by = { ...figure, periods: [...periods] };
    const made = ranked(facts, set, { cat: 'ranking', by, direction, limit, rank });
    return made ? [{ ...made, cost: made.cost + (only === null ? OF_SEVERAL : 0) }] : [];
  });
}

/** The sums of a table's quantity columns. */
const piecesOf = (facts: Facts, table: string): FigureMeaning[] =>
  facts.columns(table).flatMap((column) => {
    const { label } = facts.column(column) ?? {};
    const isCounted = facts.role(column) === 'measure' && isOfPieces(label?.zh, label?.en, column.column);
    return isCounted ? [figureOf(table, { kind: 'aggregate', fn: 'sum', table, column })] : [];
  });

const MOST_TABLES = 4;
const OF_SEVERAL = 0.2;
