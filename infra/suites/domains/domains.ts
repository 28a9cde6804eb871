import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { suiteProgram, UsageError } from '../suite-program';
import { measureDomains, type DomainsFlags } from './measure-domains';
import { DEFAULT_PLANNER, isPlannerName, planners } from './planners';

const plannerNames = Object.keys(planners).join(', ');

const help = `Usage: npm run domains [-- DIR|NAME ...] [--planner NAME] [--lang zh|en]
                       [--failures | --figures] [--json FILE]
       npm run domains -- DIR|NAME --explain QUESTION

Asks a planner every question of whole domains, in this process, on a throw-away PostgreSQL, and compares the rows with
those of hand-written SQL. See infra/suites/domains/README.md.

  DIR|NAME         a folder, or a domain of infra/suites/domains/data (default: all of those)
  --planner NAME   ${plannerNames} (default ${DEFAULT_PLANNER})
  --lang zh|en     questions of this language alone
  --failures       each question that failed: what was due, what came, how it was read
  --figures        the table alone, without a word of any question: for the first try on an unseen domain
  --explain QUESTION  how the new planner reads it: units, constructions, costs, other readings
  --json FILE      the figures, and unless --figures is given each verdict, as JSON`;

const repositoryDomains = join(process.cwd(), 'infra/suites/domains/data');

export const main = suiteProgram<DomainsFlags>({ help, flagsFrom, play: measureDomains });

function flagsFrom(args: string[]): DomainsFlags | null {
  const { values, positionals } = parsed(args);
  if (values.help === true) return null;
  const { lang: language = null, planner = DEFAULT_PLANNER } = values;
  if (language !== null && language !== 'zh' && language !== 'en') throw new UsageError('--lang is zh or en');
  if (!isPlannerName(planner)) throw new UsageError(`--planner is one of ${plannerNames}`);
  if (values.figures && values.failures) throw new UsageError('--figures and --failures: one of them');
  return {
    folders: foldersOf(positionals),
    planner: { name: planner, ...planners[planner] },
    language,
    isWithFailures: values.failures === true,
    isFiguresOnly: values.figures === true,
    json: values.json ?? null,
    explain: values.explain ?? null,
  };
}

function parsed(args: string[]) {
  const [flag, text] = [{ type: 'boolean' }, { type: 'string' }] as const;
  const options = {
    planner: text,
    lang: text,
    json: text,
    explain: text,
    failures: flag,
    figures: flag,
    help: flag,
  } as const;
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
  if (missing !== undefined) {
    throw new UsageError(`there is no folder ${missing}; domains here: ${known.join(', ') || 'none'}`);
  }
  if (known.length + named.length === 0) {
    throw new UsageError('infra/suites/domains/data holds no domain: name a folder');
  }
  return named.length > 0 ? folders : known.map((name) => join(repositoryDomains, name));
}
