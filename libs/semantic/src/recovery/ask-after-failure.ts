import { MAX_PAUSES, type Ambiguity, type Choice } from '@querent/contracts';
import type { DatabaseErrorClass, Remedy } from '@querent/sql';
import { say } from '../planner/answer/words';
import { namedParts, readsNamed } from './named-parts';
import type { FailedQuery, Recovery, RecoveryKind } from './recovery';
import { RECOVERIES, statementOf, valueOf } from './recoveries';

/** A failure, by its class; `too_expensive` is what the planner of the database expected before anything ran. */
export type Failure = Pick<DatabaseErrorClass, 'text' | 'remedies'> & { name: DatabaseErrorClass['name'] | 'too_expensive' };

export interface AskAfterFailureInput extends FailedQuery {
  errorClass: Failure;
  /** The driver's message. It only tells which part of the question is at fault; nothing of it is shown. */
  message?: string;
  /** Decisions of this run so far: what was tried is not offered again. */
  choices: readonly Choice[];
  /** How often the run has paused so far. */
  pauses: number;
}

/** What an ambiguity after a failure is keyed by: `recover:1` is the first one of a run. */
const RECOVER_KEY = 'recover';

/** Whether an ambiguity is one of `askAfterFailure`: its reply changes the query of the run record instead of the question. */
export const asksAfterFailure = ({ key }: Pick<Ambiguity, 'key'>): boolean => key.startsWith(`${RECOVER_KEY}:`);

/**
 * The question to ask when only the asker can help: what went wrong in business words, and two to four options that each
 * make another statement of this very query. Null: nothing sensible to offer, or the run has paused often enough.
 */
export function askAfterFailure(input: AskAfterFailureInput): Ambiguity | null {
  const { errorClass, locale, choices, pauses } = input;
  if (pauses >= MAX_PAUSES) return null;
  const options = offered(input);
  if (options.length < FEWEST_OPTIONS) return null;
  const what = errorClass.text[locale].replace(/[.。]$/, '');
  return {
    trigger: errorClass.name === 'too_expensive' ? 'too_expensive' : 'sql_execution_error',
    key: `${RECOVER_KEY}:${recoveriesTaken(choices).length + 1}`,
    question: say(locale, `${what}，您想怎么继续？`, `${what} – how would you like to go on?`),
    options: options.map((one, at) => ({
      id: String(at + 1), label: one.label, ...(one.description === undefined ? {} : { description: one.description }), value: valueOf(one), aliases: one.aliases,
    })),
    allowText: true,
    combinable: false,
  };
}

const FEWEST_OPTIONS = 2;
const MOST_OPTIONS = 4;
/** Of one kind, so that kinds stand beside each other. */
const MOST_OF_A_KIND = 2;

function offered(input: AskAfterFailureInput): Recovery[] {
  const wanted = input.errorClass.remedies.filter(isRecovery);
  const fitting = wanted.map((kind) => viable(kind, input));
  const best = inTurns(fitting, MOST_OPTIONS);
  if (best.length >= FEWEST_OPTIONS) return inOrder(best, wanted);
  const others = (Object.keys(RECOVERIES) as RecoveryKind[]).filter((kind) => !wanted.includes(kind));
  return [...best, ...others.flatMap((kind) => viable(kind, input))].slice(0, FEWEST_OPTIONS);
}

const isRecovery = (remedy: Remedy): remedy is RecoveryKind => Object.hasOwn(RECOVERIES, remedy);

function viable(kind: RecoveryKind, input: AskAfterFailureInput): Recovery[] {
  const tried = new Set(recoveriesTaken(input.choices));
  // Groups that were tried are not in the record of choices; changing them once is enough.
  const again = kind === 'other_dimension' && [...tried].some((value) => value.startsWith(`recover:${kind}:`));
  if (again) return [];
  const atFault = namedParts(input.errorClass.name, input.message ?? '', input.model);
  const found: Recovery[] = [];
  for (const recovery of RECOVERIES[kind](input)) {
    if (found.length === MOST_OF_A_KIND) break;
    const statement = tried.has(valueOf(recovery)) ? null : statementOf(recovery, input);
    if (statement !== null && !readsNamed(statement, atFault)) found.push(recovery);
  }
  return found;
}

/** The first of each kind, then the second of each, and so on. */
function inTurns(kinds: Recovery[][], most: number): Recovery[] {
  const turns = Array.from({ length: MOST_OF_A_KIND }, (_, turn) => kinds.flatMap((kind) => kind[turn] ?? []));
  return turns.flat().slice(0, most);
}

function inOrder(recoveries: Recovery[], kinds: readonly RecoveryKind[]): Recovery[] {
  return recoveries.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function recoveriesTaken(choices: readonly Choice[]): string[] {
  return choices.filter(asksAfterFailure).flatMap(({ value, also }) => [value, ...(also ?? [])]);
}
