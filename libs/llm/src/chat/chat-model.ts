import type { RunBudget } from './run-budget';

/** Purpose of a call, sent as the header `x-querent-task`. */
export type LlmTask = 'understand' | 'generate-sql' | 'repair-sql' | 'clarify' | 'answer';

export interface ChatRequest {
  task: LlmTask;
  /** Sent as the header `x-querent-run`. */
  runId: string;
  system: string;
  user: string;
  /** Maximum tokens of the reply. */
  maxTokens: number;
  /** JSON Schema of the reply, sent if the server can enforce one; otherwise the reply is free text. */
  schema?: { name: string; schema: Record<string, unknown> };
}

export interface ChatReply {
  /** The model's raw text: untrusted input for `readReply`. Never empty. */
  text: string;
}

/** A chat model behind an OpenAI-compatible endpoint. */
export interface ChatModel {
  /**
   * Completes one prompt, with retries, circuit breaker and time limits. Every request is recorded on the budget,
   * failed ones too.
   * @throws LlmUnavailableError if no usable reply came within the budget; the signal's reason if it was aborted, at
   * once and with the socket closed
   */
  complete(request: ChatRequest, budget: RunBudget, signal: AbortSignal): Promise<ChatReply>;
}
