import { RememberedResults } from '@querent/cache';
import {
  type Answer,
  type ChartType,
  type Doubt,
  type Filter,
  type Outcome,
  type ResultRef,
  type Row,
  type Run,
  type RunData,
  type StageFunction,
} from '@querent/contracts';
import { civilDaysOf, type SemanticModel, withRoles } from '@querent/model';
import { followUps, isAdditive, surelyAnswered } from '@querent/suggestions';
import { plainStyle, type AgentStyle } from './agent-style';
import { askedTopic } from './answer/asked-topic';
import { answerText } from './answer/answer-text';
import { phrase } from './answer/phrases';
import { noteSentence } from './answer/disclosure-sentences';
import { chartOption } from './drawing/chart-option';
import { chartType } from './drawing/chart-type';
import { chartWish } from './drawing/chart-wish';
import { doubtsOf } from './doubts/doubts';
import type { Phrased, Wording } from './phrasing/phrase-answer';
import { shapeOf, type ResultShape } from './reading/result-shape';

export interface PresentDeps {
  results: { readPage(runId: string, ref: ResultRef, offset: number, limit: number): Promise<Row[]> };
  /** The connection's model, for totals and follow-up questions; null if it is unavailable. */
  model(connection: string, tenant: string): Promise<SemanticModel | null>;
  /** Style of an agent; absent: the plain style. */
  style?(agent: string, tenant: string): AgentStyle;
  /** Default filters of an agent, which also apply to follow-up questions. */
  defaults?(agent: string, tenant: string, model: SemanticModel): Filter[];
  /** Milliseconds. */
  clock(): number;
  /** Makes the option of a chart; default: `chartOption`. */
  optionOf?: typeof chartOption;
  /** Words an answer with a language model; absent: only templates are used. */
  phrase?(wording: Wording, signal: AbortSignal): Promise<Phrased>;
  /** Reports a chart whose option could not be made; the answer is sent without it. */
  onDrawingError?(error: unknown, run: Run): void;
  /** Reports a failure to find follow-up questions; the answer is sent without them. */
  onFollowUpError?(error: unknown, run: Run): void;
}

/** Limit of rows read for the chart and the answer; charts draw fewer, totals need all. */
const maxRowsRead = 5_000;

/**
 * The chart stage: chooses the chart of a result and words the answer. The gateway draws the chart when it is read. An
 * error in the chart never fails the run; an unavailable store does.
 */
export function present(deps: PresentDeps): StageFunction<'chart'> {
  return async (run, signal) => {
    const { result } = run.data;
    if (result === null)
      return outcome(run, deps, deps.clock(), { answer: await answerWithoutResult(run, deps), chart: null });
    const started = deps.clock();
    const [rows, model] = await Promise.all([
      deps.results.readPage(run.id, result, 0, maxRowsRead),
      modelFor(run, deps),
    ]);
    signal.throwIfAborted();
    const { semanticQuery: query, refinedQuestion, compiled } = run.data;
    const disclosures = [...run.data.disclosures, ...(compiled?.notes ?? [])];
    const { locale, today, agent } = run.request;
    const style = (agent === null ? undefined : deps.style?.(agent, run.tenant)) ?? plainStyle;
    const shape = shapeOf(result, rows, query, locale, compiled?.grouped);
    const additive = (index: number): boolean => isAdditive(query, model, index);
    const doubts = doubtsOf(run.data.doubts, shape, query, model);
    const drawn = drawing(run, shape, deps, style, additive(0));
    const phrased = isWorthPhrasing(run, shape)
      ? ((await deps.phrase?.({ run, shape, tone: style.tone }, signal)) ?? null)
      : null;
    const answer: Answer = {
      text: answerText({
        shape,
        query,
        result,
        refinedQuestion,
        question: askedOf(run),
        disclosures,
        doubts,
        today,
        isAdditive: additive,
        maxSentences: style.maxSentences,
        phrased: phrased?.text ?? null,
      }),
      chartType: drawn.type,
      suggestions: suggestions(run, model, deps),
    };
    signal.throwIfAborted();
    return outcome(run, deps, started, {
      answer,
      chart: drawn.chart,
      doubts,
      ...(phrased && { usage: phrased.usage }),
    });
  };
}

/** The model with its roles added, so that it has the names that the run's query uses. */
async function modelFor({ request, tenant }: Run, { model }: PresentDeps): Promise<SemanticModel | null> {
  const found = await model(request.connection, tenant);
  return found && withRoles(found);
}

