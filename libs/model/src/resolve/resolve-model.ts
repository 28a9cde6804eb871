import { createHash } from 'node:crypto';
import { isTimeZone, type SchemaSnapshot, serverTimeZone } from '@querent/contracts';
import type { ModelFile } from '../file/model-file';
import { areNamesWritten } from '../file/names-in-file';
import type { ModelProblem } from '../model-problem';
import type { Localized, SemanticModel } from '../semantic-model';
import type { ModelDraft } from './model-draft';
import { narrowToGrants } from './narrow-to-grants';
import { resolveEntities } from './resolve-entities';
import { resolveFilters } from './resolve-filters';
import { resolveJoins } from './resolve-joins';
import { resolveMetrics } from './resolve-metrics';
import { reservedWords } from './reserved-words';
import { deriveKinds, resolveTableDefaults, tableSteps } from './resolve-tables';
import { resolveTerms } from './resolve-terms';
import { wholeSnapshot } from './withheld-parts';

export interface ResolveInput {
  connection: string;
  snapshot: SchemaSnapshot;
  /** Null for a derived model. */
  file: ModelFile | null;
  /** The connection's label. Its language is the default language if the file names none. */
  label?: Localized;
  /** User-defined functions that statements on the connection may call. */
  functions?: readonly string[];
}

export interface ResolvedModel {
  model: SemanticModel;
  /** Mistakes in the file. */
  problems: ModelProblem[];
  /** Parts of the file that are absent because the login may not read them. These are not mistakes. */
  notes: ModelProblem[];
}

/**
 * Derives a model from the schema, overlays it with the model file, and removes what the login may not read. The model
 * has every part without a mistake; `problems` has each mistake with its path in the file. With a file, `initParser` of
 * @querent/sql must have been awaited.
 */
export function resolveModel(input: ResolveInput): ResolvedModel {
  const steps = resolutionSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** `resolveModel` in steps, so that a schema of thousands of tables does not block the event loop. */
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
    ...(!areNamesWritten(file, Object.keys(draft.tables)) && { derived: true as const }),
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

/** The zone if neither the file nor the server names one. Answers that depend on it disclose the assumption. */
const ASSUMED = 'UTC';

/**
 * The model's time zone: the file's, else the server's. A zone that the server does not know is a mistake in the file,
 * because every statement with it would fail.
 */
function resolveTimeZone(
  draft: ModelDraft,
  snapshot: SchemaSnapshot,
  file: ModelFile | null,
): Pick<SemanticModel, 'timezone' | 'timezoneFrom' | 'timeZones'> {
  const known = snapshot.timeZones === undefined ? {} : { timeZones: snapshot.timeZones };
  const named = file?.timezone;
  if (named !== undefined) {
    const timezone = serverTimeZone(named, snapshot.timeZones);
    if (timezone === null)
      draft.report(
        ['timezone'],
        `the database server does not know the time zone "${named}": write the name of another city in it`,
      );
    return { timezone: timezone ?? named, ...known };
  }
  const { timeZone } = snapshot;
  const isUsable = timeZone !== undefined && isTimeZone(timeZone);
  return isUsable
    ? { timezone: timeZone, timezoneFrom: 'server', ...known }
    : { timezone: ASSUMED, timezoneFrom: 'assumed', ...known };
}
