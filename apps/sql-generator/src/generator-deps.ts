import type { Filter, Run } from '@querent/contracts';
import type { ChatModels, PromptContextInput, TenantTokenBudget } from '@querent/llm';
import type { PauseClock } from '@querent/explain';
import type { SemanticModel } from '@querent/model';

export interface GeneratorDeps extends PauseClock {
  /**
   * Null: no language model is configured; what the planner does not cover then ends or asks as the planner concluded.
   */
  models: Pick<ChatModels, 'general' | 'sql' | 'tuned' | 'limits' | 'promptTokens' | 'answerTokens'> | null;
  /** What a tenant may spend on models today; undefined: as much as its runs may. */
  tenantBudget: (tenant: string) => TenantTokenBudget | undefined;
  /** Rows of a result at most, unless the asker wants fewer. */
  maxRows: (connection: string) => number;
  /** How the agent of a run words things; null: none of that name. */
  agent: (name: string) => PromptContextInput['agent'];
  /**
   * The default filters of an agent on a model; null where they cannot be had: an answer without them would be wider
   * than what was asked for.
   */
  defaults: (agent: string, model: SemanticModel) => readonly Filter[] | null;
  /** A sample question whose statement no longer fits the connection, and why; technical. */
  onRetiredSample: (run: Run, sample: { question: string; sql: string }, why: string) => void;
  /** For the log: a call that brought no reply. */
  onModelTrouble: (run: Run, error: Error) => void;
}
