import {
  MAX_ATTEMPTS,
  runError,
  triedSinceReply,
  type ErrorCode,
  type Outcome,
  type Run,
  type RunData,
} from '@querent/contracts';
import { DatabaseFailure } from '@querent/datasource';
import { pauseAfterFailure, type PauseDeps } from '@querent/explain';
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
import { askedInstead } from './asked-instead';
import { executeMessages } from '../execute-messages';

/** Database failures whose run error is not the general one. */
const codeOf: Partial<Record<DatabaseErrorClass['name'], ErrorCode>> = {
  timeout: 'query_timeout',
  connection_lost: 'connection_unavailable',
  too_many_connections: 'connection_unavailable',
  source_trouble: 'connection_unavailable',
  no_access: 'connection_misconfigured',
  read_only_violation: 'query_refused',
};

/**
 * Findings of the guard that another draft can correct: mistakes, by the class that the database would give them.
 * Everything else is forbidden, and stays refused in every draft.
 */
const mistakes: Partial<Record<GuardCode, { name: DatabaseErrorClass['name']; says: (reason: string) => string }>> = {
  syntax: { name: 'syntax', says: (reason) => reason },
  unknown_relation: { name: 'unknown_table', says: (reason) => `${reason} does not exist` },
  unknown_column: { name: 'unknown_column', says: (reason) => `${reason} does not exist` },
};

/** What becomes of a run whose statement the guard refused: another try of a model that made a mistake, or an end. */
export function refusedOutcome(
  run: Run,
  { code, reason }: Extract<GuardVerdict, { ok: false }>,
  pause: PauseDeps | null,
): Outcome<'executor'> {
  const mistake = run.data.compiled?.source === 'model' ? mistakes[code] : undefined;
  if (mistake === undefined)
    return failWith(run, 'query_refused', `${code}: ${reason}`, refusalText(code)[run.request.locale]);
  return failureOutcome(run, new DatabaseFailure(errorClassOf(mistake.name), mistake.says(reason), undefined), pause);
}

/**
 * What becomes of a run whose statement the database refused: another statement, a question to the asker where only
 * they can help, or an end in business language. `pause` null: the asker cannot be asked (there is no model to make
 * options from).
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
  const tries = triedSinceReply(run.data).length;
  if (errorClass.repairable && tries < MAX_ATTEMPTS) {
    return {
      event: 'repair_needed',
      patch: record,
      steps: [{ kind: 'repair', message: executeMessages.repair[locale] }],
    };
  }
  // What only a model reads ends where it was written: the generator knows what else the asker can be asked.
  if (errorClass.repairable && tries === MAX_ATTEMPTS && isReadByModel(run))
    return { event: 'repair_needed', patch: record, steps: [] };
  const asked =
    errorClass.retryable || pause === null
      ? null
      : (pauseAfterFailure(run, { errorClass, message: failure.message }, pause, record) ??
        askedInstead(run, errorClass, pause, record));
  return asked ?? { event: 'failed', patch: record, steps: [{ kind: 'failed', message: error.message }] };
}

/**
 * What becomes of a run whose statement the database expects to cost too much: other questions to choose from, or an
 * end.
 */
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
      askedInstead(run, TOO_EXPENSIVE, pause, record));
  return asked ?? { event: 'failed', patch: record, steps: [{ kind: 'failed', message: error.message }] };
}

/** An end in business language, `text` where it says more than the code's own; `technical` is for the log. */
export function failWith(run: Run, code: ErrorCode, technical: string, text?: string): Outcome<'executor'> {
  const error = runError(code, run.request.locale, text);
  return {
    event: 'failed',
    patch: { error, technicalError: technical },
    steps: [{ kind: 'failed', message: error.message }],
  };
}

/**
 * Our own cancellations never reach this function, so a cancelled statement exceeded a time limit of the server, whose
 * message may be in any language.
 */
function classOf({ errorClass }: DatabaseFailure): DatabaseErrorClass {
  return errorClass.name === 'cancelled' ? errorClassOf('timeout') : errorClass;
}

const isReadByModel = ({ data }: Run): boolean =>
  data.semanticQuery === null && data.reasoning !== null && data.compiled?.source === 'model';

/** The last attempt, with its error noted on it. */
function attemptsWith(run: Run, failure: DatabaseFailure): RunData['attempts'] {
  const last = run.data.attempts.at(-1);
  return last === undefined ? [] : [...run.data.attempts.slice(0, -1), { ...last, error: failure.message }];
}
