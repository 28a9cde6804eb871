import { isModelKey, MAX_PAUSES, modelKey, type Ambiguity, type Run } from '@querent/contracts';
import { adviceOf, type Remedy } from '@querent/sql';
import { say } from '@querent/model';
import type { Failure } from './ask-after-failure';
import { RECOVERIES } from './recoveries';

/** Prefix of an option's value that is a complete question. If chosen, it replaces the question that was asked. */
const OFFERED = 'ask:';
export const offerOf = (question: string): string => OFFERED + question;
export const offeredQuestion = (value: string): string | null =>
  value.startsWith(OFFERED) ? value.slice(OFFERED.length) : null;

/** The key of the run's next clarification whose reply only a language model can interpret. */
export const nextModelKey = ({ data }: Run): string => modelKey(data.asked.filter(isModelKey).length + 1);

/**
 * The clarification that the planner would have asked if no language model were configured. Null where the planner has
 * none, where it was asked already, or where the run has reached its limit of pauses.
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
 * The clarification after a language model's statement failed beyond repair. Without a semantic query there are no
 * recoveries, so that the options are advice in words, which the next prompt contains. If the statement itself was at
 * fault (`repairable`), advice does not help: the user is asked to rephrase, and the options are answerable questions
 * that `near` finds. Null where the run has asked after a failure before, or has reached its limit of pauses.
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
      ? say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to continue?`)
      : say(
          locale,
          `${what}，请换一种说法，或补充要看的数据、时间和条件。${others}`,
          `${what} – please rephrase the question, or add the figure, the time and the conditions that you mean.${others}`,
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
