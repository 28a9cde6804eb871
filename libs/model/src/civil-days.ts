import type { Run } from '@querent/contracts';
import { todayIn } from '@querent/language';
import type { SemanticModel } from './semantic-model';

/** The day of a question, on two clocks. */
export interface CivilDays {
  /** The asker's civil date, `YYYY-MM-DD`. */
  today: string;
  /** IANA name of the asker's zone. */
  timezone: string;
  /** The civil date in the model's zone, which a `timestamp` without zone is compared with. Absent: the asker's. */
  modelToday?: string;
}

/** When a question was submitted, and in which zone. */
type Asked = Pick<Run, 'createdAt'> & { request: Pick<Run['request'], 'today' | 'timezone'> };

/** The days of the moment in which a question was submitted, however long it was paused. */
export function civilDaysOf({ createdAt, request }: Asked, model: Pick<SemanticModel, 'timezone'>): CivilDays {
  const { today, timezone } = request;
  const modelToday = model.timezone === timezone ? today : todayIn(model.timezone, new Date(createdAt));
  return { today, timezone, ...(modelToday === today ? {} : { modelToday }) };
}
