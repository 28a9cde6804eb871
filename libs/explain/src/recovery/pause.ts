import type { Ambiguity, Clarification, Run, RunData } from '@querent/contracts';

export interface PauseClock {
  /** Milliseconds since 1970. */
  now: () => number;
  clarificationTtlMs: number;
}

/** What a run records when it pauses to ask; `before` is said ahead of the question. */
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
