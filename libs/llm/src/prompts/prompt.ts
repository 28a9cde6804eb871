/** The input of one model call. */
export interface Prompt {
  system: string;
  user: string;
  /** E.g. `generate-sql-1`; recorded on the run. */
  version: string;
  /** Estimated tokens of system and user, summed over their pieces; never above the budget. */
  tokens: number;
  /** The parts dropped for the budget, in order; for the log (physical names). */
  dropped: string[];
}

/** `maxTokens`: maximum tokens of system and user together. */
export interface PromptLimits {
  maxTokens: number;
}

/** The mandatory parts exceed the budget. The message is for the log. */
export class PromptTooLongError extends Error {
  override readonly name = 'PromptTooLongError';

  constructor(
    readonly needed: number,
    readonly maxTokens: number,
  ) {
    super(`the question and the instructions alone take ${needed} tokens of ${maxTokens}`);
  }
}
