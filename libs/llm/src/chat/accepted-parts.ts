import type { CallFailure } from './call-failure';
import type { OptionalPart } from './completion-client';

/** `auto`: requested until the server refuses it. */
export type StructuredOutput = 'auto' | 'on' | 'off';

/** Statuses with which servers reject a field that they do not know or cannot serve. */
const REFUSAL_STATUSES: ReadonlySet<number | null> = new Set([400, 404, 422]);

/**
 * How servers name a part when they reject it: "Unsupported value: 'temperature'…", "Use 'max_completion_tokens'
 * instead". Only a schema is rejected without being named (a 404 for the feature, a 400 for a grammar).
 */
const PART_PATTERNS: readonly { part: OptionalPart; words: RegExp; unnamed: boolean }[] = [
  { part: 'temperature', words: /temperature/i, unnamed: false },
  { part: 'max_tokens', words: /max_completion_tokens/i, unnamed: false },
  { part: 'schema', words: /response_format|json_schema|guided|structured.output|grammar/i, unnamed: true },
];

/** The optional request parts that an endpoint accepts, as far as known. Each process learns them again. */
export class AcceptedParts {
  private readonly parts: Set<OptionalPart>;

  constructor(private readonly structured: StructuredOutput) {
    this.parts = new Set(
      structured === 'off' ? ['temperature', 'max_tokens'] : ['temperature', 'max_tokens', 'schema'],
    );
  }

  /** The parts to send, except those already refused for this request. */
  without(dropped: readonly OptionalPart[]): ReadonlySet<OptionalPart> {
    return new Set([...this.parts].filter((part) => !dropped.includes(part)));
  }

  /** The sent part that the refusal may be about, to be omitted on retry; null: the refusal has another cause. */
  refusedPart({ status, serverMessage }: CallFailure, sent: ReadonlySet<OptionalPart>): OptionalPart | null {
    if (!REFUSAL_STATUSES.has(status)) return null;
    const droppable = PART_PATTERNS.filter(
      ({ part }) => sent.has(part) && !(part === 'schema' && this.structured === 'on'),
    );
    return (
      (droppable.find(({ words }) => words.test(serverMessage)) ?? droppable.find(({ unnamed }) => unnamed))?.part ??
      null
    );
  }

  /** The endpoint answered without these parts: stop sending them. */
  remove(dropped: readonly OptionalPart[]): void {
    for (const part of dropped) this.parts.delete(part);
  }
}
