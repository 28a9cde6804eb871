import {
  MAX_ATTEMPTS,
  runError,
  triedSinceReply,
  type ErrorCode,
  type Outcome,
  type Patch,
  type Run,
  type RunData,
} from '@querent/contracts';
import { DatabaseFailure } from '@querent/datasource';
import {
  askInWords,
  pauseAfterFailure,
  pauseFor,
  plannersQuestion,
  type Failure,
  type PauseDeps,
} from '@querent/explain';
import { nearQuestions } from '@querent/planner';
import {
  adviceOf,
  errorClassOf,
  refusalText,
  technicalErrorOf,
  TOO_EXPENSIVE,
  type DatabaseErrorClass,
  type GuardCode,
  type GuardVerdict,
} from '@querent/sql';
import { executeMessages } from '../execute-messages';
import { failingDefinition } from './failing-definition';

/** The run's error code of each class of database failures; the default is `query_failed`. */
const codeOf: Partial<Record<DatabaseErrorClass['name'], ErrorCode>> = {
  timeout: 'query_timeout',
  connection_lost: 'connection_unavailable',
  too_many_connections: 'connection_unavailable',
  source_trouble: 'connection_unavailable',
  no_access: 'connection_misconfigured',
  read_only_violation: 'query_refused',
};

/**
 * Findings of the guard that another draft can correct, with the error class that the database would report.
 * All other findings are prohibitions and are refused in every draft.
 */
const mistakes: Partial<Record<GuardCode, { name: DatabaseErrorClass['name']; message: (reason: string) => string }>> =
  {
    syntax: { name: 'syntax', message: (reason) => reason },
    unknown_relation: { name: 'unknown_table', message: (reason) => `${reason} does not exist` },
    unknown_column: { name: 'unknown_column', message: (reason) => `${reason} does not exist` },
  };

/** The outcome of a run whose statement the guard refused: a repair if a model made a mistake, otherwise a failure. */
export function refusedOutcome(
  run: Run,
  { code, reason }: Extract<GuardVerdict, { ok: false }>,
  pause: PauseDeps | null,
): Outcome<'executor'> {
  const mistake = run.data.compiled?.source === 'model' ? mistakes[code] : undefined;
  if (mistake === undefined)
    return failWith(run, 'query_refused', `${code}: ${reason}`, refusalText(code)[run.request.locale]);
  return failureOutcome(
    run,
    new DatabaseFailure(errorClassOf(mistake.name), mistake.message(reason), undefined),
    pause,
  );
}

/**
 * The outcome of a run whose statement the database refused: a repair, a clarification if only the user can help, or a
 * failure in business language. A definition of the model that fails is not repaired: another statement would calculate
 * something else under the same name.
 * @param pause null if the run may not ask its user, because there is no semantic model to build options from
 */
export function failureOutcome(run: Run, failure: DatabaseFailure, pause: PauseDeps | null): Outcome<'executor'> {
  const errorClass = classOf(failure);
  const { locale } = run.request;
  const attempts = attemptsWith(run, failure);
  const error = {
    ...runError(codeOf[errorClass.name] ?? 'query_failed', locale, errorClass.text[locale]),
    actions: adviceOf(errorClass.remedies, locale),
  };
  const record = { attempts, error, technicalError: technicalErrorOf(failure) };
  const failing = failingDefinition(run, failure, pause?.model ?? null);
  if (failing !== null) return failWith(run, 'definition_failing', record.technicalError, failing, { attempts });
  const tries = triedSinceReply(run.data).length;
  if (errorClass.repairable && tries < MAX_ATTEMPTS) {
    return {
      event: repairOf(run),
      patch: record,
      steps: [{ kind: 'repair', message: executeMessages.repair[locale] }],
    };
  }
  // A question that only a language model read ends in the generator, which knows what else to ask the user.
  if (errorClass.repairable && tries === MAX_ATTEMPTS && isReadByModel(run))
    return { event: repairOf(run), patch: record, steps: [] };
  const asked =
    errorClass.retryable || pause === null
      ? null
      : (pauseAfterFailure(run, { errorClass, message: failure.message }, pause, record) ??
        pauseAfterModelFailure(run, errorClass, pause, record));
  return asked ?? { event: 'failed', patch: record, steps: [{ kind: 'failed', message: error.message }] };
}

/** The outcome of a run whose statement is estimated to cost too much: a clarification with options, or a failure. */
export function tooExpensiveOutcome(run: Run, technical: string, pause: PauseDeps | null): Outcome<'executor'> {
  const { locale } = run.request;
  const error = {
    ...runError('query_refused', locale, TOO_EXPENSIVE.text[locale]),
    actions: adviceOf(TOO_EXPENSIVE.remedies, locale),
  };
  const record = { error, technicalError: technical };
  const asked =
    pause &&
    (pauseAfterFailure(run, { errorClass: TOO_EXPENSIVE, message: technical }, pause, record) ??
      pauseAfterModelFailure(run, TOO_EXPENSIVE, pause, record));
  return asked ?? { event: 'failed', patch: record, steps: [{ kind: 'failed', message: error.message }] };
}

/**
 * A failure in business language.
 * @param technical the reason, for the log
 * @param text replaces the general text of the code
 * @param patch further changes
 */
export function failWith(
  run: Run,
  code: ErrorCode,
  technical: string,
  text?: string,
  patch: Patch<'executor'> = {},
): Outcome<'executor'> {
  const error = runError(code, run.request.locale, text);
  return {
    event: 'failed',
    patch: { ...patch, error, technicalError: technical },
    steps: [{ kind: 'failed', message: error.message }],
  };
}

/**
 * The pause after a model's statement failed beyond repair. It asks the question that the planner would have asked
 * without a model, or else offers ways to go on in words. Null if neither may be asked.
 */
function pauseAfterModelFailure(
  run: Run,
  failure: Failure,
  pause: PauseDeps,
  patch: Patch<'executor'>,
): Outcome<'executor'> | null {
  const { asked, compiled } = run.data;
  if (compiled?.source !== 'model') return null;
  const ambiguity = plannersQuestion(run) ?? askInWords(run, failure, () => nearQuestions(run, pause.model, []));
  return (
    ambiguity && {
      event: 'clarification_needed',
      patch: {
        ...patch,
        ...pauseFor(run, ambiguity, pause),
        asked: [...asked, ambiguity.key],
        compiled: null,
        error: null,
      },
      steps: [{ kind: 'clarification', message: executeMessages.asked[run.request.locale] }],
    }
  );
}

/**
 * Our own cancellations never reach this function, so a cancelled statement exceeded a time limit of the server, whose
 * message may be in any language.
 */
function classOf({ errorClass }: DatabaseFailure): DatabaseErrorClass {
  return errorClass.name === 'cancelled' ? errorClassOf('timeout') : errorClass;
}

/** A planned question skipped the retrieval, whose tables and samples a repair needs. */
const repairOf = ({ data }: Run): 'repair_needed' | 'retrieval_needed' =>
  data.retrieval === null ? 'retrieval_needed' : 'repair_needed';

const isReadByModel = ({ data }: Run): boolean =>
  data.semanticQuery === null && data.reasoning !== null && data.compiled?.source === 'model';

/** The run's attempts, with the error recorded on the last one. */
function attemptsWith(run: Run, failure: DatabaseFailure): RunData['attempts'] {
  const last = run.data.attempts.at(-1);
  return last === undefined ? [] : [...run.data.attempts.slice(0, -1), { ...last, error: failure.message }];
}
