export type { ChatModel, ChatReply, ChatRequest, LlmTask } from './chat/chat-model';
export { LlmUnavailableError, type LlmFailure } from './chat/llm-unavailable-error';
export { RunBudget, type BudgetLimits } from './chat/run-budget';
