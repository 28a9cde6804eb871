import type { ThrowAwayPostgres } from '@querent/testing';
import { todayIn } from '@querent/language';
import { percentiles } from '../eval/report/latency';
import type { Asking } from './asked-run';
import { judgeConversation, judgeQuestion, type Judging } from './judge-question';
import {
  databaseOf,
  withModel,
  type DomainModel,
  openDomain,
  type DomainDatabase,
  type OpenDomain,
} from './open-domain';
import type { Planner } from './planner';
import { readDomain, type Domain } from './read-domain';
import type { Verdict } from './verdict';

/** Planning time of a question, a reply or a turn, ms. */
export interface PlanTimes {
  p50: number | null;
  p95: number | null;
  worst: number | null;
}

/** A measured domain: its verdicts, and the planning times by language. */
export interface PlayedDomain {
  name: string;
  /** Mistakes of its model file. */
  problems: string[];
  verdicts: Verdict[];
  samples: { locale: Verdict['locale']; ms: number }[];
}

/** Number of warm-up questions, in which the planner builds its lexicon and V8 compiles it. */
const WARM_UP = 20;

/** Selects a domain's folder, and one or both languages. */
export interface DomainChoice {
  folder: string;
  language: Verdict['locale'] | null;
  /** Default: the model file in the folder. */
  model?: DomainModel;
}

/**
 * Loads a domain, plans all of its questions and conversations, and judges them.
 * @throws when the domain cannot be loaded or parsed
 */
export async function playDomain(
  { folder, language, model = 'owner' }: DomainChoice,
  planner: Planner,
  postgres: ThrowAwayPostgres,
): Promise<PlayedDomain> {
  const read = (today: string): Domain => spokenIn(language, readDomain(folder, today));
  return playOn(withModel(databaseOf(folder), model), read, planner, postgres);
}

/** Creates the database, and plans and judges the questions that `read` returns for the day. */
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
    if (!isToday(target.days)) throw new Error('midnight passed during the run: run it again');
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
