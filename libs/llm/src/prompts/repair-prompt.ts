import type { SemanticModel } from '@querent/model';
import { assemblePrompt } from './assemble-prompt';
import { contextParts, headerOf } from './generate-prompt';
import { withKnownNames } from './parts/known-names';
import type { Prompt, PromptLimits } from './prompt';
import type { PromptContext } from './prompt-context';
import { promptTexts } from './prompt-texts';
import type { Part } from './parts/prompt-part';
import { part, SQL_LENGTH } from './parts/run-parts';
import { sqlColumn } from './parts/sql-name';
import { lines, oneLine } from './parts/untrusted-text';

/** A rejected statement and its error, in technical words for the model. */
export interface FailedStatement {
  sql: string;
  /** The class of the database's error or the rule of the lint, e.g. `undefined_column`. */
  errorClass: string;
  /** The faulty part of the statement. */
  fragment: string | null;
  /** Hints such as the nearest real names. */
  hints: string[];
  /** Earlier attempts. */
  tried: string[];
}

/**
 * The prompt that asks a general model to repair its statement.
 * @throws PromptTooLongError if question and statement alone do not fit
 */
export function repairPrompt(context: PromptContext, failed: FailedStatement, limits: PromptLimits): Prompt {
  const parts = [...contextParts(context), ...failedParts(context, failed)];
  return assemblePrompt({ text: promptTexts.repair, runId: context.runId, header: headerOf(context), parts }, limits);
}

const HINT_LENGTH = 300;
const TRIED_LENGTH = 2_000;

function failedParts({ model }: PromptContext, failed: FailedStatement): Part[] {
  const { sql, errorClass, fragment, tried } = failed;
  const hints = hintsFor(failed, model);
  const wrong = fragment === null ? '' : `\nwrong part: ${oneLine(fragment, HINT_LENGTH)}`;
  return [
    ...tried.map((before, index) => part('tried', oneLine(before, TRIED_LENGTH), 'tried', String(index + 1))),
    ...factsAbout(`${fragment ?? ''} ${hints.join(' ')}`, model).map((fact) => part('facts', fact, 'facts', fact)),
    part(
      'failed',
      `error: ${oneLine(errorClass, HINT_LENGTH)}${wrong}${hints.map((hint) => `\nhint: ${oneLine(hint, HINT_LENGTH)}`).join('')}\nstatement:\n${lines(sql, SQL_LENGTH)}`,
    ),
  ];
}

/** The hints without hidden names. */
export const hintsFor = ({ hints, sql }: FailedStatement, model: SemanticModel): string[] =>
  hints.map((hint) => withKnownNames(hint, sql, model));

/** Maximum facts. */
const MAX_FACTS = 12;

/** Tables and types of the columns named in the fragment and its hints. */
export function factsAbout(text: string, model: SemanticModel): string[] {
  const words = new Set([...text.matchAll(/[\p{L}_][\p{L}\p{N}_$]*/gu)].map(([word]) => word.toLowerCase()));
  return Object.values(model.tables)
    .flatMap((table) => Object.values(table.columns))
    .filter(({ name }) => words.has(name.toLowerCase()))
    .slice(0, MAX_FACTS)
    .map((column) => oneLine(`${sqlColumn(column.table, column.name)} is of type ${column.type}`, HINT_LENGTH));
}
