import type { RunBudget } from './run-budget';

/** What a call is for; sent as the header `x-querent-task`. */
export type LlmTask = 'understand' | 'generate-sql' | 'repair-sql' | 'clarify' | 'answer';

export interface ChatRequest {
  task: LlmTask;
  /** Sent as the header `x-querent-run`. */
  runId: string;
  system: string;
  user: string;
  /** Tokens that the reply may have at most. */
  maxTokens: number;
  /** The shape to ask for where the server can enforce one (JSON Schema); where it cannot, the reply is free text. */
  schema?: { name: string; schema: Record<string, unknown> };
}

export interface ChatReply {
  /** As the model wrote it: untrusted input, to be read by `readReply`. Never empty. */
  text: string;
}

/** A chat model behind an OpenAI-compatible endpoint. */
export interface ChatModel {
  /**
   * One question, with retries, breaker and time limits; every call made is booked on the budget, also those that
   * failed.
   * @throws LlmUnavailableError where no usable reply came within the budget; the signal's reason where it was aborted,
   * at once and with the socket closed
   */
  complete(request: ChatRequest, budget: RunBudget, signal: AbortSignal): Promise<ChatReply>;
}
