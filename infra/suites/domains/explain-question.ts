import { detectLocale } from '@querent/language';
import { explainQuestion } from '@querent/planner';
import type { ThrowAwayPostgres } from '@querent/testing';
import { explanationLines } from '../../tools/local/ask/explanation-report.mjs';
import { databaseOf, openDomain } from './open-domain';

/** Prints how the planner reads a question over each of the domains. */
export async function explainOn(
  question: string,
  folders: readonly string[],
  postgres: ThrowAwayPostgres,
): Promise<boolean> {
  const locale = detectLocale(question);
  for (const folder of folders) {
    const { model, days } = await openDomain(databaseOf(folder), postgres);
    const explanation = explainQuestion({ question, locale, model, ...days, choices: [] });
    process.stdout.write(`${explanationLines(explanation).join('\n')}\n`);
  }
  return true;
}
