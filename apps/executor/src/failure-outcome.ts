import { runError, type ErrorCode, type Outcome, type Run, type RunData } from '@querent/contracts';
import type { DatabaseFailure } from '@querent/datasource';
import { executeMessages } from './execute-messages';

/** A statement is repaired at most so often: three tries in all. */
const MAX_ATTEMPTS = 3;

/** Database failures whose run error is not the general one. */
const codeOf: Partial<Record<string, ErrorCode>> = {
  timeout: 'query_timeout',
  connection_lost: 'connection_unavailable',
  too_many_connections: 'connection_unavailable',
  read_only_violation: 'query_refused',
};

/** What becomes of a run whose statement the database refused: another try, or an end in business language. */
export function failureOutcome(run: Run, failure: DatabaseFailure): Outcome {
  const { name, repairable, text } = failure.errorClass;
  const attempts = attemptsWith(run, failure);
  const error = runError(codeOf[name] ?? 'query_failed', run.request.locale, text[run.request.locale]);
  const technicalError = `${failure.sqlstate ?? name}: ${failure.message}`;
  if (repairable && name !== 'timeout' && attempts.length < MAX_ATTEMPTS) {
    return { event: 'repair_needed', patch: { attempts, error, technicalError }, steps: [{ kind: 'repair', message: executeMessages.repair[run.request.locale] }] };
  }
  return { event: 'failed', patch: { attempts, error, technicalError }, steps: [{ kind: 'failed', message: error.message }] };
}

/** An end in business language; `technical` is for the log. */
export function failWith(run: Run, code: ErrorCode, technical: string): Outcome {
  const error = runError(code, run.request.locale);
  return { event: 'failed', patch: { error, technicalError: technical }, steps: [{ kind: 'failed', message: error.message }] };
}

/** The last attempt, with its error noted on it. */
function attemptsWith(run: Run, failure: DatabaseFailure): RunData['attempts'] {
  const last = run.data.attempts.at(-1);
  return last === undefined ? [] : [...run.data.attempts.slice(0, -1), { ...last, error: failure.message }];
}
