import { interval } from '../eval/report/markdown';
import type { Proportion } from '../eval/report/proportion';
import { figureNames, figures, figuresOf, type Figures } from './figures';
import { planTimes, type PlanTimes, type PlayedDomain } from './play-domain';
import { isFailure, type Verdict } from './verdict';

/** Figures of the questions of a domain, of a language, or of both. */
export interface ReportedGroup {
  domain: string;
  language: string;
  questions: number;
  figures: Figures;
  /** Planning times, ms. */
  plan: PlanTimes;
  /** Number of questions whose gold statements cannot be run. They do not count. */
  goldProblems: number;
}

const ALL = 'all';

/** Returns one group for each domain and language, then the totals. */
export function groupsOf(played: readonly PlayedDomain[]): ReportedGroup[] {
  const single = played.flatMap((domain) =>
    languagesIn(domain).map((language) => groupOf([domain], domain.name, language)),
  );
  const languages = [...new Set(single.map(({ language }) => language))];
  return [...single, ...[...languages, ALL].map((language) => groupOf(played, ALL, language))];
}

const languagesIn = ({ verdicts }: PlayedDomain): string[] =>
  [...new Set(verdicts.map(({ locale }) => locale))].sort().reverse();

function groupOf(played: readonly PlayedDomain[], domain: string, language: string): ReportedGroup {
  const isIn = ({ locale }: { locale: string }): boolean => language === ALL || locale === language;
  const verdicts = played.flatMap((one) => one.verdicts.filter(isIn));
  return {
    domain,
    language,
    questions: verdicts.filter(({ isTurn }) => !isTurn).length,
    figures: figuresOf(verdicts),
    plan: planTimes(played.flatMap(({ samples }) => samples.filter(isIn))),
    goldProblems: verdicts.filter(({ evidence }) => evidence.goldProblem !== null).length,
  };
}

/** A table of the shares and a table of Wilson's intervals of the totals. Contains no text of a question. */
export function figuresText(groups: readonly ReportedGroup[]): string {
  const titles = figureNames.map((name) => figures[name].title);
  const heads = ['domain', 'lang', 'n', ...titles, 'p50', 'p95', 'worst ms', 'gold fails'];
  const rows = groups.map(({ domain, language, questions, figures: shares, plan, goldProblems }) => [
    ...[domain, language, questions, ...figureNames.map((name) => shareText(shares[name]))],
    ...[plan.p50, plan.p95, plan.worst].map((ms) => (ms === null ? '–' : ms.toFixed(1))),
    goldProblems,
  ]);
  const totals = groups.filter(({ domain }) => domain === ALL);
  const intervals = figureNames.map((name, at) => [
    titles[at] ?? '',
    ...totals.map((one) => interval(one.figures[name])),
  ]);
  return [
    ...table(heads, rows),
    '',
    ...table(['95 % interval', ...totals.map(({ language }) => language)], intervals),
    '',
  ].join('\n');
}

/** Cells without Chinese: names of domains and figures. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const lines = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, at) => Math.max(...lines.map((row) => row[at]?.length ?? 0)));
  const padded = (cell: string, at: number): string =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((row) => row.map(padded).join('  '));
}

export const shareText = ({ right, of, share }: Proportion): string =>
  share === null ? '–' : `${(100 * share).toFixed(1)} ${right}/${of}`;

/** Details of each failed question. */
export function failuresText({ name, verdicts }: PlayedDomain): string {
  return verdicts
    .filter(isFailure)
    .map((verdict) => failureText(name, verdict))
    .join('\n');
}

function failureText(domain: string, verdict: Verdict): string {
  const { id, locale, question, expect, outcome, evidence } = verdict;
  const { expected, got, refined, sql, goldProblem } = evidence;
  const isOtherTrigger = verdict.triggerRight === false ? ', about something else' : '';
  return [
    `--- ${domain} ${locale} ${id}: due ${expect}, ${outcome}${isOtherTrigger}`,
    `question  ${question}`,
    ...(goldProblem === null ? [] : [`gold      cannot be run: ${goldProblem}`]),
    ...(expected.count === 0 ? [] : [`expected  ${expected.count} rows: ${JSON.stringify(expected.rows)}`]),
    `got       ${got}`,
    ...(refined === null ? [] : [`read as   ${refined}`]),
    ...(sql === null ? [] : [`SQL       ${sql}`]),
    '',
  ].join('\n');
}
