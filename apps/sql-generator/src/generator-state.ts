import { Annotation } from '@langchain/langgraph';
import type { CompiledQuery, Outcome, Run } from '@querent/contracts';
import type { SemanticModel } from '@querent/semantic';

/** What flows through the generator graph, for one job. */
export const generatorAnnotation = Annotation.Root({
  run: Annotation<Run>,
  model: Annotation<SemanticModel>,
  compiled: Annotation<CompiledQuery | null>,
  /** Why there is no statement; for the log. */
  failure: Annotation<string | null>,
  outcome: Annotation<Outcome>,
});
export type GeneratorState = typeof generatorAnnotation.State;
