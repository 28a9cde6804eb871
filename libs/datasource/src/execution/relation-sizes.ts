import type { Datasource } from '../connection/datasource';
import type { ReadOnlySession } from '../connection/read-only-session';
import type { RelationSizes } from './plan-estimate';

/** Of two relations with one name the first counts: that of the connection's schema. */
const READ_SIZES = `
  SELECT c.relname, greatest(c.reltuples, 0)
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'm', 'f') AND c.reltuples > 0 AND n.nspname !~ '^pg_'
   ORDER BY n.nspname <> $1, c.reltuples DESC`;

/** The server's figures are as old as its last ANALYZE. */
const LIFETIME_MS = 300_000;

const known = new WeakMap<Datasource, { sizes: RelationSizes; readAt: number }>();

/** The planner's row count of each relation, cached for five minutes. @throws DatabaseFailure */
export async function loadRelationSizes(datasource: Datasource, session: ReadOnlySession): Promise<RelationSizes> {
  const last = known.get(datasource);
  if (last && Date.now() - last.readAt < LIFETIME_MS) return last.sizes;
  const [answer] = await session.exchange([{ text: READ_SIZES, values: [datasource.schema] }]);
  const sizes = new Map<string, number>();
  for (const [name, rows] of answer?.rows ?? []) if (name && !sizes.has(name)) sizes.set(name, Number(rows));
  known.set(datasource, { sizes, readAt: Date.now() });
  return sizes;
}
