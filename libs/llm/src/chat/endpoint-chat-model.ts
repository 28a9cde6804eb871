import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BreakerSettings,
  CircuitBreaker,
  inSpan,
  LinkedAbort,
  unlessAborted,
  type Logger,
  type Verdict,
} from '@querent/platform';
import { AcceptedParts, type StructuredOutput } from './accepted-parts';
import { CallFailure, type TokenUsage } from './call-failure';
import type { ChatEndpoint } from './chat-endpoint';
import type { ChatModel, ChatReply, ChatRequest } from './chat-model';
import type { CompletionClient, OptionalPart } from './completion-client';
import type { Completion } from './completion-reply';
import { LlmUnavailableError, type LlmFailure } from './llm-unavailable-error';
import type { LlmMetrics } from './llm-metrics';
import { type BackoffSettings, RetryPolicy } from './retry-policy';
import type { RunBudget } from './run-budget';

export interface EndpointSettings {
  /** Milliseconds that one request may take. */
  timeoutMs: number;
  structuredOutput: StructuredOutput;
  breaker: BreakerSettings;
  backoff: BackoffSettings;
}

export interface EndpointDeps {
  metrics: LlmMetrics;
  logger: Logger;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/** The chat model of one endpoint: time-out, retries with backoff, circuit breaker, budget, metrics. */
export class EndpointChatModel implements ChatModel {
  private readonly accepted: AcceptedParts;
  private readonly breaker: CircuitBreaker;
  private readonly client: Promise<CompletionClient>;

  constructor(
    private readonly endpoint: ChatEndpoint,
    private readonly settings: EndpointSettings,
    private readonly deps: EndpointDeps,
  ) {
    const { metrics, logger } = deps;
    // Loaded only with an endpoint, and before its first request: measured, `openai` takes 0.1 s of a processor.
    this.client = import('./completion-client').then(({ CompletionClient }) => new CompletionClient(endpoint));
    this.accepted = new AcceptedParts(settings.structuredOutput);
    metrics.breakerOpen.set({ endpoint: endpoint.name }, 0);
    this.breaker = new CircuitBreaker({
      ...settings.breaker,
      verdict: verdictOn,
      refusal: () =>
        new LlmUnavailableError('breaker_open', 'the model’s server was in trouble, it is left alone for a while'),
      onChange(open) {
        metrics.breakerOpen.set({ endpoint: endpoint.name }, open ? 1 : 0);
        logger.warn(
          { endpoint: endpoint.name },
          open ? 'model left alone: its server is in trouble' : 'model in use again',
        );
      },
    });
  }

  async complete(request: ChatRequest, budget: RunBudget, signal: AbortSignal): Promise<ChatReply> {
    const aborting = new LinkedAbort([signal, this.deps.stopping]);
    try {
      return await this.retry(request, budget, aborting.signal);
    } finally {
      aborting.release();
    }
  }

  private async retry(request: ChatRequest, budget: RunBudget, signal: AbortSignal): Promise<ChatReply> {
    const retries = new RetryPolicy(this.settings.backoff);
    for (;;) {
      try {
        const { text } = await this.accommodate(request, budget, signal);
        return { text };
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const pauseMs = retries.pauseAfter(error);
        // A pause that the budget cannot pay, or nothing after it, would end in nothing.
        if (pauseMs === null || pauseMs >= budget.msLeft || budget.exceeded !== null) throw error;
        this.deps.metrics.retries.inc({ endpoint: this.endpoint.name, task: request.task, why: error.why });
        await pause(pauseMs, budget, signal);
      }
    }
  }

  /** One request, repeated at once without what the server does not take. */
  private async accommodate(request: ChatRequest, budget: RunBudget, signal: AbortSignal): Promise<Completion> {
    const dropped: OptionalPart[] = [];
    for (;;) {
      const parts = this.accepted.besides(request.schema === undefined ? [...dropped, 'schema'] : dropped);
      try {
        const completion = await this.traced(request, () => this.call(request, parts, budget, signal));
        this.goWithout(dropped);
        return completion;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const part = this.accepted.objectedTo(error, parts);
        if (part === null) {
          if (error.status === 200) this.goWithout(dropped);
          throw error;
        }
        dropped.push(part);
      }
    }
  }

  /** The server has answered without these parts. */
  private goWithout(dropped: readonly OptionalPart[]): void {
    if (dropped.length === 0) return;
    this.accepted.forget(dropped);
    this.deps.logger.info(
      { endpoint: this.endpoint.name, dropped },
      'the model’s server refuses these parts of a request: they are left out from now on',
    );
  }

