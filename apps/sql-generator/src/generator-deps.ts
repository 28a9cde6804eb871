import type { Filter, Run } from '@querent/contracts';
import type { ChatModels, PromptContextInput, TenantTokenBudget } from '@querent/llm';
import type { PauseClock } from '@querent/explain';
import type { SemanticModel } from '@querent/model';

export interface GeneratorDeps extends PauseClock {
  /**
   * Null: no language model is configured; a question that the planner does not cover then ends with the planner's
   * conclusion.
   */
  models: Pick<ChatModels, 'general' | 'sql' | 'tuned' | 'limits' | 'promptTokens' | 'answerTokens'> | null;
  /** Daily token budget of a tenant; undefined: only the budgets of its runs apply. */
  tenantBudget: (tenant: string) => TenantTokenBudget | undefined;
  /** Limit of result rows of a connection; the asker may request fewer. */
  maxRows: (connection: string) => number;
  /** Prompt settings of an agent; null: no such agent. */
  agent: (name: string, tenant: string) => PromptContextInput['agent'];
  /**
   * Default filters of an agent on a model; null if they cannot be resolved, because an answer without them would cover
   * more data than permitted.
   */
  defaults: (agent: string, tenant: string, model: SemanticModel) => readonly Filter[] | null;
  /** Reports a sample whose statement no longer fits the connection, with the technical reason. */
  onRetiredSample: (run: Run, sample: { question: string; sql: string }, why: string) => void;
  /** Reports a call without a reply, for the log. */
  onModelTrouble: (run: Run, error: Error) => void;
}
