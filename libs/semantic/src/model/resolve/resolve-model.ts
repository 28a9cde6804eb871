import { createHash } from 'node:crypto';
import type { SchemaSnapshot } from '@querent/contracts';
import type { ModelFile } from '../file/model-file';
import type { ModelProblem } from '../model-problem';
import type { Localized, SemanticModel } from '../semantic-model';
import { resolveEntities } from './resolve-entities';
import { resolveFilters } from './resolve-filters';
import { resolveJoins } from './resolve-joins';
import { resolveMetrics } from './resolve-metrics';
import { resolveTableDefaults, resolveTables } from './resolve-tables';
import { resolveTerms } from './resolve-terms';

export interface ResolveInput {
  connection: string;
  snapshot: SchemaSnapshot;
  /** Null: the derived model alone. */
  file: ModelFile | null;
  /** The connection's label; the language it is written in is the default one when the file names none. */
  label?: Localized;
}

/**
 * Lays the model file over what is derived from the schema. Pure. The model holds every part that is
 * sound; `problems` names each mistake by its path in the file and is empty when all is well.
 */
export function resolveModel({ connection, snapshot, file, label }: ResolveInput): { model: SemanticModel; problems: ModelProblem[] } {
  const draft = resolveTables(snapshot, file);
  resolveJoins(draft, snapshot, file);
  const metrics = resolveMetrics(draft, file);
  resolveTableDefaults(draft, file, Object.keys(metrics));
  const model: SemanticModel = {
    connection,
    schema: snapshot.schema,
    version: versionOf(snapshot, file),
    defaultLocale: file?.defaultLocale ?? (label?.en && !label.zh ? 'en' : 'zh'),
    timezone: file?.timezone ?? 'Asia/Shanghai',
    tables: draft.tables,
    joins: draft.joins,
    metrics,
    filters: resolveFilters(draft, file),
    terms: resolveTerms(draft, file),
    entities: resolveEntities(draft, file),
  };
  return { model, problems: draft.problems };
}

function versionOf(snapshot: SchemaSnapshot, file: ModelFile | null): string {
  return createHash('sha256').update(JSON.stringify([snapshot.schema, snapshot.fingerprint, file])).digest('hex');
}
