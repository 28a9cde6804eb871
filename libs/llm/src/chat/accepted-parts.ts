import type { CallFailure } from './call-failure';
import type { OptionalPart } from './completion-client';

/** `auto`: asked for until the server refuses it. */
export type StructuredOutput = 'auto' | 'on' | 'off';

/** Statuses that servers give for a field that they do not know or cannot serve. */
const OBJECTIONS: ReadonlySet<number | null> = new Set([400, 404, 422]);

/**
 * How servers name a part in their objections: "Unsupported value: 'temperature'…", "Use 'max_completion_tokens'
 * instead". Only a schema is objected to without being named (a 404 for the feature, a 400 for a grammar).
 */
const NAMED: readonly { part: OptionalPart; words: RegExp; unnamed: boolean }[] = [
  { part: 'temperature', words: /temperature/i, unnamed: false },
  { part: 'max_tokens', words: /max_completion_tokens/i, unnamed: false },
  { part: 'schema', words: /response_format|json_schema|guided|structured.output|grammar/i, unnamed: true },
];

/** Which optional parts of a request an endpoint takes, as far as it has told. Learned anew by each process. */
export class AcceptedParts {
  private readonly parts: Set<OptionalPart>;

  constructor(private readonly structured: StructuredOutput) {
    this.parts = new Set(
      structured === 'off' ? ['temperature', 'max_tokens'] : ['temperature', 'max_tokens', 'schema'],
    );
  }

  /** Those to send, without the ones that this request was already refused for. */
  besides(dropped: readonly OptionalPart[]): ReadonlySet<OptionalPart> {
    return new Set([...this.parts].filter((part) => !dropped.includes(part)));
  }

  /**
   * The part of those sent that the refusal may be about, to be left out in a repetition; null: about something else.
   */
  objectedTo({ status, objection }: CallFailure, sent: ReadonlySet<OptionalPart>): OptionalPart | null {
    if (!OBJECTIONS.has(status)) return null;
    const droppable = NAMED.filter(({ part }) => sent.has(part) && !(part === 'schema' && this.structured === 'on'));
    return (
      (droppable.find(({ words }) => words.test(objection)) ?? droppable.find(({ unnamed }) => unnamed))?.part ?? null
    );
  }

  /** The endpoint answered without these: they are not sent again. */
  forget(dropped: readonly OptionalPart[]): void {
    for (const part of dropped) this.parts.delete(part);
  }
}
