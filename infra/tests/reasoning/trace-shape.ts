import type { CollectedSpan } from '@querent/testing';

/**
 * A span without identifiers and times: service and name, targets of its links, and child spans in the order of their
 * start.
 */
export interface SpanShape {
  span: string;
  links?: string[];
  parts?: SpanShape[];
}

/** Returns the shape of one trace. A span whose parent is missing is at the top level and marked. */
export function traceShape(all: readonly CollectedSpan[], traceId: string): SpanShape[] {
  const spans = all.filter((span) => span.traceId === traceId).sort((a, b) => a.startedAt - b.startedAt);
  const labelOf = ({ service, name }: CollectedSpan): string => `${service.replace('querent-', '')}: ${name}`;
  const named = (link: { traceId: string; spanId: string }): string => {
    const found = all.find((span) => span.traceId === link.traceId && span.spanId === link.spanId);
    return found === undefined ? 'nowhere' : labelOf(found);
  };
  const shapeOf = (span: CollectedSpan): SpanShape => {
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === span.spanId).map(shapeOf);
    return {
      span: labelOf(span),
      ...(span.links.length > 0 && { links: span.links.map(named) }),
      ...(parts.length > 0 && { parts }),
    };
  };
  const ids = new Set(spans.map(({ spanId }) => spanId));
  return spans
    .filter(({ parentSpanId }) => !ids.has(parentSpanId))
    .map((span) => {
      const shape = shapeOf(span);
      return span.parentSpanId === '' ? shape : { ...shape, span: `of a lost parent: ${shape.span}` };
    });
}

export const REPLY = 'gateway: POST /v1/queries/:id/clarification';

const links = [REPLY];
const reason = { span: 'sql-generator: reason', parts: [{ span: 'sql-generator: model generate-sql' }] };

/**
 * Trace of a question for which a model writes the SQL. The run asks for clarification and receives a reply. A model
 * returns empty wordings for its answer, and its webhook is called twice.
 */
export const ASKED_BACK: SpanShape[] = [
  {
    span: 'gateway: POST /v1/queries',
    parts: [
      { span: 'gateway: cache lookup' },
      { span: 'intent: understand' },
      { span: 'schema-retrieval: retrieve' },
      reason,
      { span: 'gateway: await clarification', links },
      { span: 'gateway: webhook' },
      { span: 'intent: understand', links },
      { span: 'schema-retrieval: retrieve', links },
      { ...reason, links },
      {
        span: 'executor: execute',
        links,
        parts: [{ span: 'executor: turn at the database' }, { span: 'executor: database statement' }],
      },
      { span: 'chart: present', links, parts: [{ span: 'chart: model answer' }, { span: 'chart: model answer' }] },
      { span: 'gateway: webhook' },
    ],
  },
];
