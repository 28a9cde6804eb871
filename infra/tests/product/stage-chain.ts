import {
  emptyRunData,
  isTerminal,
  type Locale,
  type Outcome,
  type OutcomeStep,
  type Row,
  type Run,
  type StageFunction,
} from '@querent/contracts';
import { introspect, openDatasource, type Datasource } from '@querent/datasource';
import { transitionFor, type SagaState } from '@querent/saga';
import { resolveModel, type SemanticModel } from '@querent/model';
import { newRun } from '@querent/testing';
import { execute, type ExecuteDeps } from '../../../apps/executor/src/execute';
import { guardCatalogueOf } from '../../../apps/executor/src/guard-catalogue';
import { openDesk } from '../../../apps/executor/src/statements/fixture/open-desk';
import { fastModeOf, intentEnvSchema } from '../../../apps/intent/src/intent-env';
import { understand, type UnderstandDeps } from '../../../apps/intent/src/understand';
import { generate } from '../../../apps/sql-generator/src/generate';

const TODAY = '2026-11-21';
const now = (): number => Date.now();
const clarificationTtlMs = 60_000;

/** A run on its way, and everything it told its asker. */
export interface Told {
  run: Run;
  steps: OutcomeStep[];
  events: Outcome['event'][];
}

/** The real stages from the question to the rows, on one database; the saga around them is played by its own table. */
export interface StageChain {
  model: SemanticModel;
  ask(question: string, locale: Locale): Promise<Told>;
  /** Replies with an option's id behind `#`, or with words. */
  reply(told: Told, reply: string): Promise<Told>;
  close(): Promise<void>;
}

/** Opens the chain: the schema is read now, and what changes afterwards is what statements fail on. */
export async function openStageChain(
  url: string,
  schema: string,
  limits: { statementTimeoutMs: number; maxCost?: number },
  over: Partial<ExecuteDeps> = {},
): Promise<StageChain> {
  const datasource: Datasource = openDatasource({
    name: 'place',
    url,
    schema,
    limits: { maxRows: 1_000, maxBytes: 8_388_608, statementTimeoutMs: limits.statementTimeoutMs },
  });
  const snapshot = await introspect(datasource, { valueIndexColumns: [], maxValues: 100 });
  const { model } = resolveModel({ connection: 'place', snapshot, file: null });
  const stages = stagesOn(datasource, model, {
    guardCatalogue: async () => guardCatalogueOf(snapshot, model),
    runStatement: openDesk({ limits }),
    ...over,
  });
  return {
    model,
    ask: (question, locale) => goOn(stages, { run: submitted(question, locale), steps: [], events: [] }),
    reply: (told, reply) => goOn(stages, replied(told, reply)),
    close: () => datasource.close(),
  };
}

const nothing = async (): Promise<void> => undefined;
const noHabits: UnderstandDeps['habits'] = {
  of: async () => new Map(),
  record: nothing,
  applyWording: nothing,
  forget: async () => 0,
};

type Stages = Record<'understanding' | 'generating' | 'executing', StageFunction>;

function stagesOn(
  datasource: Datasource,
  model: SemanticModel,
  over: Pick<ExecuteDeps, 'guardCatalogue' | 'runStatement'> & Partial<ExecuteDeps>,
): Stages {
  return {
    understanding: understand({
      availability: async () => ({ state: 'ready', model }),
      agent: () => undefined,
      habits: noHabits,
      conversations: { last: async () => null },
      propose: async () => [],
      onProposeError: () => undefined,
      reasoner: false,
      fastMode: fastModeOf(intentEnvSchema.parse({})),
      shared: null,
      now,
      recordNow: now,
      clarificationTtlMs,
    }),
    generating: generate({
      model: async () => ({ model, problems: [] }),
      maxRows: () => 1_000,
      now,
      clarificationTtlMs,
    }),
    executing: execute({
      datasource: () => datasource,
      grantedFunctions: () => [],
      login: async () => undefined,
      model: async () => model,
      openResult: keptInHand,
      dropEntry: async () => undefined,
      onRefused: (_run, code, reason) => {
        throw new Error(`${code}: ${reason}`);
      },
      onFailed: () => undefined,
      now,
      clarificationTtlMs,
      ...over,
    }),
  };
}

/** A result whose blob is its rows. */
const keptInHand: ExecuteDeps['openResult'] = () => {
  const kept: Row[] = [];
  return { append: async (rows) => void kept.push(...rows), close: async () => JSON.stringify(kept), discard: nothing };
};

async function goOn(stages: Stages, { run, steps, events }: Told): Promise<Told> {
  if (isTerminal(run.status) || run.status === 'awaiting_clarification' || run.status === 'presenting')
    return { run, steps, events };
  if (run.status === 'retrieving') return goOn(stages, { run: { ...run, status: 'generating' }, steps, events });
  const outcome = await stages[run.status as keyof Stages](run, new AbortController().signal);
  const { to } = transitionFor(run.status as SagaState, outcome.event);
  const data = { ...run.data, ...outcome.patch, ...(to === 'awaiting_clarification' ? {} : { clarification: null }) };
  return goOn(stages, {
    run: { ...run, version: run.version + 1, status: to, data },
    steps: [...steps, ...outcome.steps],
    events: [...events, outcome.event],
  });
}

function submitted(question: string, locale: Locale): Run {
  const at = new Date().toISOString();
  const { id, tenant, keyName, traceparent, request } = newRun({
    id: 'run00001',
    connection: 'place',
    question,
    locale,
    today: TODAY,
  });
  return {
    id,
    tenant,
    keyName,
    traceparent,
    request,
    version: 1,
    status: 'understanding',
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    data: emptyRunData(),
  };
}

function replied({ run, steps, events }: Told, reply: string): Told {
  const open = run.data.clarification;
  if (open === null) throw new Error('nothing was asked');
  const answer = reply.startsWith('#') ? { optionId: reply.slice(1) } : { text: reply };
  const { id, trigger, question, options } = open;
  const clarifications = [
    ...run.data.clarifications,
    { id, trigger, question, options, answer, answeredAt: new Date().toISOString() },
  ];
  return {
    run: {
      ...run,
      version: run.version + 1,
      status: 'understanding',
      data: { ...run.data, clarification: null, clarifications, reply: { clarificationId: id, ...answer } },
    },
    steps,
    events,
  };
}
