import type { SuiteQuestion, SuiteWorld } from '../../worlds/suite-world';
import { certainQuestions } from '../../tenants/tenant-questions';

/** A question of the play. */
export interface Question extends SuiteQuestion {
  /** Both tenants are answered the same; else each from its own rows. */
  shared: boolean;
  /** It leaves something open, so that the asker is asked back. */
  open?: true;
}

/** Everything that is asked in a world. */
export interface Questions {
  plain: readonly Question[];
  opened: readonly Question[];
  followUp: { from: Question; to: Question };
}

/** Tempts what the two tenants could share: values, caches, samples. */
const ofTenants: Question[] = certainQuestions.map(({ question }) => ({ connection: 'crm', question, shared: false }));

/** The world's questions beside those of the tenants' own database. */
export function questionsIn({ plain, open, followUp, ownRows }: SuiteWorld): Questions {
  const asked = (question: SuiteQuestion): Question => ({ ...question, shared: !ownRows });
  return {
    plain: [...ofTenants, ...plain.map(asked)],
    opened: open.map((question) => ({ ...asked(question), open: true })),
    followUp: { from: asked(followUp.from), to: asked(followUp.to) },
  };
}
