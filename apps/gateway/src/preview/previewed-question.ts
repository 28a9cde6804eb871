import { agentFilters } from '@querent/catalog';
import type { ConversationContext, Locale, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { concernsHabits, decidedByHabits, isForgetRequest, redecidedPlan, type HabitBook } from '@querent/memory';
import { civilDaysOf } from '@querent/model';
import { inSlices } from '@querent/platform';
import {
  isContinuation,
  lexiconSteps,
  planQuestion,
  previewSteps,
  type AlternativesSought,
  type PlanInput,
  type Preview,
} from '@querent/planner';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { previewPlan } from '../leak/gate-plans';
import { ProblemError } from '../problems/problem-error';
import { cachedTodayIn } from '../submit/cached-today';
import type { PublishedVersions } from '../submit/published-versions';
import { askable } from '../submit/submit-question';
import type { PreviewLimit } from './preview-limit';
import type { PreviewBody } from './preview-schemas';

export interface PreviewDeps {
  services: GatewayServices;
  versions: PublishedVersions;
  limit: PreviewLimit;
}

/**
 * Time after which no more alternatives are sought. `few` depends on the load of the machine; `all` has a bound of CPU
 * time, so that it finds the same at any load, and for a very slow machine one of time.
 */
const FEW_MS = 7;
const ALL = { cpuMs: 150, ms: 600 };

/** A search for all alternatives computes as long as about this many other previews. */
const COUNT_OF_ALL = 10;

/**
 * How the planner would read a question now: in its conversation, with the agent's filters and the caller's habits, as
 * the intent service reads it. Words that only a similarity of embeddings explains stay unknown. Stores nothing.
 * @throws ProblemError if the caller may not ask the connection, the connection is not ready, or the limit is reached
 */
export async function previewedQuestion(deps: PreviewDeps, caller: Caller, body: PreviewBody): Promise<Preview> {
  const { services } = deps;
  const { zone, agent } = await askable(deps, caller, body);
  const registered = await services.models.model(body.connection, caller.tenant);
  if (registered === null) throw new ProblemError('connection_unavailable', { headers: { 'retry-after': '2' } });
  const { model } = registered;
  const principal = { tenant: caller.tenant, keyName: caller.name, connection: body.connection };
  const { conversationId, question, locale = detectLocale(question), alternatives = 'few' } = body;
  // One round trip to Redis.
  const [context, book] = await Promise.all([
    conversationId === undefined ? null : services.conversations.last(principal, conversationId),
    services.habits.of(principal),
    deps.limit.take(caller, services.store.readNow(), alternatives === 'all' ? COUNT_OF_ALL : 1),
  ]);
  await inSlices(lexiconSteps(model));
  const filters = agent === null ? null : agentFilters(agent, model);
  const asked = {
    createdAt: new Date().toISOString(),
    request: { timezone: zone.timezone, today: cachedTodayIn(zone.timezone, new Date()) },
  };
  const input: PlanInput = {
    question,
    locale,
    model,
    ...civilDaysOf(asked, model),
    choices: [],
    context: context?.query ?? null,
    defaults: filters?.ok ? filters.value : [],
  };
  const preview = await readIn(input, { context, book, sought: alternatives });
  const gate = await services.gates.ofQuestion(caller, body.connection, locale, [question, context?.question ?? '']);
  return withoutStopped(preview, gate.json(preview, previewPlan));
}

interface Remembered {
  context: ConversationContext | null;
  book: HabitBook;
  sought: AlternativesSought;
}

/** The preview of a question by the steps of the intent service: conversation, then habits. */
async function readIn(input: PlanInput, { context, book, sought }: Remembered): Promise<Preview> {
  const started = performance.now();
  const { question, locale, model, today } = input;
  if (isForgetRequest(question)) return unread('unsupported', FORGETS[locale]);
  if (context !== null && context.query === null && isContinuation(question, model))
    return unread('uncovered', CONTINUES[locale]);
  const first = planQuestion(input);
  const last = context === null ? null : { ...input, question: context.question, context: null };
  const redecided =
    last &&
    redecidedPlan(first, {
      text: question,
      last: last.question,
      locale,
      model,
      today,
      planLast: (choices) => planQuestion({ ...last, choices }),
    });
  const reading = redecided && last ? { ...last, choices: [redecided.choice] } : input;
  const begun: PlanResult = redecided?.plan ?? first;
  const decided = concernsHabits(begun)
    ? decidedByHabits(begun, {
        book,
        locale,
        asked: [],
        replan: (learned) => planQuestion({ ...reading, choices: [...reading.choices, ...learned] }),
      })
    : { plan: begun, learned: [] };
  const choices = [...(redecided ? [] : input.choices), ...decided.learned];
  const clock = { cpuMs: 0 };
  const isOver = (): boolean => {
    const ms = performance.now() - started;
    return sought === 'all' ? clock.cpuMs > ALL.cpuMs || ms > ALL.ms : ms > FEW_MS;
  };
  return inSlices(timed(previewSteps({ ...input, choices, plan: decided.plan }, { sought, isOver }), clock));
}

/** The steps, with the CPU time of the process while they run; other requests run between them. */
function* timed<T>(steps: Iterator<void, T>, clock: { cpuMs: number }): Generator<void, T> {
  for (;;) {
    const since = process.cpuUsage();
    const step = steps.next();
    const { user, system } = process.cpuUsage(since);
    clock.cpuMs += (user + system) / 1000;
    if (step.done === true) return step.value;
    yield;
  }
}

const unread = (kind: Preview['kind'], text: string): Preview => ({ kind, text, parts: [], uncovered: [] });

const FORGETS: Record<Locale, string> = {
  zh: '这会清除之前记住的选择，以后会先问您。',
  en: 'This clears your remembered choices; from then on you will be asked first.',
};

const CONTINUES: Record<Locale, string> = {
  zh: '这个问题接着上一个回答，提问之后才能看懂。',
  en: 'This continues the last answer, so it is read only when it is asked.',
};

/** Without the alternatives whose question the gate changed: it would not be read. */
function withoutStopped(preview: Preview, gated: Preview): Preview {
  if (gated === preview) return preview;
  const parts = gated.parts.map(({ alternatives, ...part }, at) => {
    const before = preview.parts[at]?.alternatives;
    const kept = alternatives?.filter(({ replacement }, n) => replacement === before?.[n]?.replacement) ?? [];
    return kept.length > 0 ? { ...part, alternatives: kept } : part;
  });
  return { ...gated, parts };
}
