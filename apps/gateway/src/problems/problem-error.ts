import { errorTable, type ErrorCode, type Locale, type Problem } from '@querent/contracts';
import type { FieldMistake } from './field-mistakes';

/** A request that ends with a problem: thrown anywhere, written by the problem filter in the caller's language. */
export class ProblemError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** `denied`: what was asked for is there, but not for this caller. */
    readonly more: { mistakes?: FieldMistake[]; headers?: Record<string, string>; denied?: true } = {},
  ) {
    super(code);
    this.name = 'ProblemError';
  }

  get status(): number {
    return errorTable[this.code].status;
  }

  /** Whether the request was refused for want of a right. */
  get isDenial(): boolean {
    return this.status === 401 || this.status === 403 || this.more.denied === true;
  }

  /** The body (RFC 9457). `type` is a stable URN of the code: there is no page behind it. */
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
        ? { errors: this.more.mistakes.map(({ path, message }) => ({ path, message: message[locale] })) }
        : {}),
    };
  }
}
