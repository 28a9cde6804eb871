import { QuerentError } from '@querent/client';

/** The text of an error for the user; `fallback` for errors that are not the server's. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof QuerentError ? error.detail : fallback;
}
