import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';

/** Uses the draft statement that came with an exploration as the last reply, once; null if there is no draft. */
export function takeDraft({ reasoning, notes, run }: GeneratorState): Partial<GeneratorState> | null {
  if (reasoning.draft === null) return null;
  return {
    reply: { kind: 'sql', sql: reasoning.draft },
    reasoning: { ...reasoning, draft: null },
    notes: [...notes, { kind: 'draft', message: messageOf('draftTaken', run.request.locale) }],
  };
}
