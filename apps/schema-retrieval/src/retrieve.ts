import type { StageFunction } from '@querent/contracts';
import type { RegisteredModel, Sample } from '@querent/catalog';
import { LexicalIndex, touchedTables } from '@querent/retrieval';

export interface RetrieveDeps {
  model: (connection: string) => Promise<RegisteredModel | null>;
  samples: (connection: string) => Sample[];
}

/** So many sample questions are worth showing beside a question. */
const MAX_SAMPLES = 3;

const message = { zh: '已找到相关的数据和示例', en: 'Found the data and the examples that matter' };

/** The retrieval stage: which tables and which sample questions matter for the refined question. */
export function retrieve(deps: RetrieveDeps): StageFunction {
  const indexOf = sampleIndexes(deps.samples);
  return async (run) => {
    const registered = await deps.model(run.request.connection);
    const tables = run.data.semanticQuery === null || registered === null ? [] : touchedTables(run.data.semanticQuery, registered.model);
    const found = indexOf(run.request.connection).search(run.data.refinedQuestion ?? run.request.question, MAX_SAMPLES);
    return {
      event: 'retrieved',
      patch: { retrieval: { tables, samples: found.map(({ item: { question, sql } }) => ({ question, sql })), hints: [] } },
      steps: [{ kind: 'retrieved', message: message[run.request.locale] }],
    };
  };
}

/** An index per connection, rebuilt when its samples were read anew (the catalog then hands out another list). */
function sampleIndexes(samplesOf: (connection: string) => Sample[]): (connection: string) => LexicalIndex<Sample> {
  const built = new Map<string, { samples: Sample[]; index: LexicalIndex<Sample> }>();
  return (connection) => {
    const samples = samplesOf(connection);
    const known = built.get(connection);
    if (known !== undefined && known.samples === samples) return known.index;
    const index = new LexicalIndex(samples, ({ question }) => question);
    built.set(connection, { samples, index });
    return index;
  };
}
