import answer from './texts/answer.txt';
import generateSql from './texts/generate-sql.txt';
import repairSql from './texts/repair-sql.txt';
import rules from './texts/rules.txt';
import tunedSql from './texts/tuned-sql.txt';

/** The fixed text of a task and its version, such as `generate-sql-1`, which the run records. */
export interface PromptText {
  version: string;
  text: string;
}

/** The first line of a prompt file is its version; the shared rules are part of both statement prompts. */
export const promptTexts = {
  generate: versioned(`${generateSql.trim()}\n\n${rules.trim()}`),
  repair: versioned(`${repairSql.trim()}\n\n${rules.trim()}`),
  answer: versioned(answer.trim()),
  tuned: versioned(tunedSql.trim()),
} as const satisfies Record<string, PromptText>;

function versioned(source: string): PromptText {
  const end = source.indexOf('\n');
  return { version: source.slice(0, end).trim(), text: source.slice(end + 1).trim() };
}
