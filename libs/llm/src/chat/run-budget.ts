import type { RunData } from '@querent/contracts';
import { LlmUnavailableError } from './llm-unavailable-error';
import type { TenantTokenBudget } from './tenant-token-budget';

/** Limits of a run's model calls, over all its stages and pauses. */
export interface BudgetLimits {
  /** Requests, including retries. */
  calls: number;
  /** Milliseconds in calls. */
  ms: number;
  /** Tokens of prompts and replies together. */
  tokens: number;
}

type Spent = Pick<RunData['usage'], 'llmCalls' | 'promptTokens' | 'completionTokens' | 'llmMs'>;

/** The budget of one run during one job: starts from the usage in the run's record; the stage stores its end state. */
export class RunBudget {
  private used: Spent;

  constructor(
    private readonly limits: BudgetLimits,
    { usage }: Pick<RunData, 'usage'>,
    /** The tenant's daily budget, if it has one. */
    readonly tenantBudget?: TenantTokenBudget,
  ) {
    const { llmCalls, promptTokens, completionTokens, llmMs } = usage;
    this.used = { llmCalls, promptTokens, completionTokens, llmMs };
  }

  /** The run's usage so far. */
  get spent(): Spent {
    return { ...this.used };
  }

  /** Milliseconds left, at least 0. */
  get msLeft(): number {
    return Math.max(0, this.limits.ms - this.used.llmMs);
  }

  /** The exhausted limit that prevents further requests; null: none. */
  get exceeded(): 'calls' | 'time' | 'tokens' | null {
    const { llmCalls, promptTokens, completionTokens } = this.used;
    if (llmCalls >= this.limits.calls) return 'calls';
    if (this.msLeft <= 0) return 'time';
    return promptTokens + completionTokens >= this.limits.tokens ? 'tokens' : null;
  }

  /** Records the start of a request. @throws LlmUnavailableError (`budget`) if a limit is exhausted */
  begin(): void {
    const { exceeded } = this;
    if (exceeded !== null) throw new LlmUnavailableError('budget', `the run's budget of ${exceeded} is used up`);
    this.used = { ...this.used, llmCalls: this.used.llmCalls + 1 };
  }

  /** Records the cost of a request or of a pause between two requests. */
  record({
    ms = 0,
    promptTokens = 0,
    completionTokens = 0,
  }: {
    ms?: number;
    promptTokens?: number;
    completionTokens?: number;
  }): void {
    const { used } = this;
    this.used = {
      ...used,
      llmMs: used.llmMs + ms,
      promptTokens: used.promptTokens + promptTokens,
      completionTokens: used.completionTokens + completionTokens,
    };
  }

  /** The record's usage after this job. */
  usageAfter(usage: RunData['usage']): RunData['usage'] {
    return { ...usage, ...this.used, llmMs: Math.round(this.used.llmMs) };
  }
}
