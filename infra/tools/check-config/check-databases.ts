import {
  audiencesOf,
  resolvedModel,
  type Audience,
  type Catalog,
  type Connection,
  type Problem,
} from '@querent/catalog';
import { verifyRole, type Datasource } from '@querent/datasource';
import { bilingual, type BilingualText } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { DatasourceRegistry } from '../../../apps/executor/src/connections/datasource-registry';
import { readSchema } from '../../../apps/executor/src/schema/read-schema';
import { refusalOf } from '../../../apps/executor/src/connections/verified-logins';

/** The result of checking a configuration against its databases. */
export interface DatabaseCheck {
  problems: Problem[];
  /** The models that could be resolved, by audience. */
  models: { connection: string; model: SemanticModel }[];
}

/**
 * Reads each connection's database with each of its logins, in read-only transactions, and resolves its model as the
 * executor does. An unusable login and an unreachable database are reported as mistakes of the connection's file.
 */
export async function checkDatabases(catalog: Catalog): Promise<DatabaseCheck> {
  const datasources = new DatasourceRegistry(catalog);
  try {
    const targets = catalog
      .connections()
      .flatMap((connection) => audiencesOf(connection).map((audience) => ({ connection, audience })));
    const checks: DatabaseCheck[] = [];
    // Sequentially, so that a database serves at most one connection at a time.
    for (const { connection, audience } of targets)
      checks.push(await checkAudience(catalog, datasources.get(connection.name), connection, audience));
    return {
      problems: distinct(checks.flatMap(({ problems }) => problems)),
      models: checks.flatMap(({ models }) => models),
    };
  } finally {
    await datasources.close();
  }
}

async function checkAudience(
  catalog: Catalog,
  datasource: Datasource | null,
  connection: Connection,
  audience: Audience,
): Promise<DatabaseCheck> {
  const at = (message: BilingualText): DatabaseCheck => ({
    problems: [{ file: `connections/${connection.name}.yaml`, path: pathOf(audience), message }],
    models: [],
  });
  // The catalog has already reported the missing variable or the text that cannot be decrypted.
  if (datasource === null) return { problems: [], models: [] };
  try {
    const refusal = refusalOf(connection, await verifyRole(datasource, audience.tenant ?? undefined));
    if (refusal !== null) return at(refusal);
    const snapshot = await readSchema(catalog, connection, datasource, audience, new AbortController().signal);
    const { model, problems, mistakes } = await resolvedModel(catalog.modelFile(connection.name), connection, snapshot);
    return { problems: [...problems, ...mistakes], models: [{ connection: connection.name, model }] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return at(bilingual('The database could not be read: {reason}', { reason }));
  }
}

const pathOf = ({ tenant }: Audience): string => (tenant === null ? 'url' : `roles.${tenant}`);

/** Reports a mistake once, even if several logins meet it. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];
