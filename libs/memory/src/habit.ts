import type { Choice } from '@querent/contracts';
import { z } from 'zod';

/** A user's repeated decisions about one ambiguity. Pure. */
const habitSchema = z.object({
  /** The last question about it, in business words. */
  question: z.string(),
  /** Labels of the options by value, for administrators. */
  labels: z.record(z.string(), z.string()),
  /** The last decisions, newest last. `id` identifies the reply, so that a repeated delivery counts once. */
  choices: z
    .array(z.object({ id: z.string(), value: z.string(), also: z.array(z.string()).optional(), at: z.string() }))
    .min(1),
});
export type Habit = z.infer<typeof habitSchema>;

/** The habits of one principal, by ambiguity key. */
export type HabitBook = ReadonlyMap<string, Habit>;

/** A new decision. */
export interface TakenChoice {
  /** Identifies the reply: `<run id>/<clarification id>`. */
  id: string;
  choice: Choice;
  /** ISO 8601. */
  at: string;
  /** Absent if no question was asked, because the question's words decided. */
  asked?: { question: string; labels: Record<string, string> };
}

type Decision = Pick<Choice, 'value' | 'also'>;

/** Consecutive equal decisions after which the question is no longer asked. */
const FIRM_AFTER = 3;
/** Decisions stored per ambiguity; older ones have no effect. */
const KEPT_CHOICES = 10;
/** Maximum option labels stored per ambiguity. */
const KEPT_LABELS = 20;

/** Null if the text is not a habit. */
export function parseHabit(json: unknown): Habit | null {
  const parsed = habitSchema.safeParse(json);
  return parsed.success ? parsed.data : null;
}

/** The habit with one more decision; unchanged if it already contains that reply. */
export function afterChoice(habit: Habit | undefined, { id, choice, at, asked }: TakenChoice): Habit {
  if (habit?.choices.some((known) => known.id === id)) return habit;
  const labels = Object.entries({ ...habit?.labels, ...asked?.labels }).slice(-KEPT_LABELS);
  const { value, also } = choice;
  return {
    question: asked?.question ?? habit?.question ?? '',
    labels: Object.fromEntries(labels),
    choices: [...(habit?.choices ?? []), { id, value, ...(also === undefined ? {} : { also }), at }].slice(
      -KEPT_CHOICES,
    ),
  };
}

/** The last decision. */
export const decisionOf = (habit: Habit): Habit['choices'][number] | undefined => habit.choices.at(-1);

/** Number of consecutive equal decisions at the end. */
export function rowOf(habit: Habit): number {
  const last = decisionOf(habit);
  const otherAt = last === undefined ? -1 : habit.choices.findLastIndex((choice) => !sameDecision(choice, last));
  return habit.choices.length - 1 - otherAt;
}

/** The decision that is applied without asking; null if there is none. */
export function firmDecision(habit: Habit): Decision | null {
  return rowOf(habit) >= FIRM_AFTER ? (decisionOf(habit) ?? null) : null;
}

/** The order of several options does not matter. */
export function sameDecision(one: Decision, other: Decision): boolean {
  const parts = ({ value, also }: Decision): string => JSON.stringify([value, ...(also ?? [])].sort());
  return parts(one) === parts(other);
}
