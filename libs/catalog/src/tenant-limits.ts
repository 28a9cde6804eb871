import { z } from 'zod';
import type { Problem } from './files/problem';

/** What one tenant may use of the installation; absent members are the environment's defaults. */
export const tenantsFileSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(64),
      questionsPerMinute: z.number().int().min(1).optional(),
      /** Megabytes of Redis that its finished runs and their results may take. */
      keptMegabytes: z.number().int().min(1).optional(),
      /** Questions under way at once, pauses not counted. */
      inFlight: z.number().int().min(1).optional(),
      /** Tokens of prompts and replies together, a day (UTC); 0: no model for this tenant. */
      llmTokensPerDay: z.number().int().min(0).optional(),
      /** The share beside the other tenants' while several wait. */
      weight: z.number().min(0.125).max(8).optional(),
    }),
  )
  .superRefine((tenants, context) => {
    tenants.forEach(({ name }, index) => {
      if (tenants.findIndex((other) => other.name === name) < index)
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `A tenant named "${name}" stands above already.`,
        });
    });
  });

export type TenantLimits = z.infer<typeof tenantsFileSchema>[number];

/** The tenants file has never been good: no service starts without the limits that somebody meant to set. */
export class LimitsUnknownError extends Error {
  constructor(problems: readonly Problem[]) {
    const mistakes = problems.map(
      ({ line, path, message }) =>
        `  ${line === undefined ? '' : `line ${line}, `}${path === '' ? '' : `${path}: `}${message}`,
    );
    super(
      [
        'tenants.yaml has mistakes, and without it no tenant has limits. Put it right, or take it away:',
        ...mistakes,
      ].join('\n'),
    );
    this.name = 'LimitsUnknownError';
  }
}
