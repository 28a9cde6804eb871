import {
  type Exploration,
  type LinkKind,
  type Locale,
  type Run,
  type RunData,
  type Strategy,
  strategySchema,
} from '@querent/contracts';
import { civilDaysOf, type SemanticModel } from '@querent/model';
import { mentionsIn, type Mentions } from './parts/mentions';
import { columnsIn, tablesIn, tablesOfMetric, withParts } from './parts/metric-words';

/** The raw content of a run's prompt; it is cleaned and fenced when the prompt is written. */
export interface PromptContext {
  runId: string;
  locale: Locale;
  /** Date in `timezone`. */
  today: string;
  timezone: string;
  /** Date in the model's zone; absent: same as `today`. */
  modelToday?: string;
  /** The user's question, verbatim. */
  question: string;
  /** The refined question, if it differs. */
  understood: string | null;
  intentType: string | null;
  strategy: Strategy | null;
  clarifications: { question: string; answer: string }[];
  /** The previous question of the conversation. */
  conversation: string | null;
  preferences: string | null;
  /** SQL conditions that apply to every answer unless the question constrains their column. */
  always: readonly string[];
  /** Our own note about the previous reply; null: there was none. */
  note: string | null;
  /** Visible tables, most relevant first. */
  tables: string[];
  /**
   * Columns to show, by table; absent tables show all. Columns that joins need or that the question names are always
   * shown.
   */
  shown: ReadonlyMap<string, ReadonlySet<string>>;
  mentioned: Mentions;
  hints: { word: string; table: string; column: string; value: string; how?: LinkKind }[];
  samples: { question: string; sql: string }[];
  explorations: Exploration[];
  model: SemanticModel;
}

export interface PromptContextInput {
  run: Run;
  model: SemanticModel;
  /** The requested agent; null: none. */
  agent?: { instructions: string; tone?: string | null } | null;
  always?: readonly string[];
  /** Placed outside the data blocks: must not contain text of a model, a user or a database. */
  note?: string | null;
}

/**
 * The prompt content of a run's record and its connection's model. Names that the model does not (or no longer) show
 * are omitted.
 */
export function promptContextOf({ run, model, agent, always = [], note = null }: PromptContextInput): PromptContext {
  const { request, data } = run;
  const question = data.restatedQuestion ?? request.question;
  // `asked` is reset when the question is replaced, because earlier clarifications do not apply to the new question.
  const clarifications = data.clarifications
    .slice(Math.max(0, data.clarifications.length - data.asked.length))
    .map((asked) => ({ question: asked.question, answer: answerOf(asked) }));
  const words = [
    question,
    data.refinedQuestion ?? '',
    ...clarifications.map(({ answer }) => answer),
    data.context?.question ?? '',
    ...(data.intent?.keywords ?? []),
  ];
  const mentioned = mentionsIn(words.join('\n'), model);
  for (const { id } of data.intent?.metrics ?? []) mentioned.metrics.add(id);
  mentioned.metrics = new Set(withParts(mentioned.metrics, model));
  const tables = tablesFor(data, model, mentioned);
  for (const column of columnsBehind(mentioned, tables, model)) mentioned.columns.add(column);
  const hints = (data.retrieval?.hints ?? []).filter(({ table, column }) => shows(model, table, column));
  for (const { table, column } of hints) mentioned.columns.add(`${table}.${column}`);
  return {
    runId: run.id,
    locale: request.locale,
    ...civilDaysOf(run, model),
    question,
    model,
    mentioned,
    hints,
    clarifications,
    always,
    note,
    understood: data.refinedQuestion !== null && data.refinedQuestion !== question ? data.refinedQuestion : null,
    intentType: data.intent?.type ?? null,
    strategy: strategySchema.safeParse(data.intent?.strategy).data ?? null,
    conversation: data.context?.question ?? null,
    preferences: agent?.instructions.trim() || null,
    tables,
    shown: columnsByTable(data.retrieval?.columns ?? []),
    samples: (data.retrieval?.samples ?? []).slice(0, MAX_SAMPLES),
    explorations: (data.reasoning?.explorations ?? []).filter(({ state }) => state !== 'wanted'),
  };
}

