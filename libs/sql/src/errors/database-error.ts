import { ERROR_CLASSES } from './error-classes';
import type { Remedy } from './remedy';

/**
 * The class of a statement's database error, which decides the next step. `repairable`: another statement for the same
 * question may succeed. `retryable`: the same statement may succeed later. Neither: only the user can help. `text` is
 * for the user, without technical words; `remedies` may help, best first.
 */
export interface DatabaseErrorClass {
  name: DatabaseErrorClassName;
  repairable: boolean;
  retryable: boolean;
  text: { zh: string; en: string };
  remedies: readonly Remedy[];
}

export type DatabaseErrorClassName = keyof typeof ERROR_CLASSES;

export const DATABASE_ERROR_CLASSES = Object.keys(ERROR_CLASSES) as DatabaseErrorClassName[];

/** Words that distinguish two failures with one SQLSTATE, in the server's English wording (lc_messages C). */
const QUALIFIERS: Readonly<Record<string, RegExp>> = {
  operator: /^operator does not exist/i,
  timeout: /timeout/i,
  aggregate: /(?:aggregate|window) functions? (?:calls?|are|is) /i,
  join: /common column name|specified more than once/i,
};

const classByState = new Map(
  DATABASE_ERROR_CLASSES.flatMap((name) => ERROR_CLASSES[name].states.map((state) => [state as string, name] as const)),
);

/**
 * The class of a failure by its SQLSTATE, or by the operating system's code of a broken connection. The message only
 * distinguishes states with two meanings (57014 is a time-out or a cancellation). Unknown states fall back to their
 * two-character class, then to `other`.
 */
export function classifyDatabaseError(sqlstate: string | undefined, message = ''): DatabaseErrorClass {
  return errorClassOf(sqlstate === undefined ? 'other' : findClass(sqlstate, message));
}

/** The stored form of a failure, for the log and for repair: its state, else its class, and the driver's message. */
export function technicalErrorOf({
  errorClass,
  sqlstate,
  message,
}: {
  errorClass: DatabaseErrorClass;
  sqlstate: string | undefined;
  message: string;
}): string {
  return `${sqlstate ?? errorClass.name}: ${message}`;
}

/** Parses the output of `technicalErrorOf`; anything else is `other`. */
export function classifyTechnicalError(text: string): { errorClass: DatabaseErrorClass; message: string } {
  const [, state = '', message = ''] = /^(\w+): (.*)$/s.exec(text) ?? [];
  const name = DATABASE_ERROR_CLASSES.find((one) => one === state);
  return { errorClass: name === undefined ? classifyDatabaseError(state, message) : errorClassOf(name), message };
}

/** Whether stored data made the calculation fail (SQLSTATE class 22): division by zero, a bad cast, an overflow. */
export const isDataException = (sqlstate: string | undefined): boolean => sqlstate?.startsWith('22') ?? false;

/** A class by its name. */
export function errorClassOf(name: DatabaseErrorClassName): DatabaseErrorClass {
  const { repairable, retryable, text, remedies } = ERROR_CLASSES[name];
  return { name, repairable, retryable, text, remedies };
}

function findClass(state: string, message: string): DatabaseErrorClassName {
  for (const [word, pattern] of Object.entries(QUALIFIERS)) {
    const qualified = classByState.get(`${state}:${word}`);
    if (qualified && pattern.test(message)) return qualified;
  }
  return classByState.get(state) ?? classByState.get(state.slice(0, 2)) ?? 'other';
}
