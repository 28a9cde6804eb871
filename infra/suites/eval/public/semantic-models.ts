import { existsSync, readFileSync } from 'node:fs';
import { introspect, openDatasource } from '@querent/datasource';
import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { initParser } from '@querent/sql';
import { parse } from 'yaml';
import { indexedColumns } from '../../../../apps/executor/src/schema/indexed-columns';
import type { GoldDatabase } from '../gold-rows';

const limits = { statementTimeoutMs: 60_000, maxRows: 100_000, maxBytes: 64 * 1024 * 1024, poolSize: 1 };

/**
 * The model of a connection as the product resolves it from its database and its model file, if any.
 * @throws when the file does not match the database
 */
export async function modelOf(
  connection: string,
  { url, schema }: GoldDatabase,
  file: string | null,
): Promise<SemanticModel> {
  const parsed = file !== null && existsSync(file) ? parseModelFile(parse(readFileSync(file, 'utf8'))) : null;
  if (parsed !== null && !parsed.ok) throw new Error(`${file}: ${JSON.stringify(parsed.problems)}`);
  const datasource = openDatasource({ name: connection, url, schema, limits });
  try {
    const snapshot = await introspect(datasource, { valueIndexColumns: indexedColumns(parsed?.file ?? null) });
    await initParser();
    return resolveModel({ connection, snapshot, file: parsed?.file ?? null }).model;
  } finally {
    await datasource.close();
  }
}
