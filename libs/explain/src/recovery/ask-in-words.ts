import { isModelKey, MAX_PAUSES, modelKey, type Ambiguity, type Run } from '@querent/contracts';
import { adviceOf, type Remedy } from '@querent/sql';
import { say } from '@querent/model';
import type { Failure } from './ask-after-failure';
import { RECOVERIES } from './recoveries';

/** Says of a choice's value that it is a question of its own, which takes the place of the one that was asked. */
const OFFERED = 'ask:';
export const offerOf = (question: string): string => OFFERED + question;
export const offeredQuestion = (value: string): string | null =>
  value.startsWith(OFFERED) ? value.slice(OFFERED.length) : null;

/** The key of the next question that only a model can read the answer to. */
export const nextModelKey = ({ data }: Run): string => modelKey(data.asked.filter(isModelKey).length + 1);

/**
 * What the planner wanted to ask had no model tried; null where it wanted nothing, or where that was asked or the run
 * has paused often enough.
 */
export function plannersQuestion({ data }: Run): Ambiguity | null {
  const fallback = data.reasoning?.fallback;
  if (
    fallback?.kind !== 'ambiguous' ||
    data.clarifications.length >= MAX_PAUSES ||
    data.asked.includes(fallback.ambiguity.key)
  )
    return null;
  return fallback.ambiguity;
}

/**
 * The question after a model's statement failed for good: there is no semantic query to make other queries from, so the
 * ways to go on are words that stand in the next prompt. Where the statement itself was at fault (`repairable`) only
 * other words for the question can help, and questions that have an answer are offered: those that `near` finds. Asked
 * once a run, for a question that stays unanswerable would nag; else null.
 */
export function askInWords(
  run: Run,
  failure: Failure & { repairable?: boolean },
  near: () => readonly string[],
): Ambiguity | null {
  const { clarifications } = run.data;
  if (clarifications.length >= MAX_PAUSES || clarifications.some(({ trigger }) => AFTER_FAILURE.has(trigger)))
    return null;
  const { locale } = run.request;
  const what = failure.text[locale].replace(/[.。]$/, '');
  const ways = failure.repairable === true ? [] : adviceOf(failure.remedies.filter(isRecovery), locale);
  const isChoice = ways.length >= 2;
  const questions = isChoice ? [] : near();
  const others =
    questions.length === 0 ? '' : say(locale, '也可以从下面的问题中选一个。', ' Or choose one of these questions.');
  return {
    trigger: failure.name === 'too_expensive' ? 'too_expensive' : 'sql_execution_error',
    key: nextModelKey(run),
    question: isChoice
      ? say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to go on?`)
      : say(
          locale,
          `${what}，请换一种说法，或补充要看的数据、时间和条件。${others}`,
          `${what} – please ask it another way, or add which figure, time and conditions you mean.${others}`,
        ),
    options: (isChoice
      ? ways.map((label) => ({ label, value: label }))
      : questions.map((label) => ({ label, value: `${OFFERED}${label}` }))
    ).map((option, at) => ({ id: String(at + 1), ...option, aliases: [] })),
    allowText: true,
    combinable: false,
  };
}

const AFTER_FAILURE: ReadonlySet<string> = new Set(['sql_execution_error', 'too_expensive']);

const isRecovery = (remedy: Remedy): boolean => Object.hasOwn(RECOVERIES, remedy);
