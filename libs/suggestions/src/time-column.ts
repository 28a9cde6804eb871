import type { ColumnRef, Grain } from '@querent/contracts';
import type { Asked } from './asked';
import { isTimeFilter } from './wording/time-words';

/**
 * Time column of a query: the one that it uses, else the subject's default. `years`: the column holds years instead of
 * dates.
 */
export interface TimeColumn {
  column: ColumnRef;
  years: boolean;
}

export function timeColumn(asked: Asked): TimeColumn | null {
  const { query } = asked;
  const used = [
    ...query.dimensions.flatMap(({ column, grain }) => (grain || isYear(column, asked) ? [column] : [])),
    ...query.filters.flatMap((filter) =>
      isTimeFilter(filter, asked) || (filter.kind === 'latest' && isYear(filter.column, asked)) ? [filter.column] : [],
    ),
    ...(query.compare ? [query.compare.column] : []),
  ];
  const column = used[0] ?? usual(asked);
  return column && { column, years: isYear(column, asked) };
}

/** Label of a dimension of periods. */
export function periodLabel(grain: Grain, { locale }: Asked): string {
  return {
    day: { zh: '日期', en: 'day' },
    week: { zh: '周', en: 'week' },
    month: { zh: '月份', en: 'month' },
    quarter: { zh: '季度', en: 'quarter' },
    year: { zh: '年份', en: 'year' },
  }[grain][locale];
}

function usual({ query, model }: Asked): ColumnRef | null {
  const home = model.tables[query.subject.name];
  if (!home) return null;
  if (home.defaultTime !== undefined) {
    const [first = '', second] = home.defaultTime.split('.');
    return second === undefined ? { table: home.name, column: first } : { table: first, column: second };
  }
  const [only, ...others] = Object.values(home.columns).filter(({ role }) => role === 'time');
  return only && others.length === 0 ? { table: home.name, column: only.name } : null;
}

function isYear(column: ColumnRef, { model }: Pick<Asked, 'model'>): boolean {
  return model.tables[column.table]?.columns[column.column]?.isYear ?? false;
}
