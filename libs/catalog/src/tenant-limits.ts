import { bilingual } from '@querent/language';
import { z } from 'zod';
import type { Problem } from './files/problem';

/** Limits of tenants; absent members default to the environment's values. */
export const tenantsFileSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(64),
      questionsPerMinute: z.number().int().min(1).optional(),
      /** Maximum Redis memory of its finished runs and their results, in megabytes. */
      keptMegabytes: z.number().int().min(1).optional(),
      /** Maximum active questions, pauses not counted. */
      inFlight: z.number().int().min(1).optional(),
      /** Maximum tokens per day (UTC), prompts and replies together; 0: no model for this tenant. */
      llmTokensPerDay: z.number().int().min(0).optional(),
      /** Days that the history keeps its runs, the rows of its results, and its audit trail. */
      historyRunDays: z.number().int().min(1).optional(),
      historyResultDays: z.number().int().min(1).optional(),
      auditDays: z.number().int().min(1).optional(),
      /** Share of capacity relative to other waiting tenants. */
      weight: z.number().min(0.125).max(8).optional(),
    }),
  )
  .superRefine((tenants, context) => {
    tenants.forEach(({ name }, index) => {
      if (tenants.findIndex((other) => other.name === name) < index)
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: bilingual('A tenant named "{name}" is already defined above.', { name }),
        });
    });
  });

export type TenantLimits = z.infer<typeof tenantsFileSchema>[number];

/** The tenants file has never been valid: no service starts without the intended limits. */
export class LimitsUnknownError extends Error {
  constructor(problems: readonly Problem[]) {
    const mistakes = problems.map(
      ({ line, path, message }) =>
        `  ${line === undefined ? '' : `line ${line}, `}${path === '' ? '' : `${path}: `}${message}`,
    );
    super(
      ['tenants.yaml has mistakes, and without it no tenant has limits. Correct or remove it:', ...mistakes].join('\n'),
    );
    this.name = 'LimitsUnknownError';
  }
}
