import { errorTable, type ErrorCode, type Locale, type Problem } from '@querent/contracts';
import type { FieldMistake } from './field-mistakes';

/** Ends a request with a problem: throw it anywhere; the problem filter sends it in the caller's language. */
export class ProblemError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** `denied`: the object exists, but the caller may not see it. */
    readonly more: {
      mistakes?: FieldMistake[];
      headers?: Record<string, string>;
      denied?: true;
      difference?: string;
    } = {},
  ) {
    super(code);
    this.name = 'ProblemError';
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  /** Whether the request was refused because the caller lacks a permission. */
  get isDenial(): boolean {
    return this.status === 401 || this.status === 403 || this.more.denied === true;
  }

  /** The body (RFC 9457). `type` is a stable URN made of the code, not the URL of a page. */
  body(locale: Locale): Problem {
    const { status, title, detail, actions } = errorTable[this.code];
    return {
      type: `urn:querent:problem:${this.code}`,
      title: title[locale],
      status,
      code: this.code,
      detail: detail[locale],
      ...(actions[locale].length > 0 ? { actions: [...actions[locale]] } : {}),
      ...(this.more.mistakes
        ? { errors: this.more.mistakes.map(({ message, ...at }) => ({ ...at, message: message[locale] })) }
        : {}),
      ...(this.more.difference === undefined ? {} : { difference: this.more.difference }),
    };
  }
}
