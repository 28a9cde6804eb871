import { createHash } from 'node:crypto';
import type { SchemaSnapshot } from '@querent/contracts';
import type { ModelFile } from '../file/model-file';
import type { ModelProblem } from '../model-problem';
import type { Localized, SemanticModel } from '../semantic-model';
import { narrowToGrants } from './narrow-to-grants';
import { resolveEntities } from './resolve-entities';
import { resolveFilters } from './resolve-filters';
import { resolveJoins } from './resolve-joins';
import { resolveMetrics } from './resolve-metrics';
import { reservedWords } from './reserved-words';
import { deriveKinds, resolveTableDefaults, tableSteps } from './resolve-tables';
import { resolveTimeZone } from './resolve-time-zone';
import { resolveTerms } from './resolve-terms';
import { wholeSnapshot } from './withheld-parts';

export interface ResolveInput {
  connection: string;
  snapshot: SchemaSnapshot;
  /** Null: the derived model alone. */
  file: ModelFile | null;
  /** The connection's label; the language it is written in is the default one when the file names none. */
  label?: Localized;
  /** Functions of their own that statements on the connection may call. */
  functions?: readonly string[];
}

export interface ResolvedModel {
  model: SemanticModel;
  /** Mistakes of the file; empty when all is well. */
  problems: ModelProblem[];
  /** Parts of the file that are absent because the login may not read what they name: no mistake. */
  notes: ModelProblem[];
}

/**
 * Lays the model file over what is derived from the schema, then takes away what the login may not read. Pure. The
 * model holds every part that is sound; `problems` names each mistake by its path in the file. Needs `initParser` of
 * @querent/sql where there is a file.
 */
export function resolveModel(input: ResolveInput): ResolvedModel {
  const steps = resolutionSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same in steps: a schema of thousands of tables takes longer than others may wait for. */
export function* resolutionSteps(input: ResolveInput): Generator<void, ResolvedModel> {
  const { snapshot, file } = input;
  if (snapshot.withheld === undefined || snapshot.withheld.length === 0)
    return { ...(yield* wholeSteps(input)), notes: [] };
  return narrowToGrants(yield* wholeSteps({ ...input, snapshot: wholeSnapshot(snapshot) }), snapshot, file);
}

function* wholeSteps({
  connection,
  snapshot,
  file,
  label,
  functions = [],
}: ResolveInput): Generator<void, Omit<ResolvedModel, 'notes'>> {
  const draft = yield* tableSteps(snapshot, file);
  resolveJoins(draft, snapshot, file);
  deriveKinds(draft);
  yield;
  const filters = resolveFilters(draft, file);
  const metrics = resolveMetrics(draft, file, filters);
  resolveTableDefaults(draft, file, Object.keys(metrics));
  yield;
  const terms = resolveTerms(draft, file);
  const entities = resolveEntities(draft, file);
  const reserved = reservedWords(draft, snapshot, file);
  const model: SemanticModel = {
    connection,
    schema: snapshot.schema,
    version: versionOf(snapshot, file),
    defaultLocale: file?.defaultLocale ?? (label?.en && !label.zh ? 'en' : 'zh'),
    ...(file === null && { derived: true as const }),
    ...resolveTimeZone(draft, snapshot, file),
    functions: { own: snapshot.ownFunctions ?? [], granted: [...functions] },
    tables: draft.tables,
    joins: draft.joins,
    metrics,
    filters,
    terms,
    entities,
    ...(reserved.length > 0 && { reserved }),
  };
  return { model, problems: draft.problems };
}

function versionOf(snapshot: SchemaSnapshot, file: ModelFile | null): string {
  return createHash('sha256')
    .update(JSON.stringify([snapshot.schema, snapshot.fingerprint, file]))
    .digest('hex');
}
