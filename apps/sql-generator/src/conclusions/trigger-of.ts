import type { ClarificationTrigger } from '@querent/contracts';
import type { GeneratorState } from '../generator-state';

/**
 * Trigger of a model's clarification: `ambiguous_value` if all options are stored values, `ambiguous_term` if it quotes
 * an unknown word or a word of the question, else `too_vague`.
 */
export function triggerOf(
  { model, reasoning, run }: GeneratorState,
  { question, options }: { question: string; options: readonly string[] },
): ClarificationTrigger {
  const stored = new Set(reasoning.explorations.flatMap(({ values }) => values.flat().flatMap((value) => value ?? [])));
  const isStored = (label: string): boolean =>
    stored.has(label) ||
    Object.values(model.tables).some(({ columns }) =>
      Object.values(columns).some(
        ({ values, storedValues }) => Object.hasOwn(values, label) || storedValues.includes(label),
      ),
    );
  if (options.length > 1 && options.every(isStored)) return 'ambiguous_value';
  const { fallback } = reasoning;
  const unexplained = fallback?.kind === 'ambiguous' || fallback?.kind === 'unsupported' ? fallback.unknown : [];
  const asked = run.data.restatedQuestion ?? run.request.question;
  const quotedWords = [...question.matchAll(/["“'‘「『]([^"”'’」』]+)["”'’」』]/g)].map(([, word]) => word ?? '');
  return [
    ...unexplained.filter((word) => question.includes(word)),
    ...quotedWords.filter((word) => asked.includes(word)),
  ].length > 0
    ? 'ambiguous_term'
    : 'too_vague';
}
