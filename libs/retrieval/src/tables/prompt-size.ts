import type { ModelColumn, ModelTable } from '@querent/model';

/**
 * Rough prompt tokens of a table or a column: its line as a prompt shows it, four Latin characters or one Han character
 * per token. The exact count is made when the prompt is assembled.
 */
export function columnTokens(column: ModelColumn): number {
  const description = column.description?.en ?? column.description?.zh ?? '';
  return (
    LINE +
    textTokens(column.name) +
    textTokens(column.type) +
    textTokens(column.label.en ?? column.label.zh ?? '') +
    textTokens(description.slice(0, SHOWN)) +
    VALUE * Math.min(MOST_VALUES, Object.keys(column.values).length)
  );
}

/** The table's own line, without its columns. */
export function headTokens(table: ModelTable): number {
  const description = table.description?.en ?? table.description?.zh ?? '';
  return (
    HEAD +
    textTokens(table.name) +
    textTokens(table.label.en ?? table.label.zh ?? '') +
    textTokens(description.slice(0, SHOWN))
  );
}

/** Marks, `not null` and the like. */
const LINE = 6;
const HEAD = 12;
const VALUE = 4;
const MOST_VALUES = 30;
const SHOWN = 240;

const LATIN = /^[ -~]*$/;

function textTokens(text: string): number {
  if (LATIN.test(text)) return Math.ceil(text.length / 4);
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han + Math.ceil((text.length - han) / 4);
}
