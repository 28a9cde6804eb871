import type { Locale, Row } from '@querent/contracts';
import { assemblePrompt } from './assemble-prompt';
import type { Prompt, PromptLimits } from './prompt';
import { promptTexts } from './prompt-texts';
import { part, QUESTION_LENGTH } from './parts/run-parts';
import { lines, oneLine, quoted } from './parts/untrusted-text';

/** A finished result to be phrased; columns are identified by their labels alone. */
export interface AnswerInput {
  runId: string;
  locale: Locale;
  question: string;
  columns: { label: string; unit?: string }[];
  /** Cells in the order of `columns`, as the user sees them; at most the first 50 rows are used. */
  rows: readonly Row[];
  /** Rows of the whole result. */
  rowCount: number;
  /** Facts that the answer must disclose, such as the period it covers. */
  disclosures?: readonly string[];
  /** The agent's tone, such as "formal". */
  tone?: string | null;
}

/** Maximum result rows in a prompt. */
const MAX_ANSWER_ROWS = 50;
const CELL_LENGTH = 120;

/**
 * The prompt that asks for the wording of a finished answer; its reply never leads to SQL.
 * @throws PromptTooLongError if the question alone does not fit
 */
export function answerPrompt(
  { runId, locale, question, columns, rows, rowCount, disclosures = [], tone }: AnswerInput,
  limits: PromptLimits,
): Prompt {
  const shown = rows.slice(0, MAX_ANSWER_ROWS);
  const header = `Language of the answer: ${locale === 'zh' ? 'Chinese' : 'English'}. Rows of the result: ${rowCount}${shown.length < rowCount ? `, of which the first ${shown.length} at most are given` : ''}.`;
  const head = columns
    .map(({ label, unit }) => oneLine(unit === undefined ? label : `${label} (${unit})`, CELL_LENGTH))
    .join(' | ');
  const parts = [
    ...(tone ? [part('preferences', oneLine(tone, CELL_LENGTH), 'preferences')] : []),
    part('question', lines(question, QUESTION_LENGTH)),
    ...(disclosures.length === 0
      ? []
      : [part('conditions', disclosures.map((text) => oneLine(text, QUESTION_LENGTH)).join('\n'), 'conditions')]),
    part('result', head),
    ...shown.map((row, index) => part('result', row.map(cellText).join(' | '), 'result row', String(index + 1))),
  ];
  return assemblePrompt({ text: promptTexts.answer, runId, header, parts }, limits);
}

const cellText = (cell: Row[number]): string =>
  cell === null
    ? ''
    : typeof cell === 'string'
      ? quoted(cell, CELL_LENGTH)
      : oneLine(JSON.stringify(cell), CELL_LENGTH);
