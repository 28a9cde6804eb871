import type { SuiteQuestion, SuiteWorld } from '../../worlds/suite-world';
import { certainQuestions } from '../../tenants/tenant-questions';

/** A question of the suite. */
export interface Question extends SuiteQuestion {
  /** Whether both tenants get the same answer, instead of one from their own rows. */
  shared: boolean;
  /** Whether it leads to a clarification. */
  open?: true;
}

/** All questions of a world. */
export interface Questions {
  plain: readonly Question[];
  opened: readonly Question[];
  followUp: { from: Question; to: Question };
}

/** Questions about each tenant's own rows. They test that tenants share no values, caches or samples. */
const ofTenants: Question[] = certainQuestions.map(({ question }) => ({ connection: 'crm', question, shared: false }));

/** The world's questions and those about the shop of the tenants. */
export function questionsIn({ plain, open, followUp, ownRows }: SuiteWorld): Questions {
  const asked = (question: SuiteQuestion): Question => ({ ...question, shared: !ownRows });
  return {
    plain: [...ofTenants, ...plain.map(asked)],
    opened: open.map((question) => ({ ...asked(question), open: true })),
    followUp: { from: asked(followUp.from), to: asked(followUp.to) },
  };
}
