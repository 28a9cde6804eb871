import { explanationLines } from '@querent/cli';
import { writeFileSync } from 'node:fs';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { failuresText, figuresText, groupsOf, type ReportedGroup } from './domains-report';
import { playDomain, type PlayedDomain } from './play-domain';
import type { Planner } from './planner';
import { detectLocale } from '@querent/language';
import { explainQuestion } from '@querent/planner';
import { databaseOf, openDomain, withModel, type DomainModel } from './open-domain';

export interface DomainsFlags {
  folders: string[];
  /** Where the models come from. */
  model: DomainModel;
  planner: Planner;
  language: 'zh' | 'en' | null;
  isWithFailures: boolean;
  isFiguresOnly: boolean;
  json: string | null;
  /** A question whose reading is printed instead of measuring. */
  explain: string | null;
}

/** Measures the domains, and prints and writes the results. @returns whether every domain could be measured */
export async function measureDomains(flags: DomainsFlags): Promise<boolean> {
  const postgres = await startPostgres();
  const played: PlayedDomain[] = [];
  try {
    if (flags.explain !== null) return await explainOn(flags.explain, flags, postgres);
    for (const folder of flags.folders) played.push(...(await measured(folder, flags, postgres)));
  } finally {
    await postgres.stop();
  }
  const groups = groupsOf(played);
  if (flags.isWithFailures) for (const domain of played) process.stdout.write(`${failuresText(domain)}\n`);
  process.stdout.write(figuresText(groups));
  if (flags.json !== null) writeFileSync(flags.json, `${JSON.stringify(jsonOf(flags, played, groups), null, 1)}\n`);
  return played.length === flags.folders.length;
}

/** Measures one domain. Prints the reason and returns nothing if that fails, so that the others are still measured. */
async function measured(folder: string, flags: DomainsFlags, postgres: ThrowAwayPostgres): Promise<PlayedDomain[]> {
  try {
    const played = await playDomain({ folder, language: flags.language, model: flags.model }, flags.planner, postgres);
    const problems = flags.isFiguresOnly ? [`${played.problems.length} mistakes in its model file`] : played.problems;
    if (played.problems.length > 0) process.stderr.write(problems.map((one) => `${played.name}: ${one}\n`).join(''));
    return [played];
  } catch (error) {
    process.stderr.write(`${folder} cannot be measured: ${error instanceof Error ? error.message : String(error)}\n`);
    return [];
  }
}

function jsonOf(flags: DomainsFlags, played: readonly PlayedDomain[], groups: readonly ReportedGroup[]): object {
  const verdicts = played.map(({ name, problems, verdicts }) => ({ name, problems, verdicts }));
  return { groups, ...(flags.isFiguresOnly ? {} : { domains: verdicts }) };
}

/** Prints how the planner reads a question over each of the domains. */
async function explainOn(
  question: string,
  { folders, model: from }: DomainsFlags,
  postgres: ThrowAwayPostgres,
): Promise<boolean> {
  const locale = detectLocale(question);
  for (const folder of folders) {
    const { model, days } = await openDomain(withModel(databaseOf(folder), from), postgres);
    const explanation = explainQuestion({ question, locale, model, ...days, choices: [] });
    process.stdout.write(`${explanationLines(explanation).join('\n')}\n`);
  }
  return true;
}
