import { initParser } from '@querent/sql';
import { parsedOptions, suiteProgram, UsageError } from '../suite-program';
import { playCoverage } from './coverage';
import { coverageText } from './coverage-report';
import { lawsText } from './laws/play-laws';
import { playLaws } from './laws/play-laws';

const help = `Usage: npm run planner-laws -- [--cases N] [--seed N] [--families TEXT] [--lang zh|en] [--causes N]

Asks the planner generated questions over models of random shapes and words, and compares its readings with the queries
that the grammar means. See infra/suites/planner-laws/README.md.`;

interface Flags {
  cases: number;
  seed: number;
  causes: number;
  isExplained: boolean;
  lawsOnly: boolean;
  coverageOnly: boolean;
  examples: number;
  families?: string[];
  locale?: 'zh' | 'en';
}

export const main = suiteProgram<Flags>({
  help,
  flagsFrom(args) {
    const text = { type: 'string' } as const;
    const { help: isHelp, ...given } = parsedOptions(args, {
      help: { type: 'boolean' },
      cases: text,
      seed: text,
      families: text,
      lang: text,
      causes: text,
      explain: { type: 'boolean' },
      'laws-only': { type: 'boolean' },
      'coverage-only': { type: 'boolean' },
      examples: text,
    });
    if (isHelp) return null;
    if (given.lang !== undefined && given.lang !== 'zh' && given.lang !== 'en')
      throw new UsageError('--lang is zh or en');
    return {
      cases: Number(given.cases ?? '4000'),
      seed: Number(given.seed ?? '1'),
      causes: Number(given.causes ?? '40'),
      isExplained: given.explain ?? false,
      lawsOnly: given['laws-only'] ?? false,
      coverageOnly: given['coverage-only'] ?? false,
      examples: Number(given.examples ?? '3'),
      ...(given.families === undefined ? {} : { families: given.families.split(',') }),
      ...(given.lang === undefined ? {} : { locale: given.lang }),
    };
  },
  async play({ causes, isExplained, lawsOnly, coverageOnly, examples, ...options }) {
    await initParser();
    if (!lawsOnly) process.stdout.write(`${coverageText([...playCoverage(options)], causes, isExplained)}\n\n`);
    if (!coverageOnly) process.stdout.write(`${lawsText([...playLaws(options)], examples)}\n`);
    return true;
  },
});
