import type { z } from 'zod';
import { ProblemError } from '../problems/problem-error';
import { mistakesOf } from '../problems/field-mistakes';

/** Parses the input; throws `bad_request` with the path and message of every mistake. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  // `reportInput` distinguishes a missing member from a wrong one.
  const outcome = schema.safeParse(input, { reportInput: true });
  if (outcome.success) return outcome.data;
  throw new ProblemError('bad_request', { mistakes: mistakesOf(outcome.error.issues) });
}

/** Parses a query string. A parameter with an empty value counts as absent. */
export function parsedQuery<S extends z.ZodType>(schema: S, query: unknown): z.infer<S> {
  return parsed(schema, Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== '')));
}
