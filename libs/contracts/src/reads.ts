import { z } from 'zod';

/**
 * What a statement read, in the guard's notation (`schema.relation`, `schema.relation.column`): users who lose access
 * to it no longer see the result.
 */
export const readsSchema = z.object({
  relations: z.array(z.string()),
  columns: z.array(z.string()),
  /** Granted functions that were called, as `schema.name`. Absent: written by an older version. */
  functions: z.array(z.string()).optional(),
  /** Digest of the reading login; another login sees other rows. */
  login: z.string().optional(),
});
export type Reads = z.infer<typeof readsSchema>;
