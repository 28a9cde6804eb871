import type { ThrowAwayPostgres } from '@querent/testing';
import { todayIn } from '@querent/language';
import { percentiles } from '../eval/report/latency';
import type { Asking } from './asked-run';
import { judgeConversation, judgeQuestion, type Judging } from './judge-question';
import { databaseOf, openDomain, type DomainDatabase, type OpenDomain } from './open-domain';
import type { Planner } from './planner';
import { readDomain, type Domain } from './read-domain';
import type { Verdict } from './verdict';

/** Milliseconds of reading a question, a reply or a turn. */
export interface PlanTimes {
  p50: number | null;
  p95: number | null;
  worst: number | null;
}

/** A domain that was asked: its verdicts, and the time of every plan by language. */
export interface PlayedDomain {
  name: string;
  /** Mistakes of its model file. */
  problems: string[];
  verdicts: Verdict[];
  samples: { locale: Verdict['locale']; ms: number }[];
}

/** So many questions are read once before the clock counts: a planner compiles its lexicon and itself at first. */
const WARM_UP = 20;

/** Which questions: those of a domain's folder, of both languages or one. */
export interface DomainChoice {
  folder: string;
  language: Verdict['locale'] | null;
}

/**
 * Loads a domain, asks all of its questions and conversations, and judges them.
 * @throws where it cannot be loaded or read
 */
export async function playDomain(
  { folder, language }: DomainChoice,
  planner: Planner,
  postgres: ThrowAwayPostgres,
): Promise<PlayedDomain> {
  const read = (today: string): Domain => spokenIn(language, readDomain(folder, today));
  return playOn(databaseOf(folder), read, planner, postgres);
}

/** Asks and judges what `read` gives for the day, over a database that is made for it. */
export async function playOn(
  source: DomainDatabase,
  read: (today: string) => Domain,
  planner: Planner,
  postgres: ThrowAwayPostgres,
): Promise<PlayedDomain> {
  const target = await openDomain(source, postgres);
  try {
    const domain = read(target.days.today);
    const played = await playAll(domain, target, planner);
    if (!isToday(target.days)) throw new Error('the day changed meanwhile: run it again');
    const problems = target.problems.map(({ path, message }) => `${path}: ${message}`);
    return { name: domain.name, problems, ...played };
  } finally {
    await target.close();
  }
}

const isToday = ({ today, timezone }: OpenDomain['days']): boolean => todayIn(timezone, new Date()) === today;

function spokenIn(language: DomainChoice['language'], domain: Domain): Domain {
  const isSpoken = ({ locale }: { locale: Verdict['locale'] }): boolean => language === null || locale === language;
  const { questions, conversations } = domain;
  return { ...domain, questions: questions.filter(isSpoken), conversations: conversations.filter(isSpoken) };
}

type Asked = Pick<PlayedDomain, 'verdicts' | 'samples'>;

async function playAll(domain: Domain, target: OpenDomain, planner: Planner): Promise<Asked> {
  const samples: PlayedDomain['samples'] = [];
  const judgingIn = (locale: Verdict['locale']): Judging => {
    const { model, days } = target;
    const asking: Asking = { planner, model, days, onPlanned: (ms) => samples.push({ locale, ms }) };
    return { domain: target, asking };
  };
  warmUp(domain, target, planner);
  const verdicts: Verdict[] = [];
  for (const question of domain.questions) verdicts.push(await judgeQuestion(judgingIn(question.locale), question));
  for (const talk of domain.conversations) verdicts.push(...(await judgeConversation(judgingIn(talk.locale), talk)));
  return { verdicts, samples };
}

function warmUp({ questions }: Domain, { model, days }: OpenDomain, planner: Planner): void {
  for (const { question, locale } of questions.slice(0, WARM_UP)) {
    try {
      planner.plan({ question, locale, choices: [], model, ...days });
    } catch {
      // The verdict on the question has it.
    }
  }
}

export function planTimes(samples: readonly { ms: number }[]): PlanTimes {
  const times = samples.map(({ ms }) => ms);
  const { p50, p95 } = percentiles(times);
  return { p50, p95, worst: times.length === 0 ? null : Math.max(...times) };
}
