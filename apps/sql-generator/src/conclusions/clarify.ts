import { nextModelKey } from '@querent/explain';
import type { Ambiguity, Outcome, ClarificationTrigger } from '@querent/contracts';
import { askable } from '@querent/llm';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { typedByAsker } from '../record/typed-by-asker';
import { fail } from './fail';
import { plannersPause } from './fall-back';
import { mayAsk, pause } from './pause';

/**
 * The model asks for clarification. Its question is passed on only if it uses business words; otherwise the planner's
 * open question is asked, or a request for more details.
 */
export function clarify(
  state: GeneratorState,
  deps: Pick<GeneratorDeps, 'now' | 'clarificationTtlMs'>,
): Outcome<'sql-generator'> {
  const { run, reply, model } = state;
  const { locale } = run.request;
  if (!mayAsk(run)) return fail(state, 'clarification_exhausted');
  const asked = reply ? askable(reply, { model, locale, known: typedByAsker(run) }) : null;
  if (asked === null)
    return (
      plannersPause(state, deps) ??
      pause(
        state,
        {
          trigger: 'too_vague',
          key: nextModelKey(run),
          question: messageOf('sayMore', locale),
          options: [],
          allowText: true,
        },
        deps,
      )
    );
  const options: Ambiguity['options'] = asked.options.map((label, at) => ({
    id: String(at + 1),
    label,
    value: label,
    aliases: [],
  }));
  return pause(
    state,
    { trigger: triggerOf(state, asked), key: nextModelKey(run), question: asked.question, options, allowText: true },
    deps,
  );
}

/**
 * Trigger of a model's clarification: `ambiguous_value` if all options are stored values, `ambiguous_term` if it quotes
 * an unknown word or a word of the question, else `too_vague`.
 */
function triggerOf(
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
