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
import { beyondLimits, type CostLimits } from './admission-of';

export interface CheaperDeps {
  model: SemanticModel;
  /** First and last day that a column holds; null where that is not known. */
  heldDays: HeldDays;
  limits: Pick<CostLimits, 'maxCost' | 'maxScannedRows'>;
  /** Rows that the asker may see at most. */
  maxRows: number;
  /** What the database expects of a statement; null where it may not run or the database does not say (in time). */
  estimate: (sql: string, params: readonly unknown[]) => Promise<PlanEstimate | null>;
}

/** Beyond two ways to go on, and beyond two of a kind, a further one is only in the way of the others. */
const ENOUGH = 2;
const MOST = 4;
/** Estimates of one question: each takes the database a millisecond or two, and some plans much longer. */
const MOST_ESTIMATES = 40;

/**
 * The question to ask when a statement would cost too much, with those options alone that the database itself expects
 * to be within the limits: first the question made smaller one way, then two ways. Where none is, it asks for other
 * words. Null: nothing is to be asked, the run ends. `unjudged` is what to ask where the database gives no estimate at
 * all.
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
  if (found.length === 0 && judge.heardNothing) return unjudged;
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

/** Asks the database, once for a statement and not for ever. */
class Judge {
  private asked = 0;
  private answered = 0;
  private readonly known = new Map<string, boolean>();

  constructor(private readonly deps: CheaperDeps) {}

  get heardNothing(): boolean {
    return this.asked > 0 && this.answered === 0;
  }

  /** Whether the database has told of this very statement already. */
  knows({ statement: { sql, params } }: SmallerQuestion): boolean {
    return this.known.has(JSON.stringify([sql, params]));
  }

  async isSmallEnough({ statement: { sql, params } }: SmallerQuestion): Promise<boolean> {
    const key = JSON.stringify([sql, params]);
    const known = this.known.get(key);
    if (known !== undefined || this.asked >= MOST_ESTIMATES) return known ?? false;
    this.asked += 1;
    const estimate = await this.deps.estimate(sql, params);
    if (estimate !== null) this.answered += 1;
    const verdict = estimate !== null && beyondLimits(this.deps.limits, estimate) === null;
    this.known.set(key, verdict);
    return verdict;
  }
}

/** The first of each kind that is small enough, then the second of each; as they are listed. */
async function inTurns(kinds: SmallerQuestion[][], judge: Judge): Promise<SmallerQuestion[]> {
  const taken = kinds.map((): SmallerQuestion[] => []);
  const left = kinds.map((questions) => [...questions]);
  for (let turn = 0; turn < ENOUGH; turn += 1) {
    for (const [at, questions] of left.entries()) {
      if (taken.flat().length === MOST) return taken.flat();
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

/** From the smallest question of each kind on, with one more step. */
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

/** Whose own words were too much as well is not asked for further ones. */
const wasAskedForWords = ({ data }: Run): boolean =>
  data.clarifications.some(({ trigger, options }) => trigger === 'too_expensive' && options.length === 0);
