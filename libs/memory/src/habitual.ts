import {
  isModelKey,
  type Ambiguity,
  type Choice,
  type ClarificationTrigger,
  type Locale,
  type PlanResult,
} from '@querent/contracts';
import { offeredQuestion } from '@querent/explain';
import { decisionOf, firmDecision, type HabitBook } from './habit';

/**
 * Triggers whose decisions never become habits. An unknown word may mean something else each time; an error or a cost
 * concerns one question. Questions of a language model and offered questions never become habits either.
 */
const NEVER_HABITUAL: ReadonlySet<ClarificationTrigger> = new Set([
  'unknown_term',
  'sql_execution_error',
  'too_expensive',
]);

export const isHabitual = ({ trigger, key, options }: Ambiguity): boolean =>
  !NEVER_HABITUAL.has(trigger) && !isModelKey(key) && options.every(({ value }) => offeredQuestion(value) === null);

/** Whether habits apply: a habitual decision would be asked for, or the question's words contain one. */
export const concernsHabits = (plan: PlanResult): boolean =>
  plan.kind === 'planned' ? plan.settled.length > 0 : plan.kind === 'ambiguous' && isHabitual(plan.ambiguity);

export interface DecidedByHabits {
  plan: PlanResult;
  learned: Choice[];
  /** The disclosures of the habits taken. */
  texts: string[];
}

interface HabitContext {
  book: HabitBook;
  locale: Locale;
  /** Keys already asked about. */
  asked: readonly string[];
  /** Plans the question again with these further choices. */
  replan: (learned: Choice[]) => PlanResult;
}

/**
 * Applies habits to an ambiguous plan instead of asking and discloses them, and moves the options chosen last to the
 * front. Pure, apart from `replan`.
 */
export function decidedByHabits(begun: PlanResult, { book, locale, asked, replan }: HabitContext): DecidedByHabits {
  const learned: Choice[] = [];
  const texts: string[] = [];
  let plan = begun;
  while (plan.kind === 'ambiguous') {
    const { ambiguity } = plan;
    const choice =
      asked.includes(ambiguity.key) || learned.some(({ key }) => key === ambiguity.key)
        ? null
        : habitFor(ambiguity, book);
    if (choice === null) break;
    learned.push(choice);
    texts.push(habitText(ambiguity, choice, locale));
    plan = replan([...learned]);
  }
  return { plan: withHabits(plan, book, texts), learned, texts };
}

function withHabits(plan: PlanResult, book: HabitBook, texts: string[]): PlanResult {
  if (plan.kind === 'planned') return { ...plan, disclosures: [...texts, ...plan.disclosures] };
  return plan.kind === 'ambiguous' ? { ...plan, ambiguity: offeredFirst(plan.ambiguity, book) } : plan;
}

/** The decision by the user's habit; null if there is none or its option is no longer offered. */
function habitFor(ambiguity: Ambiguity, book: HabitBook): Choice | null {
  const habit = isHabitual(ambiguity) ? book.get(ambiguity.key) : undefined;
  const firm = habit === undefined ? null : firmDecision(habit);
  if (firm === null) return null;
  const wanted = [firm.value, ...(firm.also ?? [])];
  const offered = wanted.every((value) => ambiguity.options.some((option) => option.value === value));
  if (!offered || (wanted.length > 1 && ambiguity.combinable !== true)) return null;
  return { key: ambiguity.key, value: firm.value, ...(firm.also === undefined ? {} : { also: firm.also }) };
}

/** Moves the options chosen last to the front. Ids follow the new order, because users reply by number. */
function offeredFirst(ambiguity: Ambiguity, book: HabitBook): Ambiguity {
  const habit = isHabitual(ambiguity) ? book.get(ambiguity.key) : undefined;
  const last = habit === undefined ? undefined : decisionOf(habit);
  if (last === undefined) return ambiguity;
  const wanted = [last.value, ...(last.also ?? [])];
  const chosen = ambiguity.options.filter(({ value }) => wanted.includes(value));
  const others = ambiguity.options.filter(({ value }) => !wanted.includes(value));
  return { ...ambiguity, options: [...chosen, ...others].map((option, at) => ({ ...option, id: String(at + 1) })) };
}

/** The disclosure of a habit: the option taken, and the alternative to ask for. */
function habitText(ambiguity: Ambiguity, choice: Choice, locale: Locale): string {
  const wanted = [choice.value, ...(choice.also ?? [])];
  const labels = (taken: boolean): string[] =>
    ambiguity.options.filter(({ value }) => wanted.includes(value) === taken).map(({ label }) => label);
  const [other] = labels(false);
  if (locale === 'zh')
    return `按“${labels(true).join('”和“')}”计算${other === undefined ? '' : `，如需“${other}”请说明`}`;
  return `Read as “${labels(true).join('” and “')}”${other === undefined ? '' : `; say so if you want “${other}”`}`;
}
