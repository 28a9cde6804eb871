import type { RunData } from '@querent/contracts';
import { LlmUnavailableError } from './llm-unavailable-error';
import type { TenantPurse } from './tenant-purse';

/** What a run may spend on models, over all its stages and pauses. */
export interface BudgetLimits {
  /** Requests, retries counted. */
  calls: number;
  /** Milliseconds in calls. */
  ms: number;
  /** Tokens of prompts and replies together. */
  tokens: number;
}

type Spent = Pick<RunData['usage'], 'llmCalls' | 'promptTokens' | 'completionTokens' | 'llmMs'>;

/** The budget of one run during one job: begins with what the record says was spent, ends in what the stage records. */
export class RunBudget {
  private used: Spent;

  constructor(
    private readonly limits: BudgetLimits,
    { usage }: Pick<RunData, 'usage'>,
    /** The tenant's, where days are limited. */
    readonly purse?: TenantPurse,
  ) {
    const { llmCalls, promptTokens, completionTokens, llmMs } = usage;
    this.used = { llmCalls, promptTokens, completionTokens, llmMs };
  }

  /** All that the run has spent so far. */
  get spent(): Spent {
    return { ...this.used };
  }

  /** Milliseconds that are left, at least 0. */
  get msLeft(): number {
    return Math.max(0, this.limits.ms - this.used.llmMs);
  }

  /** What is used up, so that no further request can begin. */
  get exceeded(): 'calls' | 'time' | 'tokens' | null {
    const { llmCalls, promptTokens, completionTokens } = this.used;
    if (llmCalls >= this.limits.calls) return 'calls';
    if (this.msLeft <= 0) return 'time';
    return promptTokens + completionTokens >= this.limits.tokens ? 'tokens' : null;
  }

  /** Books the beginning of a request. @throws LlmUnavailableError (`budget`) where there is nothing left for it */
  begin(): void {
    const { exceeded } = this;
    if (exceeded !== null) throw new LlmUnavailableError('budget', `the run's budget of ${exceeded} is used up`);
    this.used = { ...this.used, llmCalls: this.used.llmCalls + 1 };
  }

  /** Books what a request, or a pause between two, took. */
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
