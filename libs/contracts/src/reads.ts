import { z } from 'zod';

/**
 * What a statement read, as the guard names it (`schema.relation`, `schema.relation.column`): who may not read it any
 * more is not shown what came of it.
 */
export const readsSchema = z.object({
  relations: z.array(z.string()),
  columns: z.array(z.string()),
  /**
   * Functions that the connection grants and that were called, as `schema.name`. Absent: written by a version that did
   * not keep them.
   */
  functions: z.array(z.string()).optional(),
  /** Digest of the login that read them; another login sees other rows. */
  login: z.string().optional(),
});
export type Reads = z.infer<typeof readsSchema>;