/** Whether a model words the answer: not in fast mode, which must not wait, and not for an empty result. */
const isWorthPhrasing = ({ data }: Run, shape: ResultShape): boolean => data.mode !== 'fast' && shape.rows.length > 0;

/** The current question of the run: a reply may have restated it. */
function askedOf({ data, request }: Run): string {
  return data.restatedQuestion ?? request.question;
}

/**
 * Cache of follow-up questions. They depend on the question, not on the rows, and finding each takes one or more plans
 * of about a millisecond.
 */
const remembered = new RememberedResults<string[]>(1_000);

function suggestions(run: Run, model: SemanticModel | null, deps: PresentDeps): string[] {
  const { locale, agent } = run.request;
  const { semanticQuery: query, choices, context } = run.data;
  try {
    const defaults = agent === null || model === null ? [] : (deps.defaults?.(agent, run.tenant, model) ?? []);
    if (query === null || model === null) return [];
    const asked = {
      question: askedOf(run),
      ...(context ? { continued: context.question } : {}),
      decided: choices.length > 0,
      locale,
      ...civilDaysOf(run, model),
      query,
      defaults,
    };
    return [...remembered.of(model, asked, () => followUps({ ...asked, model }).map(({ question }) => question))];
  } catch (error) {
    deps.onFollowUpError?.(error, run);
    return [];
  }
}

interface Drawn {
  type: ChartType;
  chart: RunData['chart'];
}

function drawing(
  run: Run,
  shape: ResultShape,
  deps: PresentDeps,
  { prefer, maxCategories }: AgentStyle,
  additive: boolean,
): Drawn {
  const { mode, modeReason, semanticQuery, refinedQuestion } = run.data;
  const type = chartType(shape, semanticQuery, {
    asked: chartWish(askedOf(run)),
    preferred: prefer,
    maxCategories,
    isAdditive: additive,
  });
  if (type === 'number' || type === 'table') return { type, chart: null };
  if (modeReason?.skipChart ?? mode === 'fast') return { type: 'table', chart: null };
  try {
    const title = refinedQuestion ?? askedOf(run);
    const option = (deps.optionOf ?? chartOption)(
      type,
      semanticQuery === null ? askedTopic(title, shape.locale) : title,
      shape,
      maxCategories,
    );
    return { type, chart: { spec: option } };
  } catch (error) {
    deps.onDrawingError?.(error, run);
    return { type: 'table', chart: null };
  }
}

/** Small talk and refusals already have an answer; of its suggestions only those that can be answered are kept. */
async function answerWithoutResult(run: Run, deps: PresentDeps): Promise<Answer> {
  const { answer, disclosures } = run.data;
  const { locale } = run.request;
  if (answer !== null && answer.chartType !== 'clarification')
    return { ...answer, suggestions: await answerable(answer.suggestions, run, deps) };
  return {
    text: [phrase('no_answer', locale), ...noteSentence(disclosures, locale)].join(locale === 'zh' ? '' : ' '),
    chartType: 'table',
    suggestions: [],
  };
}

async function answerable(suggestions: readonly string[], run: Run, deps: PresentDeps): Promise<string[]> {
  const { locale, agent } = run.request;
  const model = suggestions.length > 0 ? await modelFor(run, deps) : null;
  if (model === null) return [];
  try {
    const reader = {
      model,
      locale,
      ...civilDaysOf(run, model),
      defaults: agent === null ? [] : (deps.defaults?.(agent, run.tenant, model) ?? []),
    };
    return suggestions.filter((question) => surelyAnswered(question, reader) !== null);
  } catch (error) {
    deps.onFollowUpError?.(error, run);
    return [];
  }
}

function outcome(
  run: Run,
  deps: PresentDeps,
  started: number,
  patch: { answer: Answer; chart: RunData['chart']; doubts?: Doubt[] } & Partial<Pick<RunData, 'usage'>>,
): Outcome<'chart'> {
  const message =
    presentMessages[patch.chart === null ? 'answered' : patch.answer.chartType === 'map' ? 'mapped' : 'drawn'][
      run.request.locale
    ];
  return {
    event: 'presented',
    patch,
    steps: [{ kind: 'presented', message, durationMs: Math.max(0, Math.round(deps.clock() - started)) }],
  };
}

/** Progress messages of the chart stage. */
const presentMessages = {
  drawn: { zh: '已准备好图表和回答', en: 'Prepared the chart and wrote the answer' },
  mapped: { zh: '已准备好位置图和回答', en: 'Prepared the map and wrote the answer' },
  answered: { zh: '已写好回答', en: 'Wrote the answer' },
} as const;
