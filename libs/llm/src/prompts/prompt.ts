/** What one call of a model is given. */
export interface Prompt {
  system: string;
  user: string;
  /** E.g. `generate-sql-1`; recorded on the run. */
  version: string;
  /** Our estimate for system and user together, from those of their pieces; never above the budget. */
  tokens: number;
  /** What was left out for the budget, in the order it was; for the log (physical names). */
  dropped: string[];
}

/** `maxTokens`: what system and user may take together. */
export interface PromptLimits {
  maxTokens: number;
}

/** What cannot be left out does not fit into the budget. The message is for the log. */
export class PromptTooLongError extends Error {
  override readonly name = 'PromptTooLongError';

  constructor(
    readonly needed: number,
    readonly maxTokens: number,
  ) {
    super(`the question and the instructions alone take ${needed} tokens of ${maxTokens}`);
  }
}
