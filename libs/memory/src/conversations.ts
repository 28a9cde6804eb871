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
 * The last answered question of each conversation, in Redis: what a follow-up continues. One that a model answered is
 * kept without a query. A conversation is a client's own name within a key of a tenant and one connection, so the same
 * name elsewhere is another conversation.
 */
export class Conversations {
  private readonly commands: ConversationCommands;

  /** @param settings.lifeMs how long a conversation that goes silent is remembered: as long as its runs */
  constructor(
    private readonly redis: RedisClient,
    private readonly settings: MemorySettings & { lifeMs: number },
  ) {
    redis.defineCommand('querentRememberAnswer', { numberOfKeys: 1, lua: rememberScript });
    redis.defineCommand('querentForgetLast', { numberOfKeys: 1, lua: forgetScript });
    this.commands = redis as unknown as ConversationCommands;
  }

  /**
   * Keeps a run that is being answered as its conversation's last; nothing for a run of no conversation, or that read
   * no data. Call it before the run is seen as succeeded: who then asks on is understood. Rejects when Redis is away.
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

  /**
   * Forgets a conversation whose last answered question is that of a run which is removed. Rejects when Redis is away.
   */
  async forget(principal: Principal, conversationId: string, runId: string): Promise<void> {
    await this.commands.querentForgetLast(this.key(principal, conversationId), runId);
  }

  /** Null where nothing was answered yet. Rejects when Redis is away. */
  async last(principal: Principal, conversationId: string): Promise<ConversationContext | null> {
    const stored = await this.stored(principal, conversationId);
    if (stored === null) return null;
    const parsed = conversationContextSchema.safeParse(storedJson(stored));
    if (!parsed.success) this.settings.warn({ ...principal }, 'a stored conversation cannot be read; it starts anew');
    return parsed.success ? parsed.data : null;
  }

  private async stored(principal: Principal, conversationId: string): Promise<string | null> {
    try {
      return await this.redis.hget(this.key(principal, conversationId), 'context');
    } catch (error) {
      if (!isWrongType(error)) throw error;
      this.settings.warn({ ...principal }, 'a conversation is stored in another shape; it starts anew');
      return null;
    }
  }

  private key(principal: Principal, conversationId: string): string {
    return new RedisKeys(this.settings.prefix).conversation(principal, conversationId);
  }
}
