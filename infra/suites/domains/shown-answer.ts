import type { CompiledQuery, OutputColumn } from '@querent/contracts';
import type { Cell } from '../../demo/judge/compare-cells';

/**
 * The rows of an answer with further columns that show the same in other words: the names of codes, and of periods
 * the numbers of year, quarter and month. A gold statement may give either.
 */
export function shownRows(rows: readonly (readonly Cell[])[], columns: CompiledQuery['columns']): Cell[][] {
  const others = columns.map(otherForms);
  return rows.map((row) => [...row, ...others.flatMap((forms, at) => forms.map((form) => form(row[at])))]);
}

type Form = (cell: Cell) => Cell;

function otherForms({ valueLabels, grain }: OutputColumn): Form[] {
  const named: Form[] = valueLabels === undefined ? [] : [(cell) => valueLabels[String(cell)] ?? cell];
  return [...named, ...(grain === undefined ? [] : periodForms[grain])];
}

const ofDate =
  (form: (year: string, month: string) => string): Form =>
  (cell) => {
    const [, year, month] = /^(\d{4})-(\d{2})-\d{2}/.exec(String(cell)) ?? [];
    return year === undefined || month === undefined ? cell : form(year, month);
  };

const quarterOf = (month: string): number => Math.ceil(Number(month) / 3);
const year = ofDate((year) => year);

const periodForms: Record<NonNullable<OutputColumn['grain']>, Form[]> = {
  day: [],
  week: [],
  month: [ofDate((year, month) => `${year}-${month}`), ofDate((_, month) => month), year],
  quarter: [
    ofDate((year, month) => `${year}-Q${quarterOf(month)}`),
    ofDate((_, month) => String(quarterOf(month))),
    year,
  ],
  year: [year],
};
