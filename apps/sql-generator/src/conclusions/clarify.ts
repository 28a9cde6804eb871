import { nextModelKey } from '@querent/explain';
import type { Ambiguity, Outcome } from '@querent/contracts';
import { askable } from '@querent/llm';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { typedByAsker } from '../record/typed-by-asker';
import { fail } from './fail';
import { plannersPause } from './fall-back';
import { mayAsk, pause } from './pause';
import { triggerOf } from './trigger-of';

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
