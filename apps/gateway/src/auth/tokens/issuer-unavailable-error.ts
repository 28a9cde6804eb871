/** Shortest interval between reads, so that tokens with made-up key ids do not burden the issuer. */
export const COOL_DOWN_MS = 10_000;

/** The signing keys of the issuer are needed and cannot be read. */
export class IssuerUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The signing keys of the issuer could not be read', { cause });
    this.name = 'IssuerUnavailableError';
  }
}
