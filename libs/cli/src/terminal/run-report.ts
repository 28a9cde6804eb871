import type { Answers, Clarification, Run, Step } from '@querent/client';
import { UsageError } from '../profiles';
import { printable, textTable } from './text-table.mjs';

/** Rows of a result that are shown below an answer; `querent rows` prints all. */
const MOST_ROWS = 20;

export const stepLine = ({ stage, message, durationMs }: Pick<Step, 'stage' | 'message' | 'durationMs'>): string =>
  `  · ${stage.padEnd(16)} ${printable(message)}${durationMs === null ? '' : `  (${durationMs} ms)`}`;

export function clarificationLines({ question, options, allowText }: Clarification): string[] {
  const lines = options.map(
    ({ label, description }, index) =>
      `    ${index + 1}. ${printable(label)}${description ? ` — ${printable(description)}` : ''}`,
  );
  return [`  ? ${printable(question)}`, ...lines, ...(allowText ? ['    … or reply in your own words'] : [])];
}

/**
 * The answer of a run with its table, or why there is none.
 * @param chart path of the saved chart
 */
export function runLines(run: Run, chart?: string): string[] {
  const { answer, result, error, status } = run;
  const lines: string[] = [];
  if (answer) lines.push(`  ${printable(answer.text)}`);
  if (result && result.columns.length > 0) lines.push('', ...resultLines(result).map((line) => `    ${line}`), '');
  if (error)
    lines.push(`  ✗ ${printable(error.message)}`, ...error.actions.map((action) => `    → ${printable(action)}`));
  else if (status === 'cancelled' || status === 'expired') lines.push(`  ✗ The run is ${status}.`);
  if (chart !== undefined) lines.push(`  chart: ${chart}`);
  const next = status === 'succeeded' ? (answer?.suggestions ?? []) : [];
  if (next.length > 0) lines.push(`  next: ${next.map(printable).join('  |  ')}`);
  return lines;
}

function resultLines({ columns, rows, rowCount, truncated }: NonNullable<Run['result']>): string[] {
  const lines = textTable(columns, rows.slice(0, MOST_ROWS));
  const hidden = rowCount - Math.min(rows.length, MOST_ROWS);
  if (hidden > 0 || truncated)
    lines.push(`… ${hidden} more of ${rowCount} rows${truncated ? ' (truncated at the limit)' : ''}`);
  return lines;
}

/**
 * Reads a typed reply: the number of an option, its label, or free text.
 * @throws UsageError if it is no option and free text is not allowed
 */
export function readReply({ id, options, allowText }: Clarification, text: string): Answers {
  const wanted = text.trim();
  const option =
    options.find(({ label, id: name }) => label === wanted || name === wanted) ??
    (/^\d+$/.test(wanted) ? options[Number(wanted) - 1] : undefined);
  if (option) return { clarificationId: id, optionId: option.id };
  if (!allowText || wanted === '') throw new UsageError(`Choose 1 to ${options.length}.`);
  return { clarificationId: id, text: wanted };
}
