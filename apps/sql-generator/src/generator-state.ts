import type { CompiledQuery, Filter, Outcome, Reasoning, Run, RunData, Strategy } from '@querent/contracts';
import type { ModelReply, RunBudget } from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import type { CheckedStatement } from './checking/check-statement';
import type { Failed } from './checking/failed-statement';
import type { Told } from './checking/tell-statement';

/** A step of the graph. */
export type Step = 'draft' | 'repair' | 'check' | 'look';
/** How a job can end. */
export type Conclusion = 'compiled' | 'written' | 'explore' | 'clarify' | 'broken' | 'fallBack' | 'ask' | 'giveUp';
export type Next = Step | Conclusion;

/** What flows through the generator graph. The run record is the durable state; this lives for one job. */
export interface GeneratorState {
  run: Run;
  model: SemanticModel;
  budget: RunBudget;
  /** How the question is to be answered; null: it is the planner's own statement that is being repaired. */
  strategy: Strategy | null;
  /** The record's attempts and this job's. */
  attempts: RunData['attempts'];
  reasoning: Reasoning;
  /** The sample questions that the prompt may show. */
  samples: NonNullable<RunData['retrieval']>['samples'];
  /** The agent's default filters, which a model's statement must have too. */
  defaults: readonly Filter[];
  /**
   * What the planner's compiler makes of the semantic query; null: it has no statement, or there is no semantic query.
   */
  compiled: CompiledQuery | null;
  /** Why it has none; for the log. */
  failure: string | null;
  /** What the next call has to put right; null: it is asked for a first statement. */
  failed: Failed | null;
  /** Calls of this job that led nowhere: replies nobody can read, and requests for what was refused. */
  wasted: number;
  /** The last reply of a model; undefined before the first, null where none could be had. */
  reply: ModelReply | null | undefined;
  /** Why no reply could be had: the tenant has spent what it may on models today. */
  dayIsSpent: boolean;
  /** The statement at hand, once it has been checked. */
  checked: CheckedStatement;
  /** What the run says of it; absent while it has errors. */
  told: Told | undefined;
  /** Lines of progress that the run's asker is told. */
  notes: Outcome<'sql-generator'>['steps'];
  /** What comes next: the graph ends at a conclusion. */
  next: Next;
}

/** Whether it is the planner's own statement that is at hand. */
export const isPlanned = ({ run }: Pick<GeneratorState, 'run'>): boolean => run.data.semanticQuery !== null;
