import {
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  isCount,
  type MeasureDraft,
  pair,
  setOf,
} from '@querent/grammar';
import { grouped } from './groupings';

/** The number of rows together with their amounts, for groups named before: 各有多少笔、金额多少, 笔数和金额. */
export const TALLIES: readonly Construction[] = [
  pair(
    'number of rows and their amount',
    ['op:count', 'each_count'],
    'joined',
    { cost: 0.02, zh: '各有多少笔、金额多少, 笔数和金额', en: '' },
    (counted, { by, what }) => {
      const isOfRows = counted.cat === 'each_count' || isRowCount(counted.operator);
      return isOfRows && by === 'and' && what.cat === 'figure' && isPlain(what)
        ? { cat: 'tally', thing: what.thing, measures: what.measures }
        : null;
    },
  ),
  pair(
    'one more amount of the rows',
    'tally',
    'joined',
    { zh: '有多少单、餐费多少、配送费多少', en: '' },
    ({ measures, thing }, { by, what }) =>
      by === 'and' && what.cat === 'figure' && isPlain(what) && what.thing === thing
        ? { cat: 'tally', thing, measures: [...measures, ...what.measures] }
        : null,
  ),
  pair('comma before what is counted of each', 'w:comma', 'tally', { zh: '，笔数和金额', en: '' }, (_, tally) => tally),
  pair(
    'each before what is counted',
    ['w:each', 'w:respectively'],
    'tally',
    { zh: '各自笔数和金额', en: '' },
    (_, tally) => tally,
  ),
  pair(
    'what is counted of each, asked for',
    'tally',
    ['op:count', 'each_count'],
    { cost: 0.01, zh: '笔数、金额各是多少', en: '' },
    (tally, asked) => (asked.cat === 'each_count' || asked.operator.asks ? tally : null),
  ),
  pair(
    'groups of rows with their number and amounts',
    'figure',
    'tally',
    { cost: 0.02, zh: '付款按渠道看，笔数和金额', en: '' },
    (figure, { thing, measures }) => {
      const [count, ...more] = figure.measures;
      const isOfRows = count && more.length === 0 && isCount(figure) && figure.implied && figure.keys.length > 0;
      return isOfRows && figure.thing === thing && figure.order === null && figure.share === null
        ? { ...figure, implied: false, measures: [count, ...measures] }
        : null;
    },
  ),
  ...either(
    'number and amounts of rows of each group',
    'keys',
    'tally',
    { cost: 0.05, zh: '按付款渠道，各有多少笔、金额多少', en: '', reversed: 0.1 },
    ({ keys }, { thing, measures }, facts) => tallied(facts, thing, measures, keys),
  ),
];

/** 笔数, 有多少 and "number": words that count rows, and not an amount, persons or kinds. */
const isRowCount = ({ amount, distinct, people, bulk }: RowCount): boolean => !amount && !distinct && !people && !bulk;

type RowCount = Partial<Record<'amount' | 'distinct' | 'people' | 'bulk', true>>;

/** Whether a figure is an amount without any restriction. */
const isPlain = ({ filters, periods, keys, order, share, compare, per, having, implied }: FigureMeaning): boolean =>
  filters.length + periods.length + keys.length + having.length === 0 &&
  order === null &&
  share === null &&
  compare === null &&
  per === null &&
  !implied;

/** Groups by columns of the counted rows only: grouped by another thing, the words name nothing to count. */
function tallied(
  facts: Facts,
  thing: string,
  measures: readonly MeasureDraft[],
  keys: Parameters<typeof grouped>[2]['keys'],
): ReturnType<typeof grouped> {
  const count = countOf(setOf(thing, true));
  const name = facts.nameColumn(thing)?.column;
  // Each row has a count of one.
  const isOwn = keys.every(({ column }) => column === null || (column.table === thing && column.column !== name));
  return count && isOwn ? grouped(facts, { ...count, measures: [...count.measures, ...measures] }, { keys }) : null;
}
