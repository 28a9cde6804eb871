import type { Ambiguity, Clarification, Run, RunData } from '@querent/contracts';

export interface PauseClock {
  /** Milliseconds since 1970. */
  now: () => number;
  clarificationTtlMs: number;
}

/** The changes to a run that pauses for a clarification. `before` is a text that precedes the question. */
export function pauseFor(
  run: Run,
  ambiguity: Ambiguity,
  { now, clarificationTtlMs }: PauseClock,
  before = '',
): Pick<RunData, 'clarification' | 'ambiguity' | 'answer'> {
  const clarification: Clarification = {
    id: `c${run.data.clarifications.length + 1}-${run.version}`,
    trigger: ambiguity.trigger,
    question: `${before}${ambiguity.question}`,
    options: ambiguity.options.map(({ id, label, description }) => ({
      id,
      label,
      ...(description === undefined ? {} : { description }),
    })),
    allowText: ambiguity.allowText,
    expiresAt: new Date(now() + clarificationTtlMs).toISOString(),
  };
  return {
    clarification,
    ambiguity,
    answer: {
      text: clarification.question,
      chartType: 'clarification',
      suggestions: clarification.options.map(({ label }) => label),
    },
  };
}
