import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';

/**
 * Goes on with the complete statement that came with a look at values, as if it were the last reply; null where there
 * is none. It is taken once.
 */
export function takeDraft({ reasoning, notes, run }: GeneratorState): Partial<GeneratorState> | null {
  if (reasoning.draft === null) return null;
  return {
    reply: { kind: 'sql', sql: reasoning.draft },
    reasoning: { ...reasoning, draft: null },
    notes: [...notes, { kind: 'draft', message: messageOf('draftTaken', run.request.locale) }],
  };
}
