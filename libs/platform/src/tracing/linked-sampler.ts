import { trace, type Context, type Link } from '@opentelemetry/api';
import {
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
  type SamplingResult,
} from '@opentelemetry/sdk-trace';

const SAMPLED = 1;

/**
 * Samples whole traces: the root span decides, by the ratio of trace ids. A trace whose root has links inherits the
 * decision of the linked traces: replies inherit the run's sampling decision.
 */
export class LinkedSampler implements Sampler {
  private readonly byShare: TraceIdRatioBasedSampler;

  constructor(private readonly share: number) {
    this.byShare = new TraceIdRatioBasedSampler(share);
  }

  shouldSample(
    context: Context,
    traceId: string,
    _name: string,
    _kind: number,
    _attributes: unknown,
    links: Link[],
  ): SamplingResult {
    const parent = trace.getSpanContext(context);
    if (parent !== undefined) return decided((parent.traceFlags & SAMPLED) !== 0);
    if (links.length > 0) return decided(links.some((link) => (link.context.traceFlags & SAMPLED) !== 0));
    return this.byShare.shouldSample(context, traceId);
  }

  toString(): string {
    return `LinkedSampler{${this.share}}`;
  }
}

const decided = (yes: boolean): SamplingResult => ({
  decision: yes ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
});
