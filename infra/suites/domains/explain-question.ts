import { detectLocale, normalizeQuestion } from '@querent/language';
import { explain, readingsOf } from '@querent/planner';
import { describeQuery, withRoles } from '@querent/semantic';
import type { ThrowAwayPostgres } from '@querent/testing';
import { databaseOf, openDomain } from './open-domain';

/** Prints how the planner reads a question over each of the domains. */
export async function explainOn(
  question: string,
  folders: readonly string[],
  postgres: ThrowAwayPostgres,
): Promise<boolean> {
  const locale = detectLocale(question);
  for (const folder of folders) {
    const { model: physical, days } = await openDomain(databaseOf(folder), postgres);
    const model = withRoles(physical);
    const readings = readingsOf(normalizeQuestion(question), { model, today: days.today, locale });
    const lines = explain(readings, (query) => describeQuery(query, { model, locale }));
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return true;
}
