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
  /** Time limit of one request, in milliseconds. */
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
    // Loaded only if an endpoint is configured, and before its first request: loading `openai` takes 0.1 s of CPU time
    // (measured).
    this.client = import('./completion-client').then(({ CompletionClient }) => new CompletionClient(endpoint));
    this.accepted = new AcceptedParts(settings.structuredOutput);
    metrics.breakerOpen.set({ endpoint: endpoint.name }, 0);
    this.breaker = new CircuitBreaker({
      ...settings.breaker,
      verdict: verdictOn,
      refusal: () => new LlmUnavailableError('breaker_open', 'the circuit breaker of the model’s server is open'),
      onChange(open) {
        metrics.breakerOpen.set({ endpoint: endpoint.name }, open ? 1 : 0);
        logger.warn(
          { endpoint: endpoint.name },
          open ? 'model circuit breaker opened: its server is failing' : 'model circuit breaker closed',
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
        const { text } = await this.requestWithAcceptedParts(request, budget, signal);
        return { text };
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const pauseMs = retries.pauseAfter(error);
        // A retry is pointless if the budget ends during the pause or allows no further request.
        if (pauseMs === null || pauseMs >= budget.msLeft || budget.exceeded !== null) throw error;
        this.deps.metrics.retries.inc({ endpoint: this.endpoint.name, task: request.task, why: error.why });
        await pause(pauseMs, budget, signal);
      }
    }
  }

  /** Sends one request, and repeats it at once without the parts that the server refuses. */
  private async requestWithAcceptedParts(
    request: ChatRequest,
    budget: RunBudget,
    signal: AbortSignal,
  ): Promise<Completion> {
    const dropped: OptionalPart[] = [];
    for (;;) {
      const parts = this.accepted.without(request.schema === undefined ? [...dropped, 'schema'] : dropped);
      try {
        const completion = await this.traced(request, () => this.call(request, parts, budget, signal));
        this.stopSending(dropped);
        return completion;
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const part = this.accepted.refusedPart(error, parts);
        if (part === null) {
          if (error.status === 200) this.stopSending(dropped);
          throw error;
        }
        dropped.push(part);
      }
    }
  }

  /** The server has answered without these parts. */
  private stopSending(dropped: readonly OptionalPart[]): void {
    if (dropped.length === 0) return;
    this.accepted.remove(dropped);
    this.deps.logger.info(
      { endpoint: this.endpoint.name, dropped },
      'the model’s server refuses these request parts: they are omitted from now on',
    );
  }

  /** One request in a span: task, model and token counts. */
  private traced({ task }: ChatRequest, call: () => Promise<Completion>): Promise<Completion> {
    const attributes = {
      'querent.llm.task': task,
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': this.endpoint.model,
    };
    return inSpan(`model ${task}`, { kind: 'client', attributes }, async (span) => {
      const recordUsage = (usage: TokenUsage | null): void =>
        span?.set({
          'gen_ai.usage.input_tokens': usage?.promptTokens,
          'gen_ai.usage.output_tokens': usage?.completionTokens,
        });
      try {
        const completion = await call();
        recordUsage(completion.usage);
        return completion;
      } catch (error) {
        if (error instanceof CallFailure) recordUsage(error.usage);
        throw error;
      }
    });
  }

  /** One request with circuit breaker, budget, metrics and log. */
  private async call(
    request: ChatRequest,
    parts: ReadonlySet<OptionalPart>,
    budget: RunBudget,
    signal: AbortSignal,
  ): Promise<Completion> {
    signal.throwIfAborted();
    await this.requireTenantBudget(request, budget, signal);
    const began = performance.now();
    let sent = false;
    try {
      const completion = await this.breaker.guard(async () => {
        budget.begin();
        sent = true;
        return this.requestWithinTime(request, parts, budget.msLeft, signal);
      });
      this.record(request, budget, { ms: performance.now() - began, sent, result: 'ok', usage: completion.usage });
      return completion;
    } catch (error) {
      const usage = error instanceof CallFailure ? error.usage : null;
      this.record(request, budget, {
        ms: performance.now() - began,
        sent,
        result: error instanceof LlmUnavailableError ? error.why : 'aborted',
        usage,
      });
      throw error;
    }
  }

  /** Runs outside the breaker and the call count: nothing is sent to the server. */
  private async requireTenantBudget(
    { task, runId }: ChatRequest,
    { tenantBudget }: RunBudget,
    signal: AbortSignal,
  ): Promise<void> {
    if (tenantBudget === undefined || !(await unlessAborted(tenantBudget.isSpent(), signal))) return;
    this.deps.metrics.budgetRefusals.inc({ task });
    this.deps.logger.info({ runId, task }, 'no model is called: the tenant has used up its daily tokens');
    throw new LlmUnavailableError('day_budget', 'the tenant’s daily tokens are used up');
  }

  /** A request ended by the budget is not a time-out of the server. */
  private async requestWithinTime(
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
        ? new LlmUnavailableError('budget', 'the run’s time budget ended during a request')
        : new CallFailure('timeout', `no reply of the model within ${timeoutMs} ms`);
    } finally {
      clearTimeout(timer);
      limit.release();
    }
  }

  private record(
    { task, runId }: ChatRequest,
    budget: RunBudget,
    { ms, sent, result, usage }: { ms: number; sent: boolean; result: string; usage: TokenUsage | null },
  ): void {
    const { metrics, logger } = this.deps;
    const { name: endpoint } = this.endpoint;
    metrics.calls.inc({ endpoint, task, result });
    if (sent) {
      budget.record({ ms: Math.round(ms), ...usage });
      budget.tenantBudget?.spend((usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0));
      metrics.seconds.observe({ endpoint, task }, ms / 1_000);
      metrics.tokens.inc({ endpoint, kind: 'prompt' }, usage?.promptTokens ?? 0);
      metrics.tokens.inc({ endpoint, kind: 'completion' }, usage?.completionTokens ?? 0);
    }
    // The opening of the breaker has been logged already.
    const level = ['ok', 'aborted', 'breaker_open'].includes(result) ? 'debug' : 'warn';
    logger[level]({ runId, task, endpoint, result, ms: Math.round(ms), ...usage }, 'model called');
  }
}

/** Failures that count against the server; any other failure shows that it is alive. */
const TROUBLE: ReadonlySet<LlmFailure> = new Set(['timeout', 'server_error', 'unreachable']);

const verdictOn = (error: unknown): Verdict =>
  error instanceof CallFailure ? (TROUBLE.has(error.why) ? 'trouble' : 'alive') : null;

/** Ends at once with the signal's reason when aborted. The waiting time counts as the run's time. */
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
