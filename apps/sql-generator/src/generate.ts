import { runError, type StageFunction } from '@querent/contracts';
import type { RegisteredModel } from '@querent/catalog';
import { generatorGraph, type GeneratorDeps } from './generator-graph';

export interface GenerateDeps extends GeneratorDeps {
  model: (connection: string) => Promise<RegisteredModel | null>;
}

/** The generator stage: a semantic query becomes a statement with bound parameters. Touches no database. */
export function generate(deps: GenerateDeps): StageFunction {
  const graph = generatorGraph(deps);
  return async (run, signal) => {
    const registered = await deps.model(run.request.connection);
    if (registered === null) {
      const error = runError('connection_unavailable', run.request.locale);
      return { event: 'failed', patch: { error }, steps: [{ kind: 'failed', message: error.message }] };
    }
    const { outcome } = await graph.invoke({ run, model: registered.model }, { signal });
    return outcome;
  };
}
