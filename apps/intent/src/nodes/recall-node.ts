import type { ConversationContext, Run } from '@querent/contracts';
import { principalOf, type Conversations, type Habits } from '@querent/memory';
import type { IntentState } from '../intent-state';

export interface RecallDeps {
  habits: Pick<Habits, 'of' | 'record' | 'applyWording' | 'forget'>;
  conversations: Pick<Conversations, 'last'>;
}

/**
 * Whether there is anything to keep, to forget or to recall. A conversation is read once a run, when it is first
 * understood: it may move on while the run waits for its asker, or until a run that failed is asked again with the
 * context that it had.
 */
export const remembers = ({ run, taken, forget }: IntentState): boolean => forget || taken !== null || opensOn(run);

const opensOn = ({ request, data }: Run): boolean =>
  request.conversationId !== null && data.intent === null && data.context === null;

/**
 * Keeps what the reply teaches, or forgets what was learned; recalls what the conversation was about. Rejects when
 * Redis is away.
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
