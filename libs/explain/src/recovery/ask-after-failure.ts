import { MAX_PAUSES, type Ambiguity, type Choice } from '@querent/contracts';
import type { DatabaseErrorClass, Remedy } from '@querent/sql';
import { say } from '@querent/model';
import { meaningKey } from './meaning-key';
import { isNaming, namedParts, readsNamed } from './named-parts';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { combinedWith, RECOVERIES, statementOf, valueOf } from './recoveries';

/** A failure, by its class; `too_expensive` is what the planner of the database expected before anything ran. */
export type Failure = Pick<DatabaseErrorClass, 'text' | 'remedies'> & {
  name: DatabaseErrorClass['name'] | 'too_expensive';
};

export interface AskAfterFailureInput extends FailedQuery {
  errorClass: Failure;
  /** The driver's message. It only tells which part of the question is at fault; nothing of it is shown. */
  message?: string;
  /** Decisions of this run so far: what failed before is not offered again. */
  choices: readonly Choice[];
  /** How often the run has paused so far. */
  pauses: number;
}

/**
 * What an ambiguity after a failure is keyed by: with its number, and with the meaning that failed, so that no option
 * leads back to it.
 */
const RECOVER_KEY = 'recover';

/**
 * Whether an ambiguity is one of `askAfterFailure`: its reply changes the query of the run record instead of the
 * question.
 */
export const asksAfterFailure = ({ key }: Pick<Ambiguity, 'key'>): boolean => key.startsWith(`${RECOVER_KEY}:`);

/**
 * The question to ask when only the asker can help: what went wrong in business words, and two to four options that
 * each make another statement of this very query. Null: nothing sensible to offer, or the run has paused often enough.
 */
export function askAfterFailure(input: AskAfterFailureInput): Ambiguity | null {
  const { errorClass, locale, choices, pauses } = input;
  if (pauses >= MAX_PAUSES) return null;
  const options = offered(input);
  if (options.length < FEWEST_OPTIONS) return null;
  const what = errorClass.text[locale].replace(/[.。]$/, '');
  return {
    trigger: errorClass.name === 'too_expensive' ? 'too_expensive' : 'sql_execution_error',
    key: nextRecoverKey(input.query, choices),
    question: say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to go on?`),
    options: options.map(optionOf),
    allowText: true,
    combinable: false,
  };
}

/** The key of the next question about a query that failed. */
export function nextRecoverKey(failed: FailedQuery['query'], choices: readonly Choice[]): string {
  return [RECOVER_KEY, choices.filter(asksAfterFailure).length + 1, meaningKey(failed)].join(':');
}

/** A recovery as the option at a position, from 0. */
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

const FEWEST_OPTIONS = 2;
const MOST_OPTIONS = 4;
/**
 * What is offered where a class's own remedies are too few. One value of many answers another question than the one
 * that failed.
 */
const FALLBACKS = (Object.keys(RECOVERIES) as RecoveryKind[]).filter((kind) => kind !== 'narrow_values');
/** Of one kind, so that kinds stand beside each other. */
const MOST_OF_A_KIND = 2;

function offered(input: AskAfterFailureInput): Recovery[] {
  const { remedies } = input.errorClass;
  const wanted = remedies.filter(isRecovery);
  if (wanted.length === 0) return [];
  const isViable = viability(input, remedies.includes('first_rows'));
  const best = inTurns(
    wanted.map((kind) => RECOVERIES[kind](input)),
    isViable,
  );
  if (best.length >= FEWEST_OPTIONS) return best.toSorted((a, b) => wanted.indexOf(a.kind) - wanted.indexOf(b.kind));
  const others = mustAvoid(input) ? [] : FALLBACKS.filter((kind) => !wanted.includes(kind));
  const found = [...best, ...others.flatMap((kind) => RECOVERIES[kind](input).filter(isViable))].slice(
    0,
    FEWEST_OPTIONS,
  );
  // One way out alone is no choice: it is offered with a second change too.
  return found.length === 1
    ? found.flatMap((only) => [only, ...combinedWith(only, input, FALLBACKS).filter(isViable).slice(0, 1)])
    : found;
}

/** Where something is gone or closed and the message does not say what, only the class's own remedies may avoid it. */
const mustAvoid = ({ errorClass, message = '', model }: AskAfterFailureInput): boolean =>
  isNaming(errorClass.name) && namedParts(errorClass.name, message, model).length === 0;

const isRecovery = (remedy: Remedy): remedy is RecoveryKind => Object.hasOwn(RECOVERIES, remedy);

/**
 * Says yes to each meaning, value and wording once: to what has a statement, does not touch what is at fault and did
 * not fail before.
 */
function viability(input: AskAfterFailureInput, lighterOnly: boolean): (recovery: Recovery) => boolean {
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

/** The first viable one of each kind, then the second of each. */
function inTurns(kinds: Recovery[][], isViable: (recovery: Recovery) => boolean): Recovery[] {
  const taken: Recovery[] = [];
  const left = kinds.map((recoveries) => [...recoveries]);
  for (let turn = 0; turn < MOST_OF_A_KIND; turn++) {
    for (const recoveries of left) {
      if (taken.length === MOST_OPTIONS) return taken;
      const at = recoveries.findIndex(isViable);
      taken.push(...recoveries.splice(0, at + 1).slice(-1));
      if (at === -1) recoveries.length = 0;
    }
  }
  return taken;
}
