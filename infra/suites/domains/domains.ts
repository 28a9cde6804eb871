import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { suiteProgram, UsageError } from '../suite-program';
import { measureDomains, type DomainsFlags } from './measure-domains';
import { measurePublic } from './measure-public';
import { modelSources } from './open-domain';
import { PLANNER } from './planner';
import type { PublicChoice } from './public-sets';

const help = `Usage: npm run domains [-- DIR|NAME ...] [--lang zh|en] [--model owner|derived|drafted] [--failures | --figures]
                              [--json FILE]
       npm run domains -- DIR|NAME --explain QUESTION
       npm run domains -- --public DIR [--database NAME ...] [--half 0|1] [--models DIR] [...]

Asks the planner every question of whole domains, in this process, on a throw-away PostgreSQL, and compares the rows with
those of hand-written SQL. See infra/suites/domains/README.md.

  DIR|NAME         a folder, or a domain of infra/suites/domains/data (default: all of those)
  --lang zh|en     only questions of this language
  --model FROM     owner: the model file (default); derived: none; drafted: the file that the product drafts
  --failures       each failed question: the expected result, the actual result, the reading
  --figures        only the table, without a word of any question: for the first run on an unseen domain
  --explain QUESTION  how the planner reads it: units, constructions, costs, other readings
  --json FILE      the figures, and unless --figures is given each verdict, as JSON
  --public DIR     the public questions of this folder (planner_simple.jsonl, ambiguity.jsonl), each database without
                   a model file
  --database NAME  of those, one database (may be repeated)
  --half 0|1       of those, half of the databases, by a hash of the name
  --models DIR     of those, the model files <database>.yaml of this folder`;

const repositoryDomains = join(process.cwd(), 'infra/suites/domains/data');

interface Flags extends DomainsFlags {
  public: PublicChoice | null;
}

export const main = suiteProgram<Flags>({
  help,
  flagsFrom,
  play: (flags) => (flags.public === null ? measureDomains(flags) : measurePublic(flags, flags.public)),
});

function flagsFrom(args: string[]): Flags | null {
  const { values, positionals } = parsed(args);
  if (values.help === true) return null;
  const { lang: language = null } = values;
  if (language !== null && language !== 'zh' && language !== 'en') throw new UsageError('--lang is zh or en');
  if (values.figures && values.failures) throw new UsageError('--figures and --failures: one of them');
  const { model = 'owner' } = values;
  const from = modelSources.find((one) => one === model);
  if (from === undefined) throw new UsageError(`--model is ${modelSources.join(', ')}`);
  return {
    model: from,
    public: publicChoice(values, language),
    folders: values.public === undefined ? foldersOf(positionals) : [],
    planner: PLANNER,
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
    lang: text,
    json: text,
    explain: text,
    public: text,
    database: { type: 'string', multiple: true },
    half: text,
    models: text,
    model: text,
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

type Written = ReturnType<typeof parsed>['values'];

/** Null: whole domains are measured. */
function publicChoice(values: Written, language: DomainsFlags['language']): PublicChoice | null {
  const { public: folder, database: databases = [], half, models = null } = values;
  if (folder === undefined) return null;
  if (half !== undefined && half !== '0' && half !== '1') throw new UsageError('--half is 0 or 1');
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  return { folder, databases, half: half === undefined ? null : half === '0' ? 0 : 1, models, language };
}

/** Resolves paths of folders and names of the repository's domains. Default: all domains of the repository. */
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
