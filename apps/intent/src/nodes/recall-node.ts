import type { ConversationContext, Run } from '@querent/contracts';
import { principalOf, type Conversations, type Habits } from '@querent/memory';
import type { IntentState } from '../intent-state';

export interface RecallDeps {
  habits: Pick<Habits, 'of' | 'record' | 'applyWording' | 'forget'>;
  conversations: Pick<Conversations, 'last'>;
}

/**
 * Whether there is a decision to record, a habit to forget, or a conversation to read. A conversation is read once for
 * each run, when it is first understood: a paused or repeated run keeps its context even if the conversation continues.
 */
export const remembers = ({ run, taken, forget }: IntentState): boolean => forget || taken !== null || opensOn(run);

const opensOn = ({ request, data }: Run): boolean =>
  request.conversationId !== null && data.intent === null && data.context === null;

/**
 * Records the decision of a reply or forgets the habits, and reads the conversation. Rejects if Redis is unreachable.
 */
export function recallNode({ habits, conversations }: RecallDeps) {
  return async ({ run, taken, forget }: IntentState): Promise<Pick<IntentState, 'context'>> => {
    const principal = principalOf(run);
    if (forget) await habits.forget(principal);
    if (taken !== null) await habits.record(principal, taken);
    return { context: await contextOf(run, conversations) };
  };
}

async function contextOf(run: Run, conversations: RecallDeps['conversations']): Promise<ConversationContext | null> {
  const { conversationId } = run.request;
  if (conversationId === null || !opensOn(run)) return run.data.context;
  return conversations.last(principalOf(run), conversationId);
}
