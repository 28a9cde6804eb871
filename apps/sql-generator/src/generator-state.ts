import type { CompiledQuery, Filter, Outcome, Reasoning, Run, RunData, Strategy } from '@querent/contracts';
import type { ModelReply, RunBudget } from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import type { CheckedStatement } from './checking/check-statement';
import type { Failed } from './checking/failed-statement';
import type { DescribedStatement } from './checking/describe-statement';

/** A node of the graph. */
export type Step = 'draft' | 'repair' | 'check' | 'exploration';
/** A way in which a job can end. */
export type Conclusion = 'compiled' | 'written' | 'explore' | 'clarify' | 'broken' | 'fallBack' | 'ask' | 'giveUp';
export type Next = Step | Conclusion;

/** State of the generator graph during one job. The run record is the durable state. */
export interface GeneratorState {
  run: Run;
  model: SemanticModel;
  budget: RunBudget;
  /** Strategy of the answer; null: the planner's statement is being repaired. */
  strategy: Strategy | null;
  /** Attempts of the run record and of this job. */
  attempts: RunData['attempts'];
  reasoning: Reasoning;
  /** Samples for the prompt. */
  samples: NonNullable<RunData['retrieval']>['samples'];
  /** The agent's default filters, which a model's statement must have. */
  defaults: readonly Filter[];
  /** The compiled semantic query; null: it could not be compiled, or there is no semantic query. */
  compiled: CompiledQuery | null;
  /** Why it could not be compiled; for the log. */
  failure: string | null;
  /** The failed statement that the next call must repair; null: the next call writes a first statement. */
  failed: Failed | null;
  /** Number of unusable replies in this job: unreadable ones and redundant explorations. */
  wasted: number;
  /** The last reply of a model; undefined before the first call, null if no reply was received. */
  reply: ModelReply | null | undefined;
  /** Whether there is no reply because the tenant's daily budget is used up. */
  dayIsSpent: boolean;
  /** The current statement after its checks. */
  checked: CheckedStatement;
  /** The statement with its descriptions; undefined while it has errors. */
  described: DescribedStatement | undefined;
  /** Progress messages for the asker. */
  notes: Outcome<'sql-generator'>['steps'];
  /** The next node, or the conclusion that ends the graph. */
  next: Next;
}

/** Whether the job is about the planner's statement. */
export const isPlanned = ({ run }: Pick<GeneratorState, 'run'>): boolean => run.data.semanticQuery !== null;
