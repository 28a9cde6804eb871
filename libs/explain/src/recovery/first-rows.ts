import { say } from '@querent/model';
import type { FailedQuery, Recovery } from './recovery';

const FIRST_ROWS = 100;

/** The first rows of a list: where no order was asked for, in any order, so that they need not all be looked at. */
export function firstRows({ query, locale }: FailedQuery): Recovery[] {
  const isList = query.measures.length === 0 && query.dimensions.length === 0 && query.having.length === 0;
  if (!isList || (query.limit !== null && query.limit <= FIRST_ROWS)) return [];
  const label = say(locale, `只看前${FIRST_ROWS}条`, `only the first ${FIRST_ROWS}`);
  const order = query.order.filter(({ span, by }) => span !== undefined || by.kind === 'distance');
  return [
    {
      kind: 'first_rows',
      lighter: true,
      id: String(FIRST_ROWS),
      label,
      aliases: [`前${FIRST_ROWS}条`, `first ${FIRST_ROWS}`],
      query: { ...query, order, limit: FIRST_ROWS, limitPer: null, offset: undefined },
    },
  ];
}