/** Maximum sample questions in a prompt. */
const MAX_SAMPLES = 3;

function answerOf({ options, answer }: RunData['clarifications'][number]): string {
  const label = options.find(({ id }) => id === answer.optionId)?.label;
  return [label, answer.text].filter((text) => text !== undefined && text !== '').join(': ');
}

/** Column names may contain dots, table names do not. */
function columnsByTable(columns: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const id of columns) {
    const dot = id.indexOf('.');
    found.set(id.slice(0, dot), (found.get(id.slice(0, dot)) ?? new Set()).add(id.slice(dot + 1)));
  }
  return found;
}

/**
 * The retrieved tables plus those that metrics, terms, hints and other entity sources need; without a retrieval all
 * tables, named ones first.
 */
function tablesFor(data: RunData, model: SemanticModel, mentioned: Mentions): string[] {
  const ranked = (data.retrieval?.tables ?? []).filter((table) => shows(model, table));
  const ofMetrics = [...mentioned.metrics].flatMap((id) => {
    const metric = model.metrics[id];
    return metric === undefined
      ? []
      : [
          ...tablesOfMetric(metric, model),
          ...metric.requires.flatMap((filter) => model.filters[filter]?.column.table ?? []),
        ];
  });
  const ofTerms = [...mentioned.terms].flatMap((id) => {
    const term = model.terms[id];
    return term === undefined
      ? []
      : [
          ...(term.table === undefined ? [] : [term.table]),
          ...tablesIn(term.filter ?? '', model),
          ...term.candidates.map(({ table }) => table),
        ];
  });
  const needed = [...ofMetrics, ...ofTerms, ...(data.retrieval?.hints.map(({ table }) => table) ?? [])];
  const named = [...mentioned.columns].map((column) => column.slice(0, column.indexOf('.')));
  const rest = ranked.length > 0 ? [] : [...mentioned.tables, ...named, ...Object.keys(model.tables)];
  const chosen = [...ranked.slice(0, 1), ...needed, ...ranked.slice(1), ...rest].filter((table) => shows(model, table));
  return [...new Set(chosen.flatMap((table) => [table, ...otherSources(table, model)]))];
}

/** The columns of named metrics and terms, and each table's time column. */
function columnsBehind(mentioned: Mentions, tables: readonly string[], model: SemanticModel): string[] {
  const terms = [...mentioned.terms].flatMap((id) => model.terms[id] ?? []);
  const written = [
    ...[...mentioned.metrics].map((id) => model.metrics[id]?.expression),
    ...terms.map(({ filter }) => filter),
    ...tables.map((table) => timeOf(table, model)),
  ];
  return [
    ...columnsIn(written.filter((sql) => sql !== undefined).join(' , '), model),
    ...terms.flatMap(({ candidates }) => candidates.map(({ table, column }) => `${table}.${column}`)),
  ];
}

/** The record may be older than the model, so its names are checked. */
const shows = (model: SemanticModel, table: string, column?: string): boolean =>
  Object.hasOwn(model.tables, table) &&
  (column === undefined || Object.hasOwn(model.tables[table]?.columns ?? {}, column));

/** The default time column of a table, as `table.column`. */
function timeOf(table: string, model: SemanticModel): string | undefined {
  const time = model.tables[table]?.defaultTime;
  return time === undefined || time.includes('.') ? time : `"${table}"."${time}"`;
}

const otherSources = (table: string, model: SemanticModel): string[] =>
  Object.values(model.entities).flatMap(({ sources }) =>
    sources.includes(table) ? sources.filter((source) => source !== table) : [],
  );
