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

/** All that a prompt about a run is made of, raw: it is cleaned and fenced where a prompt is written. */
export interface PromptContext {
  runId: string;
  locale: Locale;
  /** Civil date in `timezone`. */
  today: string;
  timezone: string;
  /** The civil date in the model's zone; absent: `today`. */
  modelToday?: string;
  /** The asker's own words. */
  question: string;
  /** The question as understood, where that differs. */
  understood: string | null;
  intentType: string | null;
  strategy: Strategy | null;
  clarifications: { question: string; answer: string }[];
  /** The question before it in the conversation. */
  conversation: string | null;
  preferences: string | null;
  /** SQL conditions that hold in every answer where the question says nothing about their column. */
  always: readonly string[];
  /** A line of our own words about the reply before this one; null: there was none. */
  note: string | null;
  /** Visible tables, most relevant first. */
  tables: string[];
  /**
   * The columns to show, by table; of a table that is not in it, all. Columns that bind tables, or that the question
   * names, are shown besides.
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
  /** The agent asked for; null: none. */
  agent?: { instructions: string; tone?: string | null } | null;
  always?: readonly string[];
  /** It stands outside of what is data: no word of a model, a person or a database may be in it. */
  note?: string | null;
}

/**
 * What the record of a run and the model of its connection say about its question. Names that the model does not (or no
 * longer) show are left out.
 */
export function promptContextOf({ run, model, agent, always = [], note = null }: PromptContextInput): PromptContext {
  const { request, data } = run;
  const question = data.restatedQuestion ?? request.question;
  // `asked` begins anew with a question that took the place of the one before; what was asked about that one says
  // nothing of this.
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

/** Sample questions in a prompt at most. */
const MAX_SAMPLES = 3;

function answerOf({ options, answer }: RunData['clarifications'][number]): string {
  const label = options.find(({ id }) => id === answer.optionId)?.label;
  return [label, answer.text].filter((text) => text !== undefined && text !== '').join(': ');
}

/** Column names may hold dots, table names do not. */
function columnsByTable(columns: readonly string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const id of columns) {
    const dot = id.indexOf('.');
    found.set(id.slice(0, dot), (found.get(id.slice(0, dot)) ?? new Set()).add(id.slice(dot + 1)));
  }
  return found;
}

/**
 * The retrieved tables and what metrics, terms, hints and an entity's other source need; without a retrieval all, those
 * named first.
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

/** The columns that named metrics and terms are made of, and the time that each table goes by. */
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

/** Names come from a record that may be older than the model. */
const shows = (model: SemanticModel, table: string, column?: string): boolean =>
  Object.hasOwn(model.tables, table) &&
  (column === undefined || Object.hasOwn(model.tables[table]?.columns ?? {}, column));

/** The time column that a table goes by, as `table.column`. */
function timeOf(table: string, model: SemanticModel): string | undefined {
  const time = model.tables[table]?.defaultTime;
  return time === undefined || time.includes('.') ? time : `"${table}"."${time}"`;
}

const otherSources = (table: string, model: SemanticModel): string[] =>
  Object.values(model.entities).flatMap(({ sources }) =>
    sources.includes(table) ? sources.filter((source) => source !== table) : [],
  );
