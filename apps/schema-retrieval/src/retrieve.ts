import type { Run, RunData, StageFunction } from '@querent/contracts';
import type { RegisteredModel } from '@querent/catalog';
import { touchedTables, type TableFinder, type TableQuestion } from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';
import { questionOf } from './question-text';
import { valueHints } from './value-hints';

type Retrieval = NonNullable<RunData['retrieval']>;

/** Sample questions for a run, best first. */
export type FindSamples = (
  run: Run,
  question: TableQuestion,
  model: SemanticModel,
  signal: AbortSignal,
) => Promise<Retrieval['samples']>;

export interface RetrieveDeps {
  model: (connection: string, tenant: string) => Promise<RegisteredModel | null>;
  tables: Pick<TableFinder, 'retrieve'>;
  samples: FindSamples;
}

const message = { zh: '已找到相关的数据和示例', en: 'Found the data and the examples that matter' };

/**
 * The retrieval stage: which tables, stored values and sample questions matter. A question that the planner has read
 * touches the tables of its query; for any other they are searched for.
 */
export function retrieve(deps: RetrieveDeps): StageFunction<'schema-retrieval'> {
  return async (run, signal) => {
    const registered = await deps.model(run.request.connection, run.tenant);
    const retrieval = registered === null ? nothing : await retrieved(deps, run, registered.model, signal);
    return {
      event: run.data.semanticQuery === null ? 'retrieved_unplanned' : 'retrieved',
      patch: { retrieval },
      steps: [{ kind: 'retrieved', message: message[run.request.locale] }],
    };
  };
}

const nothing: Retrieval = { tables: [], samples: [], hints: [] };

async function retrieved(deps: RetrieveDeps, run: Run, model: SemanticModel, signal: AbortSignal): Promise<Retrieval> {
  const question = questionOf(run);
  const { semanticQuery, modeReason } = run.data;
  const [{ tables, columns }, samples] = await Promise.all([
    semanticQuery === null
      ? deps.tables.retrieve(question, model, signal)
      : { tables: touchedTables(semanticQuery, model), columns: null },
    modeReason?.skipSamples === true ? [] : deps.samples(run, question, model, signal),
  ]);
  const hints = valueHints(question.text, tables, focused(model, tables));
  return { tables, samples, hints, ...(columns === null ? {} : { columns: withHinted(columns, hints) }) };
}

const MOST_READ_WHOLE = 500;

/**
 * The values of a larger model are read of the kept tables alone: an index of all would take more memory than the whole
 * worker.
 */
export const isReadWhole = (model: SemanticModel): boolean => Object.keys(model.tables).length <= MOST_READ_WHOLE;

function focused(model: SemanticModel, tables: readonly string[]): SemanticModel {
  if (isReadWhole(model)) return model;
  const kept = new Set(tables);
  return {
    ...model,
    tables: Object.fromEntries(Object.entries(model.tables).filter(([name]) => kept.has(name))),
    joins: model.joins.filter(({ from, to }) => kept.has(from.table) && kept.has(to.table)),
    metrics: {},
    filters: {},
    terms: {},
    entities: {},
  };
}

/** A column whose value the question names is shown with it. */
function withHinted(columns: readonly string[], hints: Retrieval['hints']): string[] {
  return [...new Set([...hints.map(({ table, column }) => `${table}.${column}`), ...columns])];
}
