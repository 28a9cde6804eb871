import type { z } from 'zod';
import { ProblemError } from '../problems/problem-error';
import { mistakesOf } from '../problems/field-mistakes';

/** The input as the schema has it; throws `bad_request` with every mistake by its path. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  // `reportInput` tells a missing member from a wrong one.
  const outcome = schema.safeParse(input, { reportInput: true });
  if (outcome.success) return outcome.data;
  throw new ProblemError('bad_request', { mistakes: mistakesOf(outcome.error.issues) });
}

/** A query string as the schema has it. A parameter without a value counts as absent. */
export function parsedQuery<S extends z.ZodType>(schema: S, query: unknown): z.infer<S> {
  return parsed(schema, Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== '')));
}
