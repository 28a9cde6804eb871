import { MAX_PAUSES, type Ambiguity, type Choice } from '@querent/contracts';
import type { DatabaseErrorClass, Remedy } from '@querent/sql';
import { say } from '@querent/model';
import { meaningKey } from './meaning-key';
import { isNaming, namedParts, readsNamed } from './named-parts';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { combinedWith, RECOVERIES, statementOf, valueOf } from './recoveries';

/** The class of a failure. `too_expensive`: PostgreSQL estimated too high a cost, and nothing was executed. */
export type Failure = Pick<DatabaseErrorClass, 'text' | 'remedies'> & {
  name: DatabaseErrorClass['name'] | 'too_expensive';
};

export interface AskAfterFailureInput extends FailedQuery {
  errorClass: Failure;
  /** The driver's message. It identifies the part of the question that is at fault, and is never shown. */
  message?: string;
  /** Decisions of this run so far. A query that has failed is not offered again. */
  choices: readonly Choice[];
  /** How often the run has paused so far. */
  pauses: number;
}

/**
 * Prefix of the key of an ambiguity after a failure. Its number and the meaning of the failed query follow, so that no
 * option leads back to a query that has failed.
 */
const RECOVER_KEY = 'recover';

/**
 * Whether an ambiguity was built by `askAfterFailure`. Its reply changes the semantic query of the run record; the text
 * of the question is not interpreted again.
 */
export const asksAfterFailure = ({ key }: Pick<Ambiguity, 'key'>): boolean => key.startsWith(`${RECOVER_KEY}:`);

/**
 * The clarification after a failure that no retry can solve. It describes the failure in business words and offers two
 * to four recoveries, each a different query that compiles. Null where fewer than two recoveries exist, or where the
 * run has reached its limit of pauses.
 */
export function askAfterFailure(input: AskAfterFailureInput): Ambiguity | null {
  const { errorClass, locale, choices, pauses } = input;
  if (pauses >= MAX_PAUSES) return null;
  const options = offered(input);
  if (options.length < MIN_OPTIONS) return null;
  const what = errorClass.text[locale].replace(/[.。]$/, '');
  return {
    trigger: errorClass.name === 'too_expensive' ? 'too_expensive' : 'sql_execution_error',
    key: nextRecoverKey(input.query, choices),
    question: say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to continue?`),
    options: options.map(optionOf),
    allowText: true,
    combinable: false,
  };
}

/** The key of the next question about a query that failed. */
export function nextRecoverKey(failed: FailedQuery['query'], choices: readonly Choice[]): string {
  return [RECOVER_KEY, choices.filter(asksAfterFailure).length + 1, meaningKey(failed)].join(':');
}

/** A recovery as an option of a clarification. `at` is its position, from 0. */
export function optionOf(recovery: Recovery, at: number): Ambiguity['options'][number] {
  const { label, description, aliases } = recovery;
  return {
    id: String(at + 1),
    label,
    ...(description === undefined ? {} : { description }),
    value: valueOf(recovery),
    aliases,
  };
}

const MIN_OPTIONS = 2;
const MAX_OPTIONS = 4;
/**
 * Recoveries offered where the remedies of the error class yield too few. Without `narrow_values`, because an answer
 * about one value of many is not an answer to the failed question.
 */
const FALLBACKS = (Object.keys(RECOVERIES) as RecoveryKind[]).filter((kind) => kind !== 'narrow_values');
/** Maximum of recoveries of one kind, so that the options differ in kind. */
const MAX_PER_KIND = 2;

function offered(input: AskAfterFailureInput): Recovery[] {
  const { remedies } = input.errorClass;
  const wanted = remedies.filter(isRecovery);
  if (wanted.length === 0) return [];
  const isViable = viabilityFilter(input, remedies.includes('first_rows'));
  const best = pickAlternately(
    wanted.map((kind) => RECOVERIES[kind](input)),
    isViable,
  );
  if (best.length >= MIN_OPTIONS) return best.toSorted((a, b) => wanted.indexOf(a.kind) - wanted.indexOf(b.kind));
  const others = mustAvoid(input) ? [] : FALLBACKS.filter((kind) => !wanted.includes(kind));
  const found = [...best, ...others.flatMap((kind) => RECOVERIES[kind](input).filter(isViable))].slice(0, MIN_OPTIONS);
  // A clarification needs two options: a single recovery is also offered in combination with a second one.
  return found.length === 1
    ? found.flatMap((only) => [only, ...combinedWith(only, input, FALLBACKS).filter(isViable).slice(0, 1)])
    : found;
}

/**
 * Whether something in the database is missing or not permitted, and the message does not name it. Fallback recoveries
 * might use it again, so that only the remedies of the class are offered.
 */
const mustAvoid = ({ errorClass, message = '', model }: AskAfterFailureInput): boolean =>
  isNaming(errorClass.name) && namedParts(errorClass.name, message, model).length === 0;

const isRecovery = (remedy: Remedy): remedy is RecoveryKind => Object.hasOwn(RECOVERIES, remedy);

/**
 * A predicate that accepts a recovery if it compiles, does not read a table or column at fault, has not failed before
 * in this run, and repeats no meaning, value or label of a recovery that it has accepted.
 */
function viabilityFilter(input: AskAfterFailureInput, lighterOnly: boolean): (recovery: Recovery) => boolean {
  const { query, choices, errorClass, message = '', model } = input;
  const seen = new Set([
    meaningKey(query),
    ...choices.filter(asksAfterFailure).map(({ key }) => key.split(':')[2] ?? ''),
  ]);
  const atFault = namedParts(errorClass.name, message, model);
  return (recovery) => {
    const marks = [meaningKey(recovery.query), valueOf(recovery), recovery.label];
    if ((lighterOnly && !recovery.lighter) || marks.some((mark) => seen.has(mark))) return false;
    const statement = statementOf(recovery, input);
    if (statement === null || readsNamed(statement, atFault)) return false;
    marks.forEach((mark) => seen.add(mark));
    return true;
  };
}

/** The first viable recovery of each kind, then the second of each. */
function pickAlternately(kinds: Recovery[][], isViable: (recovery: Recovery) => boolean): Recovery[] {
  const taken: Recovery[] = [];
  const left = kinds.map((recoveries) => [...recoveries]);
  for (let turn = 0; turn < MAX_PER_KIND; turn++) {
    for (const recoveries of left) {
      if (taken.length === MAX_OPTIONS) return taken;
      const at = recoveries.findIndex(isViable);
      taken.push(...recoveries.splice(0, at + 1).slice(-1));
      if (at === -1) recoveries.length = 0;
    }
  }
  return taken;
}
