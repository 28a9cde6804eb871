import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { parseArgs } from 'node:util';
import { suiteProgram, UsageError } from '../suite-program';
import { failuresText, figuresText, groupsOf, type ReportedGroup } from './domains-report';
import { playDomain, type PlayedDomain } from './play-domain';
import { DEFAULT_PLANNER, planners, type Planner } from './planners';

const help = `Usage: npm run domains [-- DIR|NAME ...] [--planner NAME] [--lang zh|en] [--failures] [--figures] [--json FILE]

Asks a planner every question of whole domains, in this process, on a throw-away PostgreSQL, and compares the rows with
those of hand-written SQL. See infra/suites/domains/README.md.

  DIR|NAME         a folder, or a domain of infra/suites/domains/data (default: all of those)
  --planner NAME   ${Object.keys(planners).join(', ')} (default ${DEFAULT_PLANNER})
  --lang zh|en     questions of this language alone
  --failures       each question that failed: what was due, what came, how it was read
  --figures        the table alone, without a word of any question: for the first try on an unseen domain
  --json FILE      the figures, and unless --figures is given each verdict, as JSON`;

export interface DomainsFlags {
  folders: string[];
  planner: string;
  language: 'zh' | 'en' | null;
  isWithFailures: boolean;
  isFiguresOnly: boolean;
  json: string | null;
}

const repositoryDomains = join(process.cwd(), 'infra/suites/domains/data');

export const main = suiteProgram<DomainsFlags>({ help, flagsFrom, play: (flags) => playDomains(flags, planners) });

function flagsFrom(args: string[]): DomainsFlags | null {
  const { values, positionals } = parsed(args);
  if (values.help === true) return null;
  const { lang: language = null, planner = DEFAULT_PLANNER } = values;
  if (language !== null && language !== 'zh' && language !== 'en') throw new UsageError('--lang is zh or en');
  if (!Object.hasOwn(planners, planner)) throw new UsageError(`--planner is one of ${Object.keys(planners).join(', ')}`);
  if (values.figures === true && values.failures === true) throw new UsageError('--figures and --failures: one of them');
  return {
    folders: foldersOf(positionals),
    planner,
    language,
    isWithFailures: values.failures === true,
    isFiguresOnly: values.figures === true,
    json: values.json ?? null,
  };
}

function parsed(args: string[]) {
  const [flag, text] = [{ type: 'boolean' }, { type: 'string' }] as const;
  const options = { planner: text, lang: text, json: text, failures: flag, figures: flag, help: flag } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Folders by their path, or by their name among those of the repository; none named: all of those. */
function foldersOf(named: readonly string[]): string[] {
  const known = existsSync(repositoryDomains) ? readdirSync(repositoryDomains).sort() : [];
  const folders = named.map((name) => (known.includes(name) ? join(repositoryDomains, name) : name));
  const missing = folders.find((folder) => !existsSync(folder));
  if (missing !== undefined) throw new UsageError(`there is no folder ${missing}; domains here: ${known.join(', ') || 'none'}`);
  if (known.length + named.length === 0) throw new UsageError('infra/suites/domains/data holds no domain: name a folder');
  return named.length > 0 ? folders : known.map((name) => join(repositoryDomains, name));
}

/** @returns whether every domain could be measured */
export async function playDomains(flags: DomainsFlags, table: Readonly<Record<string, Planner>>): Promise<boolean> {
  const planner = table[flags.planner];
  if (planner === undefined) throw new UsageError(`there is no planner ${flags.planner}`);
  const postgres = await startPostgres();
  const played: PlayedDomain[] = [];
  try {
    for (const folder of flags.folders) played.push(...(await measured(folder, { flags, planner, postgres })));
  } finally {
    await postgres.stop();
  }
  const groups = groupsOf(played);
  if (flags.isWithFailures) for (const domain of played) process.stdout.write(`${failuresText(domain)}\n`);
  process.stdout.write(`planner ${flags.planner}\n${figuresText(groups)}`);
  if (flags.json !== null) writeFileSync(flags.json, `${JSON.stringify(jsonOf(flags, played, groups), null, 1)}\n`);
  return played.length === flags.folders.length;
}

/** Nothing where the domain cannot be measured: the reason is printed, and the others are measured all the same. */
async function measured(
  folder: string,
  { flags, planner, postgres }: { flags: DomainsFlags; planner: Planner; postgres: ThrowAwayPostgres },
): Promise<PlayedDomain[]> {
  try {
    const played = await playDomain({ folder, language: flags.language }, planner, postgres);
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
  return { planner: flags.planner, groups, ...(flags.isFiguresOnly ? {} : { domains: verdicts }) };
}
