import type { Run, RunData, StageFunction } from '@querent/contracts';
import type { RegisteredModel } from '@querent/catalog';
import { touchedTables, type SampleFinder, type TableFinder, type TableQuestion } from '@querent/retrieval';
import type { SemanticModel } from '@querent/model';
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

const message = { zh: '已找到相关的数据和示例', en: 'Found the relevant data and examples' };

/**
 * The retrieval stage: finds the tables, stored values and sample questions that a language model needs to draft or
 * repair a statement. The tables of a planned question are those of its query; for any other question they are
 * searched.
 */
export function retrieve(deps: RetrieveDeps): StageFunction<'schema-retrieval'> {
  return async (run, signal) => {
    const registered = await deps.model(run.request.connection, run.tenant);
    const retrieval = registered === null ? nothing : await retrieved(deps, run, registered.model, signal);
    return {
      event: isForModel(run) ? 'retrieved_for_model' : 'retrieved',
      patch: { retrieval },
      steps: [{ kind: 'retrieved', message: message[run.request.locale] }],
    };
  };
}

/** Whether a model drafts the statement, or repairs it: a statement in the record is one that the database refused. */
const isForModel = ({ data }: Run): boolean => data.semanticQuery === null || data.compiled !== null;

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

/** The text to search with: the refined question and the replies to clarifications, and the previous question. */
function questionOf({ request, data }: Run): TableQuestion {
  const asked = data.refinedQuestion ?? data.restatedQuestion ?? request.question;
  const replies = data.clarifications.flatMap(({ options, answer }) => [
    options.find(({ id }) => id === answer.optionId)?.label,
    answer.text,
  ]);
  const text = [asked, ...replies].filter((part) => part !== undefined && part !== '').join('\n');
  return { text, before: data.semanticQuery === null ? (data.context?.question ?? null) : null };
}

/** Most samples shown to a language model. */
const MAX_SAMPLES = 3;

/**
 * Finds the tenant's samples for a run. Samples of a planned question are only used if a language model repairs its
 * statement, so they are searched by words without embeddings. On failure the run continues without samples.
 */
export function findSamples(finder: Pick<SampleFinder, 'find'>, onError: (error: unknown) => void): FindSamples {
  return async ({ tenant, request: { connection }, data }, { text }, model, signal) => {
    try {
      return await finder.find({ tenant, connection }, text, model, {
        limit: MAX_SAMPLES,
        byMeaning: data.semanticQuery === null,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      onError(error);
      return [];
    }
  };
}

/** Most tables of a model whose values are all indexed. */
const MAX_INDEXED_TABLES = 500;

/**
 * Whether the values of all tables are indexed. For a larger model only the values of the retrieved tables are read: an
 * index of all would need more memory than the rest of the worker.
 */
export const isFullyIndexed = (model: SemanticModel): boolean => Object.keys(model.tables).length <= MAX_INDEXED_TABLES;

function focused(model: SemanticModel, tables: readonly string[]): SemanticModel {
  if (isFullyIndexed(model)) return model;
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

/** Adds the columns whose values the question names. */
function withHinted(columns: readonly string[], hints: Retrieval['hints']): string[] {
  return [...new Set([...hints.map(({ table, column }) => `${table}.${column}`), ...columns])];
}
