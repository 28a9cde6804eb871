import { z } from 'zod';

/** An excessive permission of a login, as found by the executor at connection; for administrators. */
export const roleFindingSchema = z.object({
  rule: z.string(),
  /** `refuse`: the login is not used. */
  severity: z.enum(['refuse', 'warn']),
  what: z.string(),
  /** SQL statements that fix it. */
  fix: z.array(z.string()),
});
export type RoleFinding = z.infer<typeof roleFindingSchema>;