  /** One request as a trace sees it: what for, by which model, how many tokens. */
  private traced({ task }: ChatRequest, call: () => Promise<Completion>): Promise<Completion> {
    const attributes = {
      'querent.llm.task': task,
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': this.endpoint.model,
    };
    return inSpan(`model ${task}`, { kind: 'client', attributes }, async (span) => {
      const tell = (usage: TokenUsage | null): void =>
        span?.set({
          'gen_ai.usage.input_tokens': usage?.promptTokens,
          'gen_ai.usage.output_tokens': usage?.completionTokens,
        });
      try {
        const completion = await call();
        tell(completion.usage);
        return completion;
      } catch (error) {
        if (error instanceof CallFailure) tell(error.usage);
        throw error;
      }
    });
  }

  /** One request as the breaker, the budget, the metrics and the log see it. */
  private async call(
    request: ChatRequest,
    parts: ReadonlySet<OptionalPart>,
    budget: RunBudget,
    signal: AbortSignal,
  ): Promise<Completion> {
    signal.throwIfAborted();
    await this.requirePurse(request, budget, signal);
    const began = performance.now();
    let sent = false;
    try {
      const completion = await this.breaker.guard(async () => {
        budget.begin();
        sent = true;
        return this.withinTime(request, parts, budget.msLeft, signal);
      });
      this.book(request, budget, { ms: performance.now() - began, sent, result: 'ok', usage: completion.usage });
      return completion;
    } catch (error) {
      const usage = error instanceof CallFailure ? error.usage : null;
      this.book(request, budget, {
        ms: performance.now() - began,
        sent,
        result: error instanceof LlmUnavailableError ? error.why : 'aborted',
        usage,
      });
      throw error;
    }
  }

  /** Outside the breaker and the count of calls: nothing was asked of the server. */
  private async requirePurse({ task, runId }: ChatRequest, { purse }: RunBudget, signal: AbortSignal): Promise<void> {
    if (purse === undefined || !(await unlessAborted(purse.isSpent(), signal))) return;
    this.deps.metrics.budgetRefusals.inc({ task });
    this.deps.logger.info({ runId, task }, 'no model is called: the tenant has spent the tokens of its day');
    throw new LlmUnavailableError('day_budget', 'the tokens of the tenant’s day are used up');
  }

  /** What the budget cuts short says nothing about the server: it is no time-out. */
  private async withinTime(
    request: ChatRequest,
    parts: ReadonlySet<OptionalPart>,
    msLeft: number,
    signal: AbortSignal,
  ): Promise<Completion> {
    const { timeoutMs } = this.settings;
    const client = await this.client;
    const limit = new LinkedAbort([signal]);
    const timer = setTimeout(() => limit.abort(), Math.max(1, Math.min(timeoutMs, msLeft)));
    try {
      return await client.request(request, parts, limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!limit.signal.aborted) throw error;
      throw msLeft < timeoutMs
        ? new LlmUnavailableError('budget', 'the run’s budget of time ended during a request')
        : new CallFailure('timeout', `no reply of the model within ${timeoutMs} ms`);
    } finally {
      clearTimeout(timer);
      limit.release();
    }
  }

  private book(
    { task, runId }: ChatRequest,
    budget: RunBudget,
    { ms, sent, result, usage }: { ms: number; sent: boolean; result: string; usage: TokenUsage | null },
  ): void {
    const { metrics, logger } = this.deps;
    const { name: endpoint } = this.endpoint;
    metrics.calls.inc({ endpoint, task, result });
    if (sent) {
      budget.record({ ms: Math.round(ms), ...usage });
      budget.purse?.spend((usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0));
      metrics.seconds.observe({ endpoint, task }, ms / 1_000);
      metrics.tokens.inc({ endpoint, kind: 'prompt' }, usage?.promptTokens ?? 0);
      metrics.tokens.inc({ endpoint, kind: 'completion' }, usage?.completionTokens ?? 0);
    }
    // That it is left alone was told when that began.
    const level = ['ok', 'aborted', 'breaker_open'].includes(result) ? 'debug' : 'warn';
    logger[level]({ runId, task, endpoint, result, ms: Math.round(ms), ...usage }, 'model called');
  }
}

/** Failures that mean that the server is in trouble; whatever else it answers, it answers alive. */
const TROUBLE: ReadonlySet<LlmFailure> = new Set(['timeout', 'server_error', 'unreachable']);

const verdictOn = (error: unknown): Verdict =>
  error instanceof CallFailure ? (TROUBLE.has(error.why) ? 'trouble' : 'alive') : null;

/** Ends at once with the signal's reason when it is aborted. What was waited is the run's time. */
async function pause(ms: number, budget: RunBudget, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  } finally {
    budget.record({ ms: Math.round(performance.now() - began) });
  }
}
