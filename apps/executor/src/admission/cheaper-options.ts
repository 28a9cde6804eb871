import type { Ambiguity, Run } from '@querent/contracts';
import type { PlanEstimate } from '@querent/datasource';
import {
  askForLess,
  muchSmallerQuestions,
  smallerQuestions,
  type AskForLessInput,
  type HeldDays,
  type SmallerQuestion,
} from '@querent/explain';
import { civilDaysOf, type SemanticModel } from '@querent/model';
import { beyondLimits, type CostLimits } from './admit-by-cost';

export interface CheaperDeps {
  model: SemanticModel;
  /** First and last day that a column holds; null if unknown. */
  heldDays: HeldDays;
  limits: Pick<CostLimits, 'maxCost' | 'maxScannedRows'>;
  /** Most rows that the user may see. */
  maxRows: number;
  /** The database's estimate of a statement; null if the statement may not run or no estimate came in time. */
  estimate: (sql: string, params: readonly unknown[]) => Promise<PlanEstimate | null>;
}

/** Options needed before the search stops trying combinations; also the most of one kind. */
const ENOUGH = 2;
/** Most options offered: a longer list is harder to choose from. */
const MAX_OPTIONS = 4;
/** Most estimates for one question: each takes the database a millisecond or two, and some plans much longer. */
const MAX_ESTIMATES = 40;

/**
 * The clarification for a statement that would cost too much. Its options are smaller questions whose estimates are
 * within the limits: first questions reduced in one way, then in two ways. Without such an option it asks the user to
 * rephrase, once. Null ends the run.
 * @param unjudged the clarification to use if the database gives no estimate at all
 */
export async function cheaperOptions(
  unjudged: Ambiguity | null,
  run: Run,
  deps: CheaperDeps,
): Promise<Ambiguity | null> {
  const input = inputOf(run, deps);
  if (input === null) return unjudged;
  const judge = new Judge(deps);
  const kinds = smallerQuestions(input);
  const found = await inTurns(kinds, judge);
  if (found.length < ENOUGH) found.push(...(await muchSmaller(input, kinds, judge, found)));
  if (found.length === 0 && judge.gotNoEstimate) return unjudged;
  if (found.length === 0 && wasAskedForWords(run)) return null;
  return askForLess(input, found);
}

function inputOf(run: Run, { model, heldDays, maxRows }: CheaperDeps): AskForLessInput | null {
  const {
    data,
    request: { locale },
  } = run;
  if (data.semanticQuery === null) return null;
  return {
    query: data.semanticQuery,
    model,
    locale,
    ...civilDaysOf(run, model),
    maxRows,
    choices: data.choices,
    pauses: data.clarifications.length,
    heldDays,
  };
}

/** Estimates questions: each statement once, and at most MAX_ESTIMATES of them. */
class Judge {
  private asked = 0;
  private answered = 0;
  private readonly known = new Map<string, boolean>();

  constructor(private readonly deps: CheaperDeps) {}

  get gotNoEstimate(): boolean {
    return this.asked > 0 && this.answered === 0;
  }

  /** Whether this statement has been estimated already. */
  knows({ statement: { sql, params } }: SmallerQuestion): boolean {
    return this.known.has(JSON.stringify([sql, params]));
  }

  async isSmallEnough({ statement: { sql, params } }: SmallerQuestion): Promise<boolean> {
    const key = JSON.stringify([sql, params]);
    const known = this.known.get(key);
    if (known !== undefined || this.asked >= MAX_ESTIMATES) return known ?? false;
    this.asked += 1;
    const estimate = await this.deps.estimate(sql, params);
    if (estimate !== null) this.answered += 1;
    const verdict = estimate !== null && beyondLimits(this.deps.limits, estimate) === null;
    this.known.set(key, verdict);
    return verdict;
  }
}

/** The first question of each kind that is small enough, then the second of each; in the order of the kinds. */
async function inTurns(kinds: SmallerQuestion[][], judge: Judge): Promise<SmallerQuestion[]> {
  const taken = kinds.map((): SmallerQuestion[] => []);
  const left = kinds.map((questions) => [...questions]);
  for (let turn = 0; turn < ENOUGH; turn += 1) {
    for (const [at, questions] of left.entries()) {
      if (taken.flat().length === MAX_OPTIONS) return taken.flat();
      const next = await firstSmallEnough(questions, judge);
      if (next !== null) taken[at]?.push(next);
    }
  }
  return taken.flat();
}

async function firstSmallEnough(questions: SmallerQuestion[], judge: Judge): Promise<SmallerQuestion | null> {
  for (let question = questions.shift(); question !== undefined; question = questions.shift()) {
    if (await judge.isSmallEnough(question)) return question;
  }
  return null;
}

/** Reduces the smallest question of each kind in a second way. */
async function muchSmaller(
  input: AskForLessInput,
  kinds: SmallerQuestion[][],
  judge: Judge,
  found: SmallerQuestion[],
): Promise<SmallerQuestion[]> {
  const taken: SmallerQuestion[] = [];
  for (const question of kinds.flatMap((questions) => questions.slice(-1))) {
    if (found.length + taken.length >= ENOUGH) break;
    const next = await firstSmallEnough(
      muchSmallerQuestions(input, question).filter((one) => !judge.knows(one)),
      judge,
    );
    if (next !== null) taken.push(next);
  }
  return taken;
}

/** Whether the run has already asked the user to rephrase because of the cost. */
const wasAskedForWords = ({ data }: Run): boolean =>
  data.clarifications.some(({ trigger, options }) => trigger === 'too_expensive' && options.length === 0);
