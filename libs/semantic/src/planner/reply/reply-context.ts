import type { Locale, SemanticModel } from '../../model/semantic-model';

/** What was asked, and over which model: a correction is read against both. */
export interface ReplyContext {
  locale: Locale;
  question: string;
  model: SemanticModel;
  today: string;
}
