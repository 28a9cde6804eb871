import type { Run } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { checkStatement } from '../checking/check-statement';
import { statementSubject } from '../checking/statement-subject';
import type { GeneratorState } from '../generator-state';

type Samples = GeneratorState['samples'];

/**
 * Cache of why a sample's statement no longer fits, by model and statement. Each version of a model is a separate
 * object.
 */
const judged = new WeakMap<SemanticModel, Map<string, Promise<string | null>>>();

/**
 * The run's samples whose statements still pass the checks, because a model copies the samples in a prompt including
 * their mistakes. Retrieval retires the other samples; a sample that a model change has outdated since is reported.
 * Empty if the run skips samples.
 */
export async function usableSamples(
  run: Run,
  model: SemanticModel,
  onRetired: (run: Run, sample: Samples[number], why: string) => void,
): Promise<Samples> {
  const { retrieval, modeReason } = run.data;
  if (retrieval === null || modeReason?.skipSamples === true) return [];
  const faults = await Promise.all(retrieval.samples.map(({ sql }) => faultOf(sql, model)));
  return retrieval.samples.filter((sample, at) => {
    const fault = faults[at] ?? null;
    if (fault !== null) onRetired(run, sample, fault);
    return fault === null;
  });
}

function faultOf(sql: string, model: SemanticModel): Promise<string | null> {
  const known = judged.get(model) ?? new Map<string, Promise<string | null>>();
  judged.set(model, known);
  const fault =
    known.get(sql) ??
    checkStatement(sql, statementSubject(model, null)).then(({ errors: [first] }) =>
      first === undefined ? null : `${first.rule}: ${first.message}`,
    );
  known.set(sql, fault);
  return fault;
}
