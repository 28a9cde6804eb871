import type { ColumnRef, Dimension, Grain } from '@querent/contracts';
import { plural } from '@querent/language';
import type { Asked } from '../asked';
import { columnLabel, isTimeColumn } from './column-words';
import { placeWords } from './near-words';
import type { Pieces } from './pieces';

const adverbs: Record<Grain, string> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
};

/** The question in English: measure, groups, then place, time and conditions. */
export function englishTexts(asked: Asked, pieces: Pieces): string[] {
  const { query, compared, clause } = pieces;
  if (clause !== '') return clauseTexts(pieces);
  if (query.measures.length === 0) return listTexts(asked, pieces);
  const measure = pieces.measure.replace(/^share of number of /, 'share of ');
  const groups = query.dimensions.filter(({ grain }) => grain === undefined).map(({ label }) => label);
  const by = groups.length > 0 ? `by ${groups.join(' and ')}` : '';
  if (compared)
    return [joined('compare', measure, by, pieces.around, compared.current, 'with', compared.base, pieces.where)];
  const rest = joined(pieces.around, pieces.time, pieces.where);
  const [dimension] = query.dimensions;
  if (query.limit !== null && dimension)
    return query.dimensions.length > 1 ? [] : rankingTexts(pieces, dimension, query.limit, rest);
  const grain = query.dimensions.find((one) => one.grain)?.grain;
  if (by === '' && rest === '' && !grain && query.measures.length === 1)
    return [
      /^number of /i.test(measure) ? `how many ${measure.slice(10)} are there` : `what is the ${measure}`,
      measure,
    ];
  return [joined(grain ? adverbs[grain] : '', measure, by, rest)];
}

function listTexts(asked: Asked, pieces: Pieces): string[] {
  const { query } = pieces;
  const things = joined(pieces.beside, pieces.instead ?? pieces.noun.many);
  const rest = joined(pieces.around, pieces.time, pieces.where);
  const [order] = query.order;
  if (query.select.length > 0) {
    const columns = query.select.map((ref) => columnLabel(ref, asked));
    return columns.includes('') || pieces.where !== '' || query.filters.length > 0
      ? []
      : [`what ${columns.map(plural).join(' and ')} are there`];
  }
  if (query.near?.radiusMeters === null && query.limit !== null)
    return [`${query.limit} ${things} closest to ${placeWords(asked, query.near) ?? ''}`];
  if (order?.by.kind === 'column' && query.limit !== null) {
    const column = columnLabel(order.by.column, asked);
    if (query.limit === 1)
      return [
        joined(
          'which',
          pieces.beside,
          pieces.noun.one,
          'has the',
          end(order.by.column, order.direction, asked),
          column,
          rest,
        ),
      ];
    return order.direction === 'desc'
      ? [joined(`top ${query.limit}`, things, `by ${column}`, rest)]
      : [joined(String(query.limit), things, `with the ${end(order.by.column, 'asc', asked)} ${column}`, rest)];
  }
  if (query.limit !== null) return [];
  return query.near ? [joined(things, rest)] : [joined('list', things, rest)];
}

/** Texts with the asker's clause, which directly follows its noun. */
function clauseTexts({ query, noun, clause, measure }: Pieces): string[] {
  const [dimension, ...others] = query.dimensions;
  if (query.compare || query.limit !== null || others.length > 0 || dimension?.grain || query.select.length > 0)
    return [];
  if (query.measures.length === 0) return [`which ${noun.many} ${clause}`];
  const head = /^number of /i.test(measure) ? `how many ${noun.many}` : measure;
  return [joined(head, clause, dimension ? `by ${dimension.label}` : '')];
}

function rankingTexts({ query, measure }: Pieces, { label }: Dimension, limit: number, rest: string): string[] {
  const down = query.order[0]?.direction !== 'asc';
  if (limit === 1) return [joined('which', label, 'has the', down ? 'highest' : 'lowest', measure, rest)];
  return down
    ? [joined(`top ${limit}`, plural(label), 'by', measure, rest)]
    : [joined(String(limit), plural(label), 'with the lowest', measure, rest)];
}

function end(column: ColumnRef, direction: 'asc' | 'desc', asked: Asked): string {
  if (isTimeColumn(column, asked)) return direction === 'desc' ? 'latest' : 'earliest';
  return direction === 'desc' ? 'highest' : 'lowest';
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
