import { QuerentError } from '@querent/client';

/** The text of an error for the user; `fallback` for errors that the gateway has not explained. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof QuerentError && error.code !== null ? error.detail : fallback;
}
