import type { Run } from '@querent/contracts';
import { todayIn } from '@querent/language';
import type { SemanticModel } from './semantic-model';

/** The day of a question, in the asker's and in the model's time zone. */
export interface CivilDays {
  /** The asker's civil date, `YYYY-MM-DD`. */
  today: string;
  /** IANA name of the asker's zone. */
  timezone: string;
  /** The civil date in the model's zone, for comparisons with `timestamp` columns. Absent if it equals `today`. */
  modelToday?: string;
}

/** The time and the time zone of a question's submission. */
type SubmittedRun = Pick<Run, 'createdAt'> & { request: Pick<Run['request'], 'today' | 'timezone'> };

/** The days on which a question was submitted, independent of later pauses. */
export function civilDaysOf({ createdAt, request }: SubmittedRun, model: Pick<SemanticModel, 'timezone'>): CivilDays {
  const { today, timezone } = request;
  const modelToday = model.timezone === timezone ? today : todayIn(model.timezone, new Date(createdAt));
  return { today, timezone, ...(modelToday === today ? {} : { modelToday }) };
}
