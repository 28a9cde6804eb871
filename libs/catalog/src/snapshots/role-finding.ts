import { z } from 'zod';

/** What a login may do that it should not, as the executor found when it connected; for administrators. */
export const roleFindingSchema = z.object({
  rule: z.string(),
  /** `refuse`: the login is not used. */
  severity: z.enum(['refuse', 'warn']),
  what: z.string(),
  /** The statements that would mend it. */
  fix: z.array(z.string()),
});
export type RoleFinding = z.infer<typeof roleFindingSchema>;
