import { bilingual, type LeftOutText } from '@querent/language';
import type { Datasource } from '../connection/datasource';
import { readLeftOut, readUnknownShared, type LeftOut, type LeftOutReason } from '../introspection/left-out';
import type { RoleFinding } from './role-report';

interface Remedy {
  /** What is left out and why. */
  what: LeftOutText;
  /** The statement that lets row security protect an object, by its quoted name. */
  fix?: (name: string) => string;
  /** First server version that has the statement, as in server_version_num. */
  since?: number;
}

const REMEDIES: Readonly<Record<Exclude<LeftOutReason, 'definer'>, Remedy>> = {
  owner: {
    what: "The views {subjects} run with their owner's rights, which row security of the tenant's login does not bind, so they are left out. From PostgreSQL 15 on, let them run with the rights of who asks, {share}.",
    fix: (name) => `ALTER VIEW ${name} SET (security_invoker = true)`,
    since: 150_000,
  },
  stored: {
    what: 'The materialized views {subjects} hold rows that their owner read, and row security cannot be enabled on them, so they are left out. Give tenants a view with security_invoker instead, {share}.',
  },
  foreign: {
    what: "Row security cannot be enabled on the foreign tables {subjects}, so they are left out. Keep tenants' rows in a table of this database, {share}.",
  },
  bypassed: {
    what: 'Row security of {subjects} does not bind the login, which owns them or bypasses row security, so they are left out. Force it, take BYPASSRLS from the login, {share}.',
    fix: (name) => `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`,
  },
  part: {
    what: '{subjects} are parts of tables with row security, which does not bind who reads a part, so they are left out. Enable it on them with policies of their own, {share}.',
    fix: (name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
  },
  whole: {
    what: '{subjects} have parts that are foreign tables, or whose row security does not bind who reads the whole, so they are left out. Enable it on the whole with policies for it, {share}.',
    fix: (name) => `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
  },
  unknown: {
    what: "Whose rows {subjects} read is not known: they run SQL that is put together as text, change the role or a setting, read the planner's statistics, or are in another language than SQL and PL/pgSQL. So they are left out. Write the statement out, {share}.",
  },
  through: {
    what: '{subjects} use what row security does not reach (of a type: a function of its casts, operators, order or checks), so they are left out. They are served once row security reaches that or it is shared, {share}.',
  },
};

/**
 * Readable objects that the connection does not serve to a tenant because row security does not protect them, each with
 * its remedy; and shared names that do not exist. Functions with their owner's rights have a separate rule that revokes
 * them.
 *
 * @throws DatabaseFailure
 */
export async function leftOutFindings(
  datasource: Datasource,
  { tenant, signal, version }: { tenant?: string; signal?: AbortSignal; version: number },
): Promise<RoleFinding[]> {
  if (tenant === undefined) return [];
  const leftOut = (await readLeftOut(datasource, { tenant, signal })).filter(
    ({ isFunction, isReadable, schema }) =>
      isReadable && (isFunction ? datasource.searchPath.includes(schema) : schema === datasource.schema),
  );
  const found = Object.entries(REMEDIES).flatMap(([reason, remedy]) => {
    const subjects = leftOut.filter((one) => one.reason === reason);
    return subjects.length === 0 ? [] : [findingOf(datasource, subjects, remedy, version)];
  });
  const unknown = await readUnknownShared(datasource, { tenant, signal });
  const stray = unknown.map((name): RoleFinding => ({
    rule: 'unknown_shared_names',
    severity: 'warn',
    fix: [],
    what: bilingual(
      'connections/{connection}.yaml lists "{name}" under shared:, and the database has no relation or function of that name. Write the name as the database has it, with its schema where that is another than "{schema}".',
      { connection: datasource.name, name, schema: datasource.schema },
    ),
  }));
  return [...found, ...stray];
}

function findingOf(
  datasource: Datasource,
  subjects: readonly LeftOut[],
  { what, fix, since = 0 }: Remedy,
  version: number,
): RoleFinding {
  const named = subjects.map(({ quoted, through }) =>
    through === '' ? quoted : `${quoted}${bilingual(' (through {object})', { object: through })}`,
  );
  const share = bilingual(
    'or list them under shared: in connections/{connection}.yaml, if their rows are for every tenant',
    { connection: datasource.name },
  );
  return {
    rule: 'outside_row_security',
    severity: 'warn',
    what: bilingual(what, { subjects: named.join(', '), share }),
    fix: fix === undefined || since > version ? [] : subjects.map(({ quoted }) => fix(quoted)),
  };
}
