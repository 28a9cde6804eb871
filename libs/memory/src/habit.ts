import type { Choice } from '@querent/contracts';
import { z } from 'zod';

/** What somebody decides where one question is asked of them again and again. Pure. */
const habitSchema = z.object({
  /** The question as it was last asked, in business words. */
  question: z.string(),
  /** What the options said, by value: for those who look at habits. */
  labels: z.record(z.string(), z.string()),
  /** The last decisions, newest last. `id` names the reply, so that one told twice counts once. */
  choices: z
    .array(z.object({ id: z.string(), value: z.string(), also: z.array(z.string()).optional(), at: z.string() }))
    .min(1),
});
export type Habit = z.infer<typeof habitSchema>;

/** The habits of one principal, by the key of the ambiguity. */
export type HabitBook = ReadonlyMap<string, Habit>;

/** A decision somebody took just now. */
export interface TakenChoice {
  /** Names the reply: `<run id>/<clarification id>`. */
  id: string;
  choice: Choice;
  /** ISO 8601. */
  at: string;
  /** Absent where nothing was asked: the question's own words decided. */
  asked?: { question: string; labels: Record<string, string> };
}

type Decision = Pick<Choice, 'value' | 'also'>;

/** Equal decisions in a row after which nothing is asked any more (issue: "after three equal choices"). */
const FIRM_AFTER = 3;
/** Decisions kept for one question; more would never be looked at. */
const KEPT_CHOICES = 10;
/** Options whose words are kept for one question. */
const KEPT_LABELS = 20;

/** Null where the text is no habit. */
export function parseHabit(json: unknown): Habit | null {
  const parsed = habitSchema.safeParse(json);
  return parsed.success ? parsed.data : null;
}

/** The habit with one more decision; the same habit where that reply is in it already. */
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

/** The decision taken last. */
export const decisionOf = (habit: Habit): Habit['choices'][number] | undefined => habit.choices.at(-1);

/** How many equal decisions stand at the end. */
export function rowOf(habit: Habit): number {
  const last = decisionOf(habit);
  const otherAt = last === undefined ? -1 : habit.choices.findLastIndex((choice) => !sameDecision(choice, last));
  return habit.choices.length - 1 - otherAt;
}

/** The decision that is taken without asking; null while there is none. */
export function firmDecision(habit: Habit): Decision | null {
  return rowOf(habit) >= FIRM_AFTER ? (decisionOf(habit) ?? null) : null;
}

/** "Both" is the same whichever comes first. */
export function sameDecision(one: Decision, other: Decision): boolean {
  const parts = ({ value, also }: Decision): string => JSON.stringify([value, ...(also ?? [])].sort());
  return parts(one) === parts(other);
}
