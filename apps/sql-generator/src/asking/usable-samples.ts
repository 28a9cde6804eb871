import type { Run } from '@querent/contracts';
import type { SemanticModel } from '@querent/model';
import { checkStatement } from '../checking/check-statement';
import { statementSubject } from '../checking/statement-subject';
import type { GeneratorState } from '../generator-state';

type Samples = GeneratorState['samples'];

/**
 * Why a sample's statement no longer fits, by model and statement: a model is an object of its own for each version.
 */
const judged = new WeakMap<SemanticModel, Map<string, Promise<string | null>>>();

/**
 * The sample questions of a run whose statements still pass: what a prompt shows is copied, mistakes too. Retrieval
 * retires the others; one that the model outdated on its way here is reported. None in a run that leaves samples out.
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
