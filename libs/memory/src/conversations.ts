import { conversationContextSchema, type ConversationContext, type Run } from '@querent/contracts';
import { RedisKeys, type RedisClient } from '@querent/platform';
import { isWrongType, storedJson, type MemorySettings } from './memory-settings';
import { principalOf, type Principal } from './principal';
import forgetScript from './forget-last.lua';
import rememberScript from './remember-answer.lua';

interface ConversationCommands {
  querentRememberAnswer(conversation: string, asked: string, context: string, lifeMs: number): Promise<number>;
  querentForgetLast(conversation: string, runId: string): Promise<number>;
}

/**
 * The last answered question of each conversation, in Redis, which follow-ups continue. A question that a model
 * answered is stored without a query. A conversation's name is unique within a tenant, key and connection.
 */
export class Conversations {
  private readonly commands: ConversationCommands;

  /** @param settings.lifeMs lifetime of an inactive conversation: the retention of its runs */
  constructor(
    private readonly redis: RedisClient,
    private readonly settings: MemorySettings & { lifeMs: number },
  ) {
    redis.defineCommand('querentRememberAnswer', { numberOfKeys: 1, lua: rememberScript });
    redis.defineCommand('querentForgetLast', { numberOfKeys: 1, lua: forgetScript });
    this.commands = redis as unknown as ConversationCommands;
  }

  /**
   * Stores a run as its conversation's last; does nothing for a run without a conversation or data. Call it before the
   * run is shown as succeeded, so that an immediate follow-up is understood. Rejects if Redis is unavailable.
   */
  async remember(run: Run): Promise<void> {
    const { conversationId, question } = run.request;
    const { semanticQuery: query, restatedQuestion, result } = run.data;
    if (conversationId === null || (query === null && result === null) || run.data.error !== null) return;
    const context: ConversationContext = { runId: run.id, question: restatedQuestion ?? question, query };
    await this.commands.querentRememberAnswer(
      this.key(principalOf(run), conversationId),
      `${run.createdAt} ${run.id}`,
      JSON.stringify(context),
      this.settings.lifeMs,
    );
  }

  /** Deletes a conversation whose last answered question belongs to a removed run. Rejects if Redis is unavailable. */
  async forget(principal: Principal, conversationId: string, runId: string): Promise<void> {
    await this.commands.querentForgetLast(this.key(principal, conversationId), runId);
  }

  /** Null if nothing was answered yet. Rejects if Redis is unavailable. */
  async last(principal: Principal, conversationId: string): Promise<ConversationContext | null> {
    const stored = await this.stored(principal, conversationId);
    if (stored === null) return null;
    const parsed = conversationContextSchema.safeParse(storedJson(stored));
    if (!parsed.success) this.settings.warn({ ...principal }, 'a stored conversation cannot be read; it restarts');
    return parsed.success ? parsed.data : null;
  }

  private async stored(principal: Principal, conversationId: string): Promise<string | null> {
    try {
      return await this.redis.hget(this.key(principal, conversationId), 'context');
    } catch (error) {
      if (!isWrongType(error)) throw error;
      this.settings.warn({ ...principal }, 'a conversation is stored in another format; it restarts');
      return null;
    }
  }

  private key(principal: Principal, conversationId: string): string {
    return new RedisKeys(this.settings.prefix).conversation(principal, conversationId);
  }
}
